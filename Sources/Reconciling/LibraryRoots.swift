import Configuration
import FolderWatch
import LibraryIndex
import PhotoModel
import Threads

/// The folders of a library: which are watched, and by which crawler.
extension PhotoLibrary {
    /// Begins to watch a folder.
    public func addRoot(_ library: Library, isAdded: Bool) throws {
        let key = try index.write { writer throws(IndexError) in
            try writer.ensureRoot(name: library.name, path: library.path)
        }.value
        let (lane, isPolled) = lane(for: library.path)
        let node = watcher.addRoot(library.path, lane: lane, isPolled: isPolled)
        roots.add(
            LibraryRoot(
                library: library,
                key: key,
                node: node,
                lane: lane,
                seenState: isPolled ? .polled : .online,
                home: try rememberedHome(of: key),
                isAdded: isAdded
            )
        )
        try startCrawler(lane)
        // The crawler may have come to it before it was in the table.
        watcher.markRoot(node)
        progress.rootsChanged()
    }

    /// Stops watching a folder. Its assets leave the index; their identities wait in case it comes back.
    public func removeRoot(_ root: LibraryRoot, then completion: @escaping @Sendable ((any Error)?) -> Void) {
        perform({ [self] writer throws(IndexError) in
            try forget(root.key, name: root.library.name, writer)
        }) { [roots, watcher, progress] result in
            switch result {
            case .success:
                // On the writer's thread: nothing of the root can be written between the transaction and this.
                roots.remove(root.node)
                watcher.removeRoot(root.node)
                progress.rootsChanged()
                completion(nil)
            case .failure(let error): completion(error)
            }
        }
    }

    public var allRoots: [LibraryRoot] { roots.all }
    /// Names and states of the roots by their numbers, for replies.
    public var rootLabels: RootLabels { roots.labels }

    func removeForgottenRoots(keeping paths: [FilePath]) throws {
        let kept = Set(paths)
        _ = try index.write { writer throws(IndexError) in
            for root in try writer.reader.roots() where !kept.contains(root.path) {
                try forget(root.key, name: root.name, writer)
            }
        }
    }

    private func forget(_ key: Int64, name: String, _ writer: IndexWriter) throws(IndexError) {
        var transaction = try FindingTransaction(
            writer: writer,
            builder: self.writer.currentBuilder,
            roots: roots,
            now: LibraryWriter.now(),
            isFirstSweep: false,
            directories: DirectoryResolver()
        )
        if let directory = try writer.reader.directory(root: key, parent: 0, name: FileName([])) {
            try transaction.removeTree(directory, rootName: name, isDeleted: false)
        }
        try writer.removeRoot(key)
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

    /// One lane a mount, so that one that hangs holds up nothing else.
    private func lane(for path: FilePath) -> (lane: Int, isPolled: Bool) {
        // A mount that hangs already gets a lane of its own, and its crawler finds out. Until then it is to be asked
        // with patience, as a network is.
        guard let answer = Patience.call(atMost: .seconds(2), { Self.device(of: path) }) else {
            return (newLane(nil), true)
        }
        guard let (device, isNetwork) = answer else { return (newLane(nil), false) }
        return (newLane(device), isNetwork)
    }

    private static func device(of path: FilePath) -> (device: UInt64, isNetwork: Bool)? {
        guard let directory = try? DirectoryReader(rootPath: path),
            let status = try? FileStatus(of: directory.descriptor)
        else { return nil }
        let device = UInt64(status.deviceMajor) << 32 | UInt64(status.deviceMinor)
        return (device, (try? FilesystemIdentity(of: directory.descriptor))?.isNetwork ?? false)
    }

    private func newLane(_ device: UInt64?) -> Int {
        threads.withLock { running in
            if let device, let known = running.laneByDevice[device] { return known }
            let lane = running.nextLane
            running.nextLane += 1
            if let device { running.laneByDevice[device] = lane }
            return lane
        }
    }

    private func startCrawler(_ lane: Int) throws {
        guard threads.withLock({ $0.lanes[lane] == nil }) else { return }
        let crawler: @Sendable () -> Void = { [watcher, queue, pool, index, roots, progress, options] in
            Crawler(
                lane: lane,
                watcher: watcher,
                queue: queue,
                pool: pool,
                index: index,
                roots: roots,
                progress: progress,
                options: options
            ).run()
        }
        guard let thread = NamedThread("crawl-\(lane)", crawler) else { throw LibraryError.noThread }
        threads.withLock { $0.lanes[lane] = thread }
    }
}
