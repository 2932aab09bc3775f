import Configuration
import Extraction
import FolderWatch
import Glibc
import LibraryIndex
import PhotoModel
import Threads

/// Looks at directories that may have changed, in one lane: one mount, one thread. It compares what it sees with a
/// snapshot of the index to know what is worth reading; what is to be done about it the writer decides.
///
/// What is *gone* is said last, when the lane has nothing else to look at: a file that was moved is then found at its
/// new place first, and its id moves with it.
final class Crawler {
    let lane: Int
    let watcher: FolderWatcher
    let index: LibraryIndex
    let roots: RootTable
    let progress: SweepProgress
    let options: FolderOptionsTable
    let links: LinkFollower
    /// Tells the watcher whether it gets on.
    let pulse: LanePulse
    private var isVisiting = false
    private let queue: FindingQueue
    private let pool: ExtractionPool

    /// Findings that tell of something gone, and the work they came from.
    private var late = LateFindings()
    /// Work whose findings are all queued.
    private var finished: [FolderWork] = []
    private var finishedSince: UInt64 = 0
    /// The last thing said of each directory, as far as it may not be in the index yet. One that left the tree and came
    /// back has another node, and is the same.
    private var said: [DirectoryIdentity: FindingQueue.Ticket] = [:]
    private var lastTicket: FindingQueue.Ticket = 0
    private var visits: UInt64 = 0
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

    struct DirectoryIdentity: Hashable {
        let device: Device
        let inode: UInt64
    }

    /// How long a lane with nothing else to do waits before it says what is gone. A file leaves its old place a moment
    /// before the kernel queues the event that says where it went, and whoever moves it may be interrupted in between.
    private static let lateDelay: UInt64 = 5_000_000
    /// Nanoseconds that finished work waits at most for more of it, to be released together.
    private static let finishedDelay: UInt64 = 5_000_000
    /// Directories of which it is remembered what was said.
    private static let saidLimit = 20_000

    init(
        lane: Int,
        watcher: FolderWatcher,
        queue: FindingQueue,
        pool: ExtractionPool,
        index: LibraryIndex,
        roots: RootTable,
        progress: SweepProgress,
        options: FolderOptionsTable,
        links: LinkFollower
    ) {
        self.lane = lane
        self.watcher = watcher
        self.queue = queue
        self.pool = pool
        self.index = index
        self.roots = roots
        self.progress = progress
        self.options = options
        self.links = links
        pulse = watcher.pulse(lane: lane)
    }

    deinit { buffer.deallocate() }

    /// Works until the watcher is stopped.
    func run() {
        while true {
            if let work = watcher.takeWork(lane: lane) {
                visit(work)
                continue
            }
            // The disk is ahead of the events read so far: where a file is gone or replaced, the event that says where it
            // went may still be in the kernel's queue, or be about to come.
            if !late.isEmpty {
                watcher.drain()
                let delay = late.awaitsEvents ? Self.lateDelay : 0
                if let work = watcher.nextWork(lane: lane, within: delay) {
                    visit(work)
                    continue
                }
            }
            flush()
            guard let work = watcher.nextWork(lane: lane) else { break }
            visit(work)
        }
        flush()
    }

    // MARK: One directory

    private func visit(_ work: FolderWork) {
        if late.isOverdue { flush() }
        isVisiting = true
        pulse.enter()
        look(at: work)
        comeOut()
        isVisiting = false
    }

    private func comeOut() {
        if pulse.leave() { watcher.laneIsBack(lane) }
    }

    /// Waits for others than the file system: however long that takes, the lane does not hang.
    func outside<Value>(_ body: () -> Value) -> Value {
        guard isVisiting else { return body() }
        comeOut()
        defer { pulse.enter() }
        return body()
    }

