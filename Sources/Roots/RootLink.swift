import Files
import FolderWatch
import PhotoModel
import PhotodConfiguration

/// How a root hangs in another one: by a symbolic link that is followed, or as a network mount.
public struct RootLink: Sendable, Equatable {
    /// The root that holds the link.
    package let outer: NodeID
    package let outerKey: Int64
    /// From the topmost root down to the link, its own name included: options of folders count from there.
    package let way: [FileName]
    /// What the link says; empty where something is mounted on a folder.
    package let target: [UInt8]

    package init(outer: NodeID, outerKey: Int64, way: [FileName], target: [UInt8]) {
        self.outer = outer
        self.outerKey = outerKey
        self.way = way
        self.target = target
    }

    var isMount: Bool { target.isEmpty }

    /// Whether what stands at the root's path may still be it: a symbolic link, or the folder that was mounted on.
    package func leads(by status: FileStatus) -> Bool { isMount ? status.isDirectory : status.isSymbolicLink }
}

extension LibraryRoot {
    /// The names that lead to the root from the topmost one.
    package var way: [FileName] { link?.way ?? [] }

    /// Whether it is what a followed link leads to, or a network mount in another root: it comes and goes with the link
    /// or the folder.
    public var isLinked: Bool { link != nil }
    public var isNestedMount: Bool { link?.isMount ?? false }

    /// Whether the link to it leads nowhere now.
    package var leadsNowhere: Bool {
        isLinked && !isNestedMount && (absence == .missing || absence == .brokenLink)
    }

    /// Whether it has to go where both lead to one folder. What is named stays, and of two that links lead to the one that was first.
    package func yields(to other: LibraryRoot) -> Bool {
        isLinked && (!other.isLinked || key > other.key) && realPath.overlaps(other.realPath)
    }

    /// What to do where it is offline; `nil` where it is not.
    public var remedy: String? {
        guard let absence else { return nil }
        return switch absence {
        case .notMounted where isNestedMount:
            "mount it again; to have its photos leave the index, remove the folder \(library.path.display)"
        case .missing where isLinked, .brokenLink where isLinked:
            "mount the disk that the link leads to, point the link elsewhere (ln -sfn), or remove it"
        default: absence.remedy(library.path, isAdded: isAdded)
        }
    }

    /// The path of a folder in it.
    package func path(of components: [FileName]) -> FilePath {
        components.reduce(library.path) { $0.appending($1) }
    }

    /// The same without any link.
    func realPath(of components: [FileName]) -> FilePath { components.reduce(realPath) { $0.appending($1) } }

    /// What a folder that a link in this root leads to is called and treated like.
    ///
    /// - Parameter isTaken: whether another root has a name.
    func library(at path: FilePath, isTaken: (String) -> Bool) -> Library {
        let inside = path.bytes.dropFirst(library.path.bytes.count).drop { $0 == UInt8(ascii: "/") }
        let wanted = library.name + "/" + FilePath(Array(inside)).display
        var name = wanted
        var number = 2
        while isTaken(name) {
            name = "\(wanted) (\(number))"
            number += 1
        }
        return inner(at: path, named: name)
    }

    /// Treated like this root.
    package func inner(at path: FilePath, named name: String) -> Library {
        Library(
            name: name,
            path: path,
            ignore: library.ignore,
            followsLinks: library.followsLinks,
            write: library.write
        )
    }

    /// Where something in the root lies, counted from the topmost root.
    public func way(to path: FilePath) -> [FileName] { way + way(below: path) }

    /// The same, counted from the root itself.
    package func way(below path: FilePath) -> [FileName] {
        let inside = path.bytes.dropFirst(library.path.bytes.count)
        return inside.split(separator: UInt8(ascii: "/")).map { FileName(Array($0)) }
    }
}

extension FilePath {
    /// Whether one of two paths without any link lies in the other.
    package func overlaps(_ other: FilePath) -> Bool { isInside(other) || other.isInside(self) }
}

extension RootTable {
    /// The folders whose options count, from the topmost root down; `nil` where the tree has none (yet).
    ///
    /// - Parameter chain: those from `root` down.
    package func chain(from root: LibraryRoot, _ chain: [NodeID], _ watcher: FolderWatcher) -> [NodeID?] {
        guard let link = root.link, let outer = self[link.outer], let folder = folder(of: link) else {
            return chain
        }
        var above = self.chain(from: outer, watcher.chain(along: folder), watcher)
        while above.count < link.way.count { above.append(nil) }
        return above + chain
    }

    /// The folder that a link lies in; `nil` where its root is gone.
    func folder(of link: RootLink) -> FilePath? {
        guard let outer = self[link.outer] else { return nil }
        return link.way.dropFirst(outer.way.count).dropLast().reduce(outer.library.path) { $0.appending($1) }
    }
}
