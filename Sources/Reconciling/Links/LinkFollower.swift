import Configuration
import FolderWatch
import Logging
import PhotoModel
import Synchronization
import Threads

/// Follows symbolic links to folders where the options say so. What a link leads to is a root of its own: it may lie on
/// another disk, be away while the rest is there, and hang without holding anything up. So is a network file system that is
/// mounted somewhere in a root.
///
/// The crawler that lists a folder says which links there are; here it is decided which of them are followed. Links that
/// are not, but may be when a mount or a root has come or gone, are asked again then.
final class LinkFollower: Sendable {
    /// Makes a root of what a link leads to. It is not looked at before it is marked.
    typealias Adding = @Sendable (Library, RootLink, _ realPath: FilePath) throws -> NodeID

    /// A link that is not followed now.
    private struct Waiting {
        let folder: NodeID
        let name: FileName
        /// Why, as far as that was told.
        var reason: String?
    }

    private struct State {
        var adding: Adding?
        weak var watcher: FolderWatcher?
        /// Links that lead nowhere, or where they may not lead now, with the folder they lie in.
        var waiting: [FilePath: Waiting] = [:]
        /// Where network file systems are mounted.
        var mountPoints: Set<FilePath> = []
        /// Roots whose link was seen since the start.
        var confirmed: Set<NodeID> = []
    }

    private let roots: RootTable
    private let statePath: FilePath
    private let logger: Logger
    private let state = Mutex(State())
    private let inPlay = Atomic(false)
    /// One decision after another: two links may lead to one folder.
    private let turn = Mutex(())

    /// - Parameter statePath: the state folder, without any link.
    init(roots: RootTable, statePath: FilePath, logger: Logger) {
        self.roots = roots
        self.statePath = statePath
        self.logger = logger
    }

    func begin(with watcher: FolderWatcher, adding: @escaping Adding) {
        state.withLock { state in
            state.watcher = watcher
            state.adding = adding
        }
    }

    // MARK: Whether there is anything to do

    /// Whether links are followed anywhere, or were: else nobody has to look at them.
    var isInPlay: Bool { inPlay.load(ordering: .acquiring) }

    /// Returns whether they were not followed anywhere until now.
    @discardableResult
    func bringIntoPlay() -> Bool { !inPlay.exchange(true, ordering: .acquiringAndReleasing) }

    // MARK: Mounts

    /// Takes in where network file systems are mounted.
    func mountsAre(_ table: MountTable) {
        let points = Set(table.mounts.filter(\.isNetwork).map(\.mountPoint))
        state.withLock { $0.mountPoints = points }
        weighMounts()
    }

    /// Whether one of them is in a root, which may be a new one.
    func weighMounts() {
        let points = state.withLock { $0.mountPoints }
        guard !points.isEmpty, !isInPlay else { return }
        let real = roots.all.map(\.realPath)
        if points.contains(where: { point in real.contains { point != $0 && point.isInside($0) } }) {
            bringIntoPlay()
        }
    }

    /// Whether a folder in a root is a root itself: a network file system is mounted there, or was and is away now.
    func isMount(_ components: [FileName], of root: LibraryRoot) -> Bool {
        guard isInPlay, !components.isEmpty else { return false }
        let real = root.realPath(of: components)
        if state.withLock({ $0.mountPoints.contains(real) }) { return true }
        return roots.linked(at: components.reduce(root.library.path) { $0.appending($1) })?.isNestedMount
            ?? false
    }

    // MARK: Deciding

    /// Follows the links of a folder, and tells which are not to be followed any longer.
    ///
    /// - Parameters:
    ///   - names: entries that may be links, or mounts.
    ///   - isWhole: the folder has no others.
    ///   - haveOptionsChanged: what the links lead to is to be looked at, even if it was already.
    /// - Returns: roots to be taken out.
    func follow(
        _ names: [FileName],
        isWhole: Bool,
        haveOptionsChanged: Bool,
        in visit: Visit
    ) -> [LibraryRoot] {
        turn.withLock { _ in
            var gone: [LibraryRoot] = []
            if isWhole { gone = forget(allBut: names, in: visit.work) }
            for name in names {
                let path = visit.work.path.appending(name)
                let known = roots.linked(at: path)
                let isFollowed =
                    isMount(visit.place.components + [name], of: visit.root)
                    ? decideOnMount(path, name, known, visit)
                    : decide(LinkSight.look(at: path), path, name, known, visit)
                guard let known else { continue }
                if !isFollowed {
                    gone.append(known)
                } else if confirm(known) || visit.work.kind == .tree || haveOptionsChanged {
                    watcher?.markRoot(known.node, dueTo: visit.work)
                }
            }
            return gone
        }
    }

    /// Whether a link that is followed already is to be followed still. One that is not yet is followed here, if it may be.
    private func decide(
        _ sight: LinkSight,
        _ path: FilePath,
        _ name: FileName,
        _ known: LibraryRoot?,
        _ visit: Visit
    ) -> Bool {
        switch sight {
        case .nothing:
            state.withLock { $0.waiting[path] = nil }
            return false
        case .silent:
            wait(path, name, visit)
            return true
        case .broken(let target):
            // As with every root: what is not there now may come back.
            wait(path, name, visit)
            return target == known?.link?.target
        case .folder(let real, let target):
            let verdict = verdict(on: real, except: known)
            guard verdict == .follow, known == nil || target == known?.link?.target else {
                wait(path, name, visit, reason: verdict.reason.map { "it leads to \(real.display), \($0)" })
                return false
            }
            if known == nil { add(path, name, real, target, visit) }
            return true
        }
    }