    private func look(at work: FolderWork) {
        guard let rootNode = watcher.root(of: work.node), let root = roots[rootNode] else {
            finish(work, foundSomething: false)
            return
        }
        let isRoot = rootNode == work.node
        do throws(FolderError) {
            let directory =
                isRoot ? try DirectoryReader(rootPath: work.path) : try DirectoryReader(path: work.path)
            // Device numbers are given again: another disk may stand at a root now.
            if isRoot { filesystems = [:] }
            var visit = try begin(work, directory.descriptor, root: root)
            if isRoot, try !welcome(root, directory.descriptor) {
                isOffline(work)
                return finish(work, foundSomething: false)
            }
            // Its parent's listing tells the index.
            if !isRoot, visit.options.cascade.ignores(folder: visit.folder) {
                watcher.prune(work)
                return finish(work, foundSomething: false)
            }
            if case .stale = watcher.watch(work, directoryDescriptor: directory.descriptor) {
                finish(work, foundSomething: false)
                return
            }
            progress.directoryIsReadable(work.path)
            // Moved since the work was taken: what is open here may be another directory. It is marked anew.
            if work.kind == .names, !watcher.confirm(work) { return finish(work, foundSomething: false) }
            takeHeld(for: &visit)
            waitForWriter(of: visit.directory)
            let foundSomething =
                switch work.kind {
                case .names:
                    if let found = try look(atNamesOf: visit, directory.descriptor) {
                        found
                    } else {
                        try list(visit, directory, buffer: buffer)
                    }
                case .listing, .tree: try list(visit, directory, buffer: buffer)
                }
            finish(work, foundSomething: foundSomething)
        } catch {
            failed(work, isRoot: isRoot, error)
        }
    }

    private func begin(
        _ work: FolderWork,
        _ descriptor: Int32,
        root: LibraryRoot
    ) throws(FolderError) -> Visit {
        let status = try FileStatus(of: descriptor)
        let device = Device(status)
        let filesystem: FilesystemIdentity
        if let known = filesystems[device] {
            filesystem = known
        } else {
            filesystem = try FilesystemIdentity(of: descriptor)
            filesystems[device] = filesystem
        }
        visits += 1
        let identity = DirectoryIdentity(device: device, inode: status.inode)
        let rootLength = root.library.path.bytes.count
        let options = optionsKnown(for: work, in: root)
        let components = work.path.bytes.dropFirst(rootLength).split(separator: UInt8(ascii: "/"))
        return Visit(
            work: work,
            root: root,
            directory: identity,
            place: DirectoryPlace(
                root: root.key,
                components: components.map { FileName(Array($0)) },
                filesystem: filesystem.text,
                inode: status.inode,
                birthTime: status.birthTime,
                visit: UInt64(lane) << 48 | visits,
                work: work,
                making: options.making
            ),
            options: options
        )
    }

    /// Where a subdirectory is; `nil` for a mount point, whose own visit will tell.
    func place(ofChild name: FileName, _ status: FileStatus, of visit: Visit) -> DirectoryPlace? {
        guard let filesystem = filesystems[Device(status)], filesystem.text == visit.place.filesystem
        else { return nil }
        visits += 1
        return DirectoryPlace(
            root: visit.place.root,
            components: visit.place.components + [name],
            filesystem: filesystem.text,
            inode: status.inode,
            birthTime: status.birthTime,
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
            inode: status.inode,
            isMount: status.isMountRoot
        )
        if let real = HostFiles.local.resolved(root.library.path) { roots.setRealPath(real, of: root.node) }
        let welcome = roots.welcome(root.node, place)
        if welcome == .newMount { remember(mount: status.inode, of: root) }
        let isAtHome = welcome != .stranger
        let state: LibraryRoot.State = !isAtHome ? .offline : filesystem.isNetwork ? .polled : .online
        if roots.setState(state, of: root.node, absence: isAtHome ? nil : .notMounted) {
            watcher.setPolled(root.node, state == .polled)
            progress.rootsChanged()
        }
        return isAtHome
    }

    private func remember(mount inode: UInt64, of root: LibraryRoot) {
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
        if isRoot {
            let absence = RootAbsence(error, at: work.path)
            if roots.setState(.offline, of: work.node, absence: absence) { progress.rootsChanged() }
            isOffline(work)
        } else {
            switch error {
            case .missing: watcher.vanished(work)
            case .unreadable, .exhausted, .unreachable:
                progress.directoryIsUnreadable(work.path, why: error)
                watcher.unreadable(work)
            }
        }
        finish(work, foundSomething: false)
    }

