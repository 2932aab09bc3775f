import Descriptors
import DiskReading
import Files
import Findings
import FolderWatch
import Glibc
import LibraryIndex
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Roots
import Sweeps

/// Looks at directories that may have changed, in one lane: one mount, one thread. It compares what it sees with a
/// snapshot of the index to know what is worth reading; what is to be done about it the writer decides.
///
/// What is *gone* is said last, when the lane has nothing else to look at: a file that was moved is then found at its
/// new place first, and its id moves with it.
package final class Crawler {
    let lane: Int
    let watcher: FolderWatcher
    let index: LibraryIndex
    let roots: RootTable
    let progress: SweepProgress
    let options: FolderOptionsTable
    let links: LinkFollower
    let readers: ContentReaders
    /// Tells the watcher whether it gets on.
    let heartbeat: LaneHeartbeat
    /// Where its findings go.
    let findings: CrawlerFindings
    private let queue: FindingQueue
    /// What it could not look at.
    let trouble = DiskTrouble()
    /// How its disk gets on.
    var pace = DiskPace()
    private var visits: UInt64 = 0
    /// What the look that is under way has taken over of what was held back: names to be looked at once more.
    private var takenOver: Set<FileName> = []
    /// How often the rules of its roots had changed when they were last listed.
    var ruleChanges: [NodeID: Int] = [:]
    private var filesystems: [Device: FilesystemIdentity] = [:]
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)

    struct Device: Hashable {
        let major: UInt32
        let minor: UInt32

        init(_ status: FileStatus) {
            major = status.deviceMajor
            minor = status.deviceMinor
        }
    }

    /// What tells one directory from another among those that a lane looks at.
    enum DirectoryIdentity: Hashable {
        case numbered(Device, inode: UInt64)
        /// A directory whose number says nothing of it: another one at its place is taken for the same by the index, too.
        case named(FilePath)
    }

    /// How long a lane with nothing else to do waits before it says what is gone. A file leaves its old place a moment
    /// before the kernel queues the event that says where it went, and whoever moves it may be interrupted in between.
    private static let lateDelay: UInt64 = 5_000_000

    package init(
        lane: Int,
        watcher: FolderWatcher,
        queue: FindingQueue,
        readers: ContentReaders,
        index: LibraryIndex,
        roots: RootTable,
        progress: SweepProgress,
        options: FolderOptionsTable,
        links: LinkFollower
    ) {
        self.lane = lane
        self.watcher = watcher
        self.queue = queue
        self.index = index
        self.roots = roots
        self.progress = progress
        self.options = options
        self.links = links
        self.readers = readers
        findings = CrawlerFindings(
            lane: lane,
            watcher: watcher,
            queue: queue,
            options: options,
            descriptors: readers.descriptors
        )
        heartbeat = findings.heartbeat
    }

    deinit { buffer.deallocate() }

    /// Works until the watcher is stopped.
    package func run() {
        while true {
            if let work = watcher.takeWork(lane: lane) {
                visit(work)
                continue
            }
            // The disk is ahead of the events read so far: where a file is gone or replaced, the event that says where it
            // went may still be in the kernel's queue, or be about to come.
            if findings.holdsBack {
                watcher.drain()
                let delay = findings.awaitsEvents ? Self.lateDelay : 0
                if let work = watcher.nextWork(lane: lane, within: delay) {
                    visit(work)
                    continue
                }
            }
            findings.rest()
            guard let work = watcher.nextWork(lane: lane) else { break }
            visit(work)
        }
        findings.flush()
    }

    // MARK: One directory

    private func visit(_ work: FolderWork) {
        findings.enter()
        look(at: work)
        findings.leave()
        findings.noteOpening(isDone: false)
    }

    private func look(at work: FolderWork) {
        guard let rootNode = watcher.root(of: work.node), let root = roots[rootNode] else {
            findings.finish(work, foundSomething: false)
            return
        }
        let isRoot = rootNode == work.node
        trouble.begin()
        takenOver = []
        // A folder that is a mount hangs in another lane, if it does.
        if !isRoot, links.isInPlay, links.isMount(root.way(below: work.path), of: root) {
            watcher.prune(work)
            return findings.finish(work, foundSomething: false)
        }
        if isRoot, root.isLinked, links.isGone(root) {
            findings.say(.linkGone(root.node))
            return findings.finish(work, foundSomething: true)
        }
        do throws(FolderError) {
            let directory =
                isRoot ? try DirectoryReader(rootPath: work.path) : try DirectoryReader(path: work.path)
            // Device numbers are given again: another disk may stand at a root now.
            if isRoot { filesystems = [:] }
            var visit = try begin(work, directory.descriptor, root: root)
            if isRoot, try !welcome(root, directory.descriptor) {
                isOffline(work)
                return findings.finish(work, foundSomething: false)
            }
            // Of an ignored folder its parent's listing tells the index.
            if !isRoot, visit.options.cascade.ignores(folder: visit.folder) {
                watcher.prune(work)
                return findings.finish(work, foundSomething: false)
            }
            if case .stale = watcher.watch(work, directoryDescriptor: directory.descriptor) {
                findings.finish(work, foundSomething: false)
                return
            }
            // Moved since the work was taken: what is open here may be another directory. It is marked anew.
            if work.kind == .names, !watcher.confirm(work) {
                return findings.finish(work, foundSomething: false)
            }
            findings.takeHeld(for: &visit)
            takenOver = visit.heldNames
            findings.waitForWriter(of: visit.directory)
            let foundSomething =
                switch work.kind {
                case .names:
                    if let found = try look(atNamesOf: visit) {
                        found
                    } else {
                        try list(visit, directory, buffer: buffer)
                    }
                case .listing, .tree: try list(visit, directory, buffer: buffer)
                }
            if let error = trouble.error {
                watcher.unreadable(work, error)
            } else if work.wasUnreadable {
                watcher.readable(work)
            }
            findings.finish(work, foundSomething: foundSomething)
        } catch {
            failed(work, isRoot: isRoot, error)
        }
    }

    private func begin(
        _ work: FolderWork,
        _ descriptor: Int32,
        root: LibraryRoot
    ) throws(FolderError) -> Visit {
        // By a name in it: where a folder may be listed and not searched, nothing in it can be looked at, and nothing is gone.
        let status = try FileStatus(of: FileName("."), in: descriptor)
        let device = Device(status)
        let filesystem: FilesystemIdentity
        if let known = filesystems[device] {
            filesystem = known
        } else {
            filesystem = try FilesystemIdentity(of: descriptor)
            filesystems[device] = filesystem
        }
        if status.isMountRoot, work.path != root.library.path {
            roots.noteMount(of: "\(device.major):\(device.minor)", below: root.node)
        }
        visits += 1
        let number = DirectoryNumber(status, keepsInodes: filesystem.keepsInodes)
        let identity: DirectoryIdentity =
            number.inode == 0 ? .named(work.path) : .numbered(device, inode: number.inode)
        let rootLength = root.library.path.bytes.count
        let options = optionsKnown(for: work, in: root)
        let components = work.path.bytes.dropFirst(rootLength).split(separator: UInt8(ascii: "/"))
        return Visit(
            work: work,
            root: root,
            directory: identity,
            descriptor: descriptor,
            place: DirectoryPlace(
                root: root.key,
                components: components.map { FileName(Array($0)) },
                filesystem: filesystem.text,
                formerFilesystems: filesystem.formerTexts,
                inode: number.inode,
                birthTime: number.birthTime,
                visit: UInt64(lane) << 48 | visits,
                work: work,
                making: options.making
            ),
            keepsInodes: filesystem.keepsInodes,
            mayHang: filesystem.isNetwork,
            options: options
        )
    }

    /// Where a subdirectory is; `nil` for one on another device, a mount point or a subvolume: only its own visit tells, which
    /// whoever asks has to mark where the watcher knows it already.
    func place(ofChild name: FileName, _ status: FileStatus, of visit: Visit) -> DirectoryPlace? {
        guard let filesystem = filesystems[Device(status)], filesystem.text == visit.place.filesystem
        else { return nil }
        visits += 1
        let number = DirectoryNumber(status, keepsInodes: filesystem.keepsInodes)
        return DirectoryPlace(
            root: visit.place.root,
            components: visit.place.components + [name],
            filesystem: filesystem.text,
            formerFilesystems: filesystem.formerTexts,
            inode: number.inode,
            birthTime: number.birthTime,
            visit: UInt64(lane) << 48 | visits,
            work: visit.work
        )
    }

    /// Whether the root is what it has always been, and not the empty folder its disk is mounted on.
    private func welcome(_ root: LibraryRoot, _ descriptor: Int32) throws(FolderError) -> Bool {
        let filesystem = try FilesystemIdentity(of: descriptor)
        let status = try FileStatus(of: descriptor)
        let place = RootHome.Place(
            filesystem: filesystem.text,
            formerly: filesystem.formerTexts,
            isCertain: filesystem.isCertain,
            device: UInt64(status.deviceMajor) << 32 | UInt64(status.deviceMinor),
            inode: status.inode,
            isMount: status.isMountRoot
        )
        roots.setSight(RootSight(status, keepsInodes: filesystem.keepsInodes), of: root.node)
        // Nothing but what is in it tells a disk without a name of its own from another.
        let contents = try roots.contents(of: root, place, index, heartbeat)
        let welcome = roots.welcome(root.node, place, contents)
        if welcome == .newMount { remember(mount: status.inode, of: root) }
        if welcome == .noMount { remember(mount: nil, of: root) }
        let isAtHome = welcome != .otherFileSystem
        let state: LibraryRoot.State = !isAtHome ? .offline : filesystem.isNetwork ? .polled : .online
        let isNews = roots.setState(state, of: root.node, absence: isAtHome ? nil : .notMounted)
        if isNews {
            watcher.setPolled(root.node, state == .polled)
            progress.statusChanged()
        }
        // Only now: what a root leads to that is known to be away is nobody's.
        if let real = HostFiles.local.resolved(root.library.path) {
            links.leads(root, to: real, isBack: isNews)
        }
        return isAtHome
    }

    private func remember(mount inode: UInt64?, of root: LibraryRoot) {
        queue.append(order: { [index, progress] in
            do throws(IndexError) {
                _ = try index.write { writer throws(IndexError) in
                    try writer.setMountedInode(inode, ofRoot: root.key)
                }
            } catch {
                progress.note(problem: error)
            }
        })
    }

    private func failed(_ work: FolderWork, isRoot: Bool, _ error: FolderError) {
        switch error {
        case .exhausted(let code):
            // A shortage says nothing of the directory. Some of it may have been told already.
            watcher.remark(work)
            // Nobody else knows of these any more.
            if !takenOver.isEmpty { watcher.markAgain(work.node, names: Array(takenOver)) }
            findings.finish(work, foundSomething: true)
            _ = findings.wait(for: .refused(errno: code))
            return
        case _ where isRoot:
            let absence = RootAbsence(error, at: work.path)
            if roots.setState(.offline, of: work.node, absence: absence) {
                progress.statusChanged()
                if roots[work.node]?.leadsNowhere ?? false { links.askAgain() }
            }
            isOffline(work)
        case .missing: watcher.vanished(work)
        case .unreadable, .unreachable: watcher.unreadable(work, error)
        }
        findings.finish(work, foundSomething: false)
    }

    private func isOffline(_ work: FolderWork) {
        watcher.rootIsOffline(work.node)
        links.lookAtAll(from: work.node, dueTo: work)
    }
}