    /// What is mounted is a root from the beginning, and stays one while the folder is there that it was mounted on.
    private func decideOnMount(
        _ path: FilePath,
        _ name: FileName,
        _ known: LibraryRoot?,
        _ visit: Visit
    ) -> Bool {
        if let known {
            // A mount that hangs is there.
            let isFolder = Patience.call(atMost: .seconds(2)) {
                (try? FileStatus(at: path))?.isDirectory ?? false
            }
            return known.isNestedMount && isFolder ?? true
        }
        add(path, name, visit.root.realPath(of: visit.place.components + [name]), [], visit)
        return true
    }

    private func add(
        _ path: FilePath,
        _ name: FileName,
        _ real: FilePath,
        _ target: [UInt8],
        _ visit: Visit
    ) {
        let link = RootLink(
            outer: visit.root.node,
            outerKey: visit.root.key,
            way: visit.root.way(to: path),
            target: target
        )
        let library = visit.root.library(at: path, taken: Set(roots.all.map(\.library.name)))
        do {
            guard
                let (adding, watcher) = state.withLock({ state in
                    state.adding.flatMap { adding in state.watcher.map { (adding, $0) } }
                })
            else { return }
            let node = try adding(library, link, real)
            state.withLock { state in
                state.waiting[path] = nil
                state.confirmed.insert(node)
            }
            watcher.markRoot(node, dueTo: visit.work)
            let reason =
                target.isEmpty ? "a network file system is mounted there" : "it leads to \(real.display)"
            logger.info("\(path.display) is a root: \(reason)")
        } catch {
            // Asked again with the next root or mount; the audit finds it too.
            wait(path, name, visit)
            logger.error("\(path.display) is not followed: \(error)")
        }
    }

    private var watcher: FolderWatcher? { state.withLock { $0.watcher } }

    /// - Parameter reason: told once.
    private func wait(_ path: FilePath, _ name: FileName, _ visit: Visit, reason: String? = nil) {
        let told = state.withLock { state in
            defer { state.waiting[path] = Waiting(folder: visit.work.node, name: name, reason: reason) }
            return state.waiting[path]?.reason
        }
        if let reason, reason != told { logger.info("\(path.display) is not followed: \(reason)") }
    }

    /// Returns whether that is news.
    private func confirm(_ root: LibraryRoot) -> Bool {
        state.withLock { $0.confirmed.insert(root.node).inserted }
    }

    /// The roots of links that a folder has no more.
    private func forget(allBut names: [FileName], in work: FolderWork) -> [LibraryRoot] {
        let kept = Set(names.map { work.path.appending($0) })
        state.withLock { state in
            state.waiting = state.waiting.filter { kept.contains($0.key) || $0.value.folder != work.node }
        }
        return roots.linked(below: work.path).filter { root in
            root.link?.way.last.map { work.path.appending($0) == root.library.path } ?? false
                && !kept.contains(root.library.path)
        }
    }

    // MARK: The audit

    /// Entries of a folder of which the roots are not what they should be.
    ///
    /// - Parameters:
    ///   - links: the folder's links, as far as its options have links followed.
    ///   - mounts: folders in it that are mounts.
    func unsettled(_ links: [FileName], mounts: [FileName], in folder: FilePath) -> [FileName] {
        let names = links + mounts
        guard isInPlay || !names.isEmpty else { return [] }
        let kept = Set(names.map { folder.appending($0) })
        let leftOver = roots.linked(below: folder).filter { !kept.contains($0.library.path) }
            .compactMap { root in
                root.link?.way.last.flatMap { folder.appending($0) == root.library.path ? $0 : nil }
            }
        return leftOver
            + names.filter { name in
                let path = folder.appending(name)
                let known = roots.linked(at: path)
                if mounts.contains(name) { return known == nil }
                guard case .folder(let real, let target) = LinkSight.look(at: path) else { return false }
                let isToBeFollowed = verdict(on: real, except: known) == .follow
                return isToBeFollowed ? target != known?.link?.target : known != nil
            }
    }

    private func verdict(on real: FilePath, except known: LibraryRoot?) -> LinkRule.Verdict {
        let others = roots.all.filter { $0.node != known?.node }.map(\.realPath)
        return LinkRule.verdict(on: real, roots: others, state: statePath)
    }

    // MARK: What else may change it

    /// The link may still be there, and another root have taken what it leads to.
    func wasTakenOut(_ root: LibraryRoot) {
        let watcher = watcher
        let folder = root.link.flatMap(roots.folder).flatMap { watcher?.node(at: $0) }
        state.withLock { state in
            state.confirmed.remove(root.node)
            guard let folder, let name = root.link?.way.last else { return }
            state.waiting[root.library.path] = Waiting(folder: folder, name: name)
        }
    }

    /// A mount or a root came or went: what could not be followed then may be now, and the other way round.
    func askAgain() {
        guard isInPlay else { return }
        let (watcher, waiting) = state.withLock { state in
            let watcher = state.watcher
            state.waiting = state.waiting.filter { watcher?.path(of: $0.value.folder) != nil }
            return (state.watcher, Array(state.waiting.values))
        }
        for link in waiting { watcher?.markAgain(link.folder, name: link.name) }
    }

    /// Nobody can say whether the links in a root that is offline are still there: what they lead to is looked at.
    func lookAtAll(from outer: NodeID, dueTo work: FolderWork) {
        guard isInPlay else { return }
        for root in roots.linked(from: outer) where confirm(root) {
            watcher?.markRoot(root.node, dueTo: work)
        }
    }
}
