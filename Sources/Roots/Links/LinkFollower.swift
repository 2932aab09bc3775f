import FolderWatch
import Logging
import PhotoModel
import PhotodConfiguration
import Synchronization

/// Follows symbolic links to folders where the options say so. What a link leads to is a root of its own: it may lie on
/// another disk, be away while the rest is there, and hang without holding anything up. So is a network file system that is
/// mounted somewhere in a root.
///
/// The crawler that lists a folder says which links there are; here it is decided which of them are followed. Links that
/// are not, but may be when a mount or a root has come or gone, are asked again then.
package final class LinkFollower: Sendable {
    /// Makes a root of what a link leads to. It is not looked at before it is marked. `nil`: not now, but soon, perhaps.
    package typealias Adding = @Sendable (Library, RootLink, _ realPath: FilePath) throws -> NodeID?

    /// A link that is not followed now. By its folder rather than by its path: a root that comes back is another root.
    struct Waiting: Hashable {
        let folder: NodeID
        let name: FileName
    }

    struct State {
        var adding: Adding?
        /// Lets a crawler wait before it tries again.
        var resting: @Sendable () -> Void = {}
        weak var watcher: FolderWatcher?
        /// Links that lead nowhere, or where they may not lead now, and why, as far as that was told.
        var waiting: [Waiting: String?] = [:]
        /// With so many of them those are forgotten whose folder is gone.
        private var tidyingCount = 64
        /// Where network file systems are mounted.
        var mountPoints: Set<FilePath> = []
        /// Roots whose link was seen since the start.
        var confirmed: Set<NodeID> = []
        /// Folders that files are imported from, without any link.
        var importFolders: [FilePath] = []

        /// - Parameter reason: why it is not followed; without one what was told stays so.
        /// - Returns: what was told before.
        @discardableResult
        mutating func wait(_ link: Waiting, reason: String? = nil) -> String? {
            let told = waiting[link] ?? nil
            waiting[link] = .some(reason ?? told)
            if waiting.count > tidyingCount {
                forgetGone()
                tidyingCount = max(64, waiting.count * 2)
            }
            return told
        }

        mutating func forgetGone() {
            waiting = waiting.filter { watcher?.path(of: $0.key.folder) != nil }
        }
    }

    let roots: RootTable
    private let statePath: FilePath
    private let logger: Logger
    let state = Mutex(State())
    private let inPlay = Atomic(false)
    /// One decision after another: two links may lead to one folder.
    private let turn = Mutex(())

    /// - Parameter statePath: the state folder, without any link.
    package init(roots: RootTable, statePath: FilePath, logger: Logger) {
        self.roots = roots
        self.statePath = statePath
        self.logger = logger
    }

    package func begin(
        with watcher: FolderWatcher,
        adding: @escaping Adding,
        resting: @escaping @Sendable () -> Void
    ) {
        state.withLock { state in
            state.watcher = watcher
            state.adding = adding
            state.resting = resting
        }
    }

    // MARK: Whether there is anything to do

    /// Whether links are followed anywhere, or were: else nobody has to look at them.
    package var isInPlay: Bool { inPlay.load(ordering: .acquiring) }

    /// Returns whether they were not followed anywhere until now.
    @discardableResult
    package func bringIntoPlay() -> Bool { !inPlay.exchange(true, ordering: .acquiringAndReleasing) }

    // MARK: Mounts

    /// Takes in where network file systems are mounted.
    func mountsAre(_ table: MountTable) {
        let points = Set(table.mounts.filter(\.isNetwork).map(\.mountPoint))
        state.withLock { $0.mountPoints = points }
        weighMounts()
    }

    /// Whether one of them is in a root, which may be a new one.
    package func weighMounts() {
        let points = state.withLock { $0.mountPoints }
        guard !points.isEmpty, !isInPlay else { return }
        let real = roots.all.map(\.realPath)
        if points.contains(where: { point in real.contains { point != $0 && point.isInside($0) } }) {
            bringIntoPlay()
        }
    }

    /// Whether a folder in a root is a root itself: a network file system is mounted there, or was and is away now.
    package func isMount(_ components: [FileName], of root: LibraryRoot) -> Bool {
        guard isInPlay, !components.isEmpty else { return false }
        let real = root.realPath(of: components)
        if state.withLock({ $0.mountPoints.contains(real) }) { return true }
        return roots.linked(at: root.path(of: components))?.isNestedMount ?? false
    }

    // MARK: Deciding

    /// Follows the links of a folder, and tells which are not to be followed any longer.
    ///
    /// - Parameters:
    ///   - names: entries that may be links, or mounts.
    ///   - isWhole: the folder has no others.
    ///   - haveOptionsChanged: what the links lead to is to be looked at, even if it was already.
    /// - Returns: roots to be taken out.
    package func follow(
        _ names: [FileName],
        isWhole: Bool,
        haveOptionsChanged: Bool,
        in folder: LinkingFolder
    ) -> [LibraryRoot] {
        if names.isEmpty, !isWhole || !hasAny(in: folder.work) { return [] }
        let entries = names.map { name in
            let isMount = isMount(folder.components + [name], of: folder.root)
            return Entry(name: name, path: folder.work.path.appending(name), isMount: isMount)
        }
        // A root that goes while it is being decided has them asked again.
        for entry in entries where !entry.isMount { wait(entry, folder) }
        // However long that takes, it holds up nobody else's decisions.
        let sights = sights(at: entries.map(\.path))
        var gone = turn.withLock { _ in isWhole ? forget(allBut: names, in: folder) : [] }
        var rest = Array(zip(entries, sights))
        while true {
            // Where the disk of the index is full, that may be so for long: others have their turns meanwhile.
            rest = turn.withLock { _ in
                rest.filter { entry, sight in
                    switch decide(entry, sight, haveOptionsChanged: haveOptionsChanged, folder) {
                    case .done(let taken):
                        gone += taken
                        return false
                    case .later: return true
                    }
                }
            }
            guard !rest.isEmpty else { return gone }
            state.withLock { $0.resting }()
        }
    }

    private enum Decision {
        /// These roots are to be taken out.
        case done([LibraryRoot])
        /// The index cannot take in a root now.
        case later
    }

    private struct Entry {
        let name: FileName
        let path: FilePath
        let isMount: Bool
    }

    /// Whether there is anything to be forgotten in a folder.
    private func hasAny(in work: FolderWork) -> Bool {
        !roots.linked(below: work.path).isEmpty
            || state.withLock { state in state.waiting.keys.contains { $0.folder == work.node } }
    }

    private func decide(
        _ entry: Entry,
        _ sight: LinkSight,
        haveOptionsChanged: Bool,
        _ folder: LinkingFolder
    ) -> Decision {
        let there = roots.linked(at: entry.path)
        // One of a former outer root is on its way out; when it is gone this is asked again.
        if let there, there.link?.outer != folder.root.node { return .done([]) }
        let isFollowed =
            entry.isMount || there?.isNestedMount ?? false
            ? isMounted(sight, there) : isToBeFollowed(entry, sight, there, folder)
        guard let known = there else {
            guard isFollowed, let real = realPath(of: entry, sight, folder) else { return .done([]) }
            return add(entry, real, sight.target ?? [], folder)
        }
        guard isFollowed else { return .done([known]) }
        // A link that was touched may have been away for a moment, in which what is behind it was looked for in vain.
        let isTouched = folder.work.kind != .listing || folder.work.names.contains(entry.name)
        if confirm(known) || isTouched || haveOptionsChanged {
            watcher?.markRoot(known.node, dueTo: folder.work)
        }
        return .done([])
    }

    private func realPath(of entry: Entry, _ sight: LinkSight, _ folder: LinkingFolder) -> FilePath? {
        if entry.isMount { return folder.root.realPath(of: folder.components + [entry.name]) }
        guard case .folder(let real, _) = sight else { return nil }
        return real
    }

    /// Whether what a link leads to is a root, or is to become one.
    private func isToBeFollowed(
        _ entry: Entry,
        _ sight: LinkSight,
        _ known: LibraryRoot?,
        _ folder: LinkingFolder
    ) -> Bool {
        switch sight {
        case .nothing, .directory:
            stopWaiting(entry, folder)
            return false
        case .file:
            // Of those that are called as photos there may be thousands, and none of them becomes a folder.
            stopWaiting(entry, folder)
            if entry.name.format == nil { wait(entry, folder) }
            return false
        case .silent:
            guard let known else {
                wait(entry, folder, reason: Self.isSilent)
                return false
            }
            // One that is followed already is offline, which is told of it as of any root whose disk hangs. Does it lead elsewhere by
            // now, that is asked again when it answers.
            if LinkSight.text(of: entry.path) == known.link?.target {
                stopWaiting(entry, folder)
            } else {
                let link = Waiting(folder: folder.work.node, name: entry.name)
                state.withLock { _ = $0.wait(link, reason: Self.isSilent) }
            }
            return true
        case .broken(let target):
            // Whatever kept it from being followed is over: it is asked again as one that leads nowhere.
            stopWaiting(entry, folder)
            wait(entry, folder)
            // As with every root: what is not there now may come back.
            return target == known?.link?.target
        case .folder(let real, let target):
            if let known { leads(known, to: real) }
            let verdict = verdict(on: real, except: known)
            if verdict == .follow {
                guard let known else { return true }
                guard target == known.link?.target else { return false }
                stopWaiting(entry, folder)
                return true
            }
            wait(entry, folder, reason: verdict.reason.map { "it leads to \(real.display), \($0)" })
            return false
        }
    }

    static let isSilent = "what it leads to does not answer"

    /// What is mounted is a root from the beginning, and stays one while the folder is there that it was mounted on. A
    /// mount that hangs is there.
    private func isMounted(_ sight: LinkSight, _ known: LibraryRoot?) -> Bool {
        guard let known else { return true }
        return known.isNestedMount && (sight == .directory || sight == .silent)
    }

    /// The new root is to be taken out at once where the root with the link in it has gone meanwhile.
    private func add(
        _ entry: Entry,
        _ real: FilePath,
        _ target: [UInt8],
        _ folder: LinkingFolder
    ) -> Decision {
        let link = RootLink(
            outer: folder.root.node,
            outerKey: folder.root.key,
            way: folder.root.way(to: entry.path),
            target: target
        )
        let library = folder.root.library(at: entry.path, isTaken: roots.isTaken)
        do {
            guard
                let (adding, watcher) = state.withLock({ state in
                    state.adding.flatMap { adding in state.watcher.map { (adding, $0) } }
                })
            else { return .done([]) }
            guard let node = try adding(library, link, real) else { return .later }
            stopWaiting(entry, folder)
            state.withLock { _ = $0.confirmed.insert(node) }
            if roots[folder.root.node] == nil { return .done(roots[node].map { [$0] } ?? []) }
            watcher.markRoot(node, dueTo: folder.work)
            let reason =
                target.isEmpty ? "a network file system is mounted there" : "it leads to \(real.display)"
            logger.info("\(entry.path.display) is a root: \(reason)")
        } catch {
            // Asked again with the next root or mount; the audit finds it too.
            logger.error("\(entry.path.display) is not followed: \(error)")
        }
        return .done([])
    }

    var watcher: FolderWatcher? { state.withLock { $0.watcher } }

    private func stopWaiting(_ entry: Entry, _ folder: LinkingFolder) {
        state.withLock { $0.waiting[Waiting(folder: folder.work.node, name: entry.name)] = nil }
    }

    /// - Parameter reason: told once.
    private func wait(_ entry: Entry, _ folder: LinkingFolder, reason: String? = nil) {
        let told = state.withLock { state in
            state.wait(Waiting(folder: folder.work.node, name: entry.name), reason: reason)
        }
        if let reason, reason != told { logger.info("\(entry.path.display) is not followed: \(reason)") }
    }

    /// Returns whether that is news.
    func confirm(_ root: LibraryRoot) -> Bool {
        state.withLock { $0.confirmed.insert(root.node).inserted }
    }

    /// The roots of links that a folder has no more.
    private func forget(allBut names: [FileName], in folder: LinkingFolder) -> [LibraryRoot] {
        let work = folder.work
        let kept = Set(names.map { work.path.appending($0) })
        state.withLock { state in
            state.waiting = state.waiting.filter { link, _ in
                link.folder != work.node || kept.contains(work.path.appending(link.name))
            }
        }
        return roots.linked(below: work.path).filter { root in
            root.link?.outer == folder.root.node
                && root.link?.way.last.map { work.path.appending($0) == root.library.path } ?? false
                && !kept.contains(root.library.path)
        }
    }

    func verdict(on real: FilePath, except known: LibraryRoot?) -> LinkRule.Verdict {
        let overlapping = roots.overlapping(real)
        // What another link led to before it led nowhere is free.
        let others = overlapping.filter { $0.node != known?.node && !$0.leadsNowhere }.map(\.realPath)
        let imports = state.withLock { $0.importFolders }
        return LinkRule.verdict(on: real, roots: others, state: statePath, imports: imports)
    }
}