    private func isOffline(_ work: FolderWork) {
        watcher.rootIsOffline(work.node)
        links.lookAtAll(from: work.node, dueTo: work)
    }

    // MARK: What follows

    func say(_ finding: Finding, of visit: Visit) {
        append(FindingSlot(finding, lane: lane, reads: 0, weight: 1), of: visit.directory)
    }

    /// Queues a chunk of shots; `isLate` ones tell of files that are gone.
    func say(_ chunk: FindingChunk, of visit: Visit, isLate: Bool = false) {
        guard !chunk.isEmpty else { return }
        let slot = chunk.submit(as: visit.place, lane: lane, to: pool) { [queue] in queue.wake() }
        if isLate {
            // What is ignored from now on may still be there: a look at its name would tell nothing.
            let isIgnored = options.isInPlay && chunk.names.contains { visit.ignores($0, isDirectory: false) }
            let names = isIgnored ? nil : chunk.names
            late.hold(slot, names: names, isExplained: chunk.isExplained, of: visit)
        } else {
            append(slot, of: visit.directory)
        }
    }

    /// - Parameter name: the entry that it is about; `nil` where a look at it could not tell the same again.
    func sayLate(_ finding: Finding, about name: FileName?, of visit: Visit) {
        late.hold(
            FindingSlot(finding, lane: lane, reads: 0, weight: 1),
            names: name.map { [$0] },
            isExplained: name.map(visit.explains) ?? true,
            of: visit
        )
    }

    private func append(_ slot: FindingSlot, of directory: DirectoryIdentity) {
        lastTicket = outside { queue.append(slot) }
        said[directory] = lastTicket
    }

    /// What is held back of a directory that is looked at again is forgotten, and its names are looked at once more: by
    /// now they may be something else.
    private func takeHeld(for visit: inout Visit) {
        if !late.canBeTaken(visit.directory, for: visit.work) { flush() }
        let held = late.take(visit.directory)
        visit.heldNames = held.names
        // The barrier that wanted them as they stand still waits.
        visit.work.demand(held.demanded)
        visit.place.work = visit.work
    }

    /// What was said of a directory must be in the snapshot it is compared with next: else a file that was found and is
    /// gone again would be missed.
    private func waitForWriter(of directory: DirectoryIdentity) {
        guard let ticket = said.removeValue(forKey: directory) else { return }
        outside { queue.waitUntilWritten(ticket, lane: lane) }
    }

    /// Says what was held back and waits until all is in the index. No work ends by this: the look that asks for it may
    /// be one that is taken in place of an earlier one.
    func settle() {
        sayHeld()
        waitForWriter()
    }

    /// Waits until the writer has taken in everything said so far.
    func waitForWriter() {
        outside { queue.waitUntilWritten(lastTicket, lane: lane) }
    }

    private func finish(_ work: FolderWork, foundSomething: Bool) {
        // With something to be said late, the work goes on until that is said.
        guard !late.keeps(work) else { return }
        // Nothing was said, so nothing has to be written before the barrier may pass.
        guard foundSomething else { return watcher.release(work) }
        if finished.isEmpty { finishedSince = MonotonicClock.now() }
        finished.append(work)
        // A lane that never rests must not keep barriers waiting.
        if finished.count >= 64 || MonotonicClock.now() - finishedSince > Self.finishedDelay { sayFinished() }
    }

    private func sayFinished() {
        guard !finished.isEmpty else { return }
        let slot = FindingSlot(.finished(finished), lane: lane, reads: 0, weight: 1)
        lastTicket = outside { queue.append(slot) }
        finished = []
    }

    private func sayHeld() {
        for (directory, slot) in late.takeAll() { append(slot, of: directory) }
    }

    private func flush() {
        sayHeld()
        finished.append(contentsOf: late.work)
        late = LateFindings()
        sayFinished()
        if said.count > Self.saidLimit { waitForWriter() }
        if queue.isWritten(lastTicket, lane: lane) { said = [:] }
    }
}
