import Crawling
import Files
import Findings
import FolderWatch
import Identities
import LibraryIndex
import PhotoModel
import PhotodConfiguration
import Reconciling
import Roots
import Sweeps
import Threads

/// The folders of a library: which are watched, and by which crawler.
extension LibraryRun {
    /// As `PhotoLibrary.addRoot`.
    func addRoot(_ library: Library, isAdded: Bool) throws {
        let root = try prepare(library, isAdded: isAdded)
        do {
            for linked in roots.all where linked.linkTarget?.overlaps(root.realPath) ?? false {
                try removeRoot(linked)
            }
            try begin(root)
        } catch {
            // Nobody would look into it, and whoever waits for all roots would wait for that.
            do { try removeRoot(root) } catch { logger.error("\(error)") }
            throw error
        }
    }

    /// As `PhotoLibrary.changeRoot`.
    func changeRoot(_ root: LibraryRoot, to library: Library) throws {
        guard library != root.library else { return }
        if library.followsLinks == true { links.bringIntoPlay() }
        if library.name != root.library.name {
            let outcome = Monitor<Result<Void, IndexError>?>(nil)
            perform({ writer throws(IndexError) in
                _ = try writer.ensureRoot(name: library.name, path: library.path)
            }) { [roots] result in
                // On the writer's thread: nothing of the root can be written by its old name once the index has the new one.
                if case .success = result { _ = roots.setLibrary(library, of: root.node) }
                outcome.update { $0 = result }
            }
            try outcome.wait { $0 }.get()
            keeper.schedule()
        }
        for node in roots.setLibrary(library, of: root.node) { watcher.mark(node, .tree) }
        progress.statusChanged()
    }

    /// Makes a folder a root that nobody looks at yet. What a link leads to has its crawler then, or is no root.
    func prepare(_ library: Library, isAdded: Bool, link: RootLink? = nil) throws -> LibraryRoot {
        let sighting = sighting(of: library.path)
        // What links lead to that is not there has one lane together, however many they are.
        let linkedLane =
            link == nil
            ? nil : lane(for: sighting.device ?? Self.nowhere, sighting.filesystem, or: library.path)
        // First: whoever waits for all roots would wait for one that nobody can look into.
        if let linkedLane { try startCrawler(linkedLane) }
        let key = try index.write { writer throws(IndexError) in
            let key = try writer.ensureRoot(name: library.name, path: library.path)
            if let link { try writer.setLink(link.target, in: link.outerKey, ofRoot: key) }
            return key
        }.value
        let isPolled = sighting.isNetwork
        let home = try rememberedHome(of: key)
        // A root whose disk is not mounted yet must not share the lane of the disk with its mount point: its server may hang.
        let isAway = home.isElsewhere(than: sighting.filesystem)
        let lane =
            linkedLane
            ?? self.lane(for: isAway ? nil : sighting.device, sighting.filesystem, or: library.path)
        let node = watcher.addRoot(library.path, lane: lane, isPolled: isPolled, isMarked: false)
        let root = LibraryRoot(
            library: library,
            key: key,
            node: node,
            lane: lane,
            seenState: isPolled ? .polled : .online,
            home: home,
            realPath: sighting.realPath ?? library.path,
            link: link,
            isAdded: isAdded
        )
        roots.add(root)
        if library.followsLinks == true { links.bringIntoPlay() }
        links.weighMounts()
        return root
    }

    func begin(_ root: LibraryRoot) throws {
        try startCrawler(root.lane)
        watcher.mark(root.node, .tree)
        progress.statusChanged()
    }

    /// Has what a link leads to looked at as a root of its own, once it is marked. `nil` where the index cannot take it in
    /// just now.
    func addLinked(_ library: Library, _ link: RootLink, _ realPath: FilePath) throws -> NodeID? {
        let root: LibraryRoot
        do {
            root = try prepare(library, isAdded: false, link: link)
        } catch let error as IndexError where error.mayPass && !queue.isAbandoned {
            progress.note(problem: error)
            // Where that fails too there is still no room, which is told already.
            if error.isLackOfRoom { try? index.emptyLog() }
            return nil
        }
        roots.setRealPath(realPath, of: root.node)
        progress.statusChanged()
        return root.node
    }

    /// As `PhotoLibrary.removeRoot`.
    func removeRoot(_ root: LibraryRoot) throws {
        let outcome = Monitor<Result<Void, IndexError>?>(nil)
        perform({ [self] writer throws(IndexError) in
            let all = roots.linked(from: root.node) + [root]
            for root in all { try self.writer.removeRoot(root.key, name: root.library.name, writer) }
            return all.map(\.node)
        }) { [writer] result in
            // On the writer's thread: nothing of the root can be written between the transaction and this.
            if case .success(let nodes) = result { writer.takeOut(nodes) }
            outcome.update { $0 = result.map { _ in () } }
        }
        try outcome.wait { $0 }.get()
    }

