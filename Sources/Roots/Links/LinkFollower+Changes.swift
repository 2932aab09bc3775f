import FolderWatch
import PhotoModel

/// What else may change which links are followed, and what an audit holds against it.
extension LinkFollower {
    /// A link that led to a root.
    package struct Place {
        let folder: FilePath
        let name: FileName
    }

    /// Where the links to roots are. To be asked before the roots are taken out.
    package func places(of taken: [LibraryRoot]) -> [Place] {
        taken.compactMap { root in
            guard let link = root.link, let name = link.way.last, let folder = roots.folder(of: link) else {
                return nil
            }
            return Place(folder: folder, name: name)
        }
    }

    /// Roots were taken out. Their links may still be there, and something else have taken what they lead to; and what
    /// other links lead to may be free now.
    package func tookOut(_ taken: [LibraryRoot], _ places: [Place]) {
        let watcher = watcher
        // Only now: while a root was taken out, another one may have come to its path.
        let found = places.map { ($0, watcher?.node(at: $0.folder)) }
        state.withLock { state in
            for root in taken { state.confirmed.remove(root.node) }
            for case (let place, let folder?) in found {
                state.wait(Waiting(folder: folder, name: place.name))
            }
        }
        askAgain()
    }

    /// Notes where a root's path leads, which may not be where it was thought to: its disk was away. Where it meets what
    /// another link leads to, one of the two has to go.
    ///
    /// - Parameter isBack: while it was away another link may have been followed to where it leads.
    package func leads(_ root: LibraryRoot, to real: FilePath, isBack: Bool = false) {
        guard roots.setRealPath(real, of: root.node) || isBack, isInPlay, let root = roots[root.node] else {
            return
        }
        for other in roots.overlapping(real) where other.node != root.node {
            askAgain(whetherToFollow: other.yields(to: root) ? other : root)
        }
        askAgain()
    }

    /// Notes from which folders files are imported: no link that leads to them is followed, or it would bring into the index
    /// what is to leave its place.
    ///
    /// - Parameter folders: without any link.
    package func importFoldersAre(_ folders: [FilePath]) {
        let isNews = state.withLock { state in
            defer { state.importFolders = folders }
            return state.importFolders != folders
        }
        guard isNews, isInPlay else { return }
        for root in roots.all where folders.contains(where: root.realPath.overlaps) {
            askAgain(whetherToFollow: root)
        }
        askAgain()
    }

    /// Has the link of a root looked at; nothing of one that no link leads to.
    private func askAgain(whetherToFollow root: LibraryRoot) {
        guard let link = root.link, !link.isMount, let name = link.way.last,
            let folder = roots.folder(of: link).flatMap({ watcher?.node(at: $0) })
        else { return }
        watcher?.markAgain(folder, name: name)
    }

    /// A mount or a root came or went: what could not be followed then may be now, and the other way round.
    package func askAgain() {
        guard isInPlay else { return }
        let (watcher, waiting) = state.withLock { state in
            state.forgetGone()
            return (state.watcher, Array(state.waiting.keys))
        }
        for link in waiting { watcher?.markAgain(link.folder, name: link.name) }
    }

    /// Has the links looked at that are not followed: nobody is told when a folder comes to where one led nowhere, and nobody when what it
    /// leads through, somewhere outside, leads elsewhere by now. Not those that are called as photos are: some programs keep each file
    /// behind a link, and have thousands that lead nowhere while their disk is away. Nor those behind which nobody answers: each look
    /// would wait for that, and they are asked again when somebody does. And of albums, whose many links lead to the library's own
    /// folders, no link that leads somewhere.
    package func askAgainWhatNobodyTells() {
        guard isInPlay else { return }
        let (watcher, waiting) = state.withLock { state in
            let asked = state.waiting.filter { $0.key.name.format == nil && $0.value != Self.isSilent }
            let leading = asked.filter { $0.value != nil }
            return (
                state.watcher,
                (leading.count > Self.albumSize ? asked.filter { $0.value == nil } : asked).keys
            )
        }
        for link in waiting { watcher?.mark(link.folder, name: link.name) }
    }

    /// More links than this that are not followed, and lead somewhere, are of albums.
    private static let albumSize = 64

    /// Nobody can say whether the links in a root that is offline are still there: what they lead to is looked at.
    package func lookAtAll(from outer: NodeID, dueTo work: FolderWork) {
        guard isInPlay else { return }
        for root in roots.linked(from: outer) where confirm(root) {
            watcher?.markRoot(root.node, dueTo: work)
        }
    }

    // MARK: The audit

    /// Entries of a folder of which the roots are not what they should be.
    ///
    /// - Parameters:
    ///   - links: the folder's links, as far as its options have links followed.
    ///   - mounts: folders in it that are mounts.
    package func unsettled(_ links: [FileName], mounts: [FileName], in folder: FilePath) -> [FileName] {
        let names = links + mounts
        guard isInPlay || !names.isEmpty else { return [] }
        let kept = Set(names.map { folder.appending($0) })
        let leftOver = roots.linked(below: folder).filter { !kept.contains($0.library.path) }
            .compactMap { root in
                root.link?.way.last.flatMap { folder.appending($0) == root.library.path ? $0 : nil }
            }
        let sights = sights(at: links.map { folder.appending($0) })
        let wrong = zip(links, sights).filter { name, sight in
            let known = roots.linked(at: folder.appending(name))
            guard case .folder(let real, let target) = sight else { return false }
            let isToBeFollowed = verdict(on: real, except: known) == .follow
            return isToBeFollowed ? target != known?.link?.target : known != nil
        }
        return leftOver + mounts.filter { roots.linked(at: folder.appending($0)) == nil } + wrong.map(\.0)
    }

    /// What stands at paths. A root that hangs, and whose link says what it said, is not asked for: each time another thread would
    /// wait for it.
    func sights(at paths: [FilePath]) -> [LinkSight] {
        let isSilent = paths.map { path in
            guard let known = roots.linked(at: path), known.hanging != nil else { return false }
            // What is mounted no more does not hang.
            return known.isNestedMount
                ? state.withLock { $0.mountPoints.contains(known.realPath) }
                : LinkSight.text(of: path) == known.link?.target
        }
        let asked = zip(paths, isSilent).filter { !$1 }.map(\.0)
        var sights = LinkSight.look(at: asked) { [weak self] in self?.askAgain() }[...]
        return isSilent.map { $0 ? .silent : sights.popFirst() ?? .silent }
    }

    /// Whether the link that a root was reached by is there no more, or the folder that it was mounted on.
    package func isGone(_ root: LibraryRoot) -> Bool {
        guard let link = root.link, roots[root.node] != nil else { return false }
        // What is missing in a root that is offline may come back with it.
        guard let outer = roots[link.outer] else { return true }
        guard outer.state != .offline else { return false }
        do throws(FolderError) {
            return try !link.leads(by: roots.status(at: root.library.path))
        } catch {
            return error == .missing
        }
    }
}
