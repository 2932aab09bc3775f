import FolderWatch
import PhotoModel
import PhotodConfiguration

/// A folder that is watched and indexed.
public struct LibraryRoot: Sendable {
    public enum State: String, Sendable {
        case online
        case offline
        /// On a network file system, where others may write unseen.
        case polled
    }

    public internal(set) var library: Library
    /// How often its rules were changed since it was added.
    package internal(set) var ruleChanges = 0
    /// The root's number in the index.
    public let key: Int64
    package let node: NodeID
    package let lane: Int
    /// What a look at it said last.
    package var seenState: State
    var seenAbsence: RootAbsence?
    /// It was not there when somebody looked since it was added.
    public var wasAway = false
    /// Set while a call into it does not come back.
    package var hanging: RootAbsence?
    /// What it was when it was first seen; another file system in its place means that it is not mounted.
    package var home: RootHome
    /// What it was when it was looked at last; `nil` before.
    var sight: RootSight?
    /// As of which change of mounts its path was asked what it leads to, and answered; `nil` where it was not.
    var answered: UInt64?
    /// What its path leads to, without any link, when that was last asked.
    package var realPath: FilePath
    /// Of a root that a link in another leads to.
    package let link: RootLink?
    /// Added by command rather than by configuration: it may be removed by command.
    public let isAdded: Bool

    public var state: State { hanging == nil ? seenState : .offline }

    package init(
        library: Library,
        key: Int64,
        node: NodeID,
        lane: Int,
        seenState: State,
        home: RootHome,
        realPath: FilePath,
        link: RootLink?,
        isAdded: Bool
    ) {
        self.library = library
        self.key = key
        self.node = node
        self.lane = lane
        self.seenState = seenState
        self.home = home
        self.realPath = realPath
        self.link = link
        self.isAdded = isAdded
    }

    /// How its file system may be asked.
    package var manner: DiskQuestions.Manner {
        if hanging != nil { return .notAtAll }
        return seenState == .polled ? .patiently : .directly
    }

    /// Whether it was looked at last on a device that is what it was then, be the root itself deleted or forbidden since.
    func isSeen(on device: UInt64, _ filesystem: FilesystemIdentity?) -> Bool {
        sight?.device == device && seenAbsence != .notMounted && !home.isElsewhere(than: filesystem)
    }

    /// Why it is offline, where it is.
    public var absence: RootAbsence? { hanging ?? seenAbsence }
    /// What a followed link leads to; `nil` of a root that was named.
    public var linkTarget: FilePath? { isLinked && !isNestedMount ? realPath : nil }
}

extension Collection<LibraryRoot> {
    /// The root that a path lies in: of two, one of which is reached by a link in the other, the inner.
    package func nearest(to path: FilePath) -> LibraryRoot? {
        filter { path.isInside($0.library.path) }.max {
            $0.library.path.bytes.count < $1.library.path.bytes.count
        }
    }
}