    /// Returns the roots that links in the others lead to, outer ones first.
    func removeForgottenRoots(keeping paths: [FilePath]) throws -> [IndexedLink] {
        var kept = Set(paths)
        let named = paths.map { sighting(of: $0).realPath ?? $0 }
        let (all, known) = try index.read { reader throws(IndexError) in
            (try reader.roots(), try reader.links())
        }
        var links: [IndexedLink] = []
        for link in known.sorted(by: { $0.root.path.bytes.count < $1.root.path.bytes.count })
        where all.contains(where: { $0.key == link.outer && kept.contains($0.path) }) {
            // Where it leads may have been named as a root since.
            let target = link.target.isEmpty ? nil : sighting(of: link.root.path).realPath
            if let target, named.contains(where: target.overlaps) { continue }
            kept.insert(link.root.path)
            links.append(link)
        }
        let staying = kept
        _ = try index.write { writer throws(IndexError) in
            for root in all where !staying.contains(root.path) {
                try self.writer.removeRoot(root.key, name: root.name, writer)
            }
        }
        return links
    }

    /// Takes up what links lead to as it was when the daemon stopped. Nobody looks at it before its link has been seen.
    func takeUp(_ link: IndexedLink) throws {
        guard let outer = roots.root(withKey: link.outer) else { return }
        links.bringIntoPlay()
        let path = link.root.path
        let library = outer.inner(at: path, named: link.root.name)
        let way = outer.way(to: path)
        let rootLink = RootLink(outer: outer.node, outerKey: outer.key, way: way, target: link.target)
        _ = try prepare(library, isAdded: false, link: rootLink)
    }

    private func rememberedHome(of key: Int64) throws -> RootHome {
        try index.read { reader throws(IndexError) in
            let directory = try reader.directory(root: key, parent: 0, name: FileName([]))
            var filesystem: String?
            if let directory { filesystem = try reader.filesystem(directory.filesystem) }
            // What was never looked into has nothing to lose.
            let inode = directory == nil ? nil : try reader.mountedInode(ofRoot: key)
            return RootHome(filesystem: filesystem, mountedInode: inode)
        }
    }

    /// What a look at a root's path tells before a crawler comes.
    private struct Sighting {
        var device: UInt64?
        var isNetwork = false
        var filesystem: FilesystemIdentity?
        /// Without any link.
        var realPath: FilePath?

        init(isNetwork: Bool) { self.isNetwork = isNetwork }

        init(at path: FilePath) {
            // What a link leads to while its disk is away is what its text says.
            realPath = HostFiles.local.resolved(path) ?? LinkSight.lexicalTarget(of: path)
            guard let directory = try? DirectoryReader(rootPath: path),
                let status = try? FileStatus(of: directory.descriptor)
            else { return }
            device = UInt64(status.deviceMajor) << 32 | UInt64(status.deviceMinor)
            filesystem = try? FilesystemIdentity(of: directory.descriptor)
            isNetwork = filesystem?.isNetwork ?? false
        }
    }

    private func sighting(of path: FilePath) -> Sighting {
        // A mount that hangs already gets a lane of its own, and its crawler finds out. Until then it is to be asked
        // with patience, as a network is.
        Patience.call(atMost: .seconds(2)) { Sighting(at: path) } ?? Sighting(isNetwork: true)
    }

    /// No device's number.
    private static let nowhere = UInt64.max

    /// One lane a mount, so that one that hangs holds up nothing else.
    ///
    /// - Parameters:
    ///   - device: `nil` where it is not known.
    ///   - filesystem: what is on it.
    ///   - path: of the root, which has a lane of its own then, the same however often it is added.
    private func lane(for device: UInt64?, _ filesystem: FilesystemIdentity?, or path: FilePath) -> Int {
        threads.withLock { running in
            var known = device.map { running.laneByDevice[$0] } ?? running.laneByPath[path]
            if let device, device != Self.nowhere {
                let common = running.laneByDevice[Self.nowhere]
                known = roots.lane(of: device, filesystem, given: known, notThatOf: common)
            }
            let lane = known ?? running.nextLane
            if known == nil { running.nextLane += 1 }
            if let device { running.laneByDevice[device] = lane } else { running.laneByPath[path] = lane }
            return lane
        }
    }

    private func startCrawler(_ lane: Int) throws {
        let crawler: @Sendable () -> Void = {
            [watcher, queue, readers, index, roots, progress, options, links] in
            Crawler(
                lane: lane,
                watcher: watcher,
                queue: queue,
                readers: readers,
                index: index,
                roots: roots,
                progress: progress,
                options: options,
                links: links
            ).run()
        }
        // At once: a link may be followed to a disk while a root is added on it, and a lane has one crawler.
        let isThere = threads.withLock { running in
            if running.lanes[lane] == nil { running.lanes[lane] = NamedThread("crawl-\(lane)", crawler) }
            return running.lanes[lane] != nil
        }
        guard isThere else { throw LibraryError.noThread }
    }
}
