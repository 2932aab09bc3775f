import Descriptors
import DiskReading
import Findings
import FolderWatch
import OptionFiles
import PhotoModel
import Threads

/// What a crawler has to say, on its way to the writer: findings that are queued, those that are held back, and the work
/// that ends when what it led to is written.
final class CrawlerFindings {
    let heartbeat: LaneHeartbeat
    private let lane: Int
    private let watcher: FolderWatcher
    private let queue: FindingQueue
    private let options: FolderOptionsTable
    private let descriptors: DescriptorLedger
    private var isVisiting = false
    /// When something could not be opened last, for want of descriptors; `nil` where that is over.
    private var refusedAt: UInt64?

    /// Findings that tell of something gone, and the work they came from.
    private var late = LateFindings()
    /// Work whose findings are all queued.
    private var finished: [FolderWork] = []
    private var finishedSince: UInt64 = 0
    /// The last thing said of each directory, as far as it may not be in the index yet. One that left the tree and came
    /// back has another node, and is the same.
    private var said: [Crawler.DirectoryIdentity: FindingQueue.Ticket] = [:]
    private var lastTicket: FindingQueue.Ticket = 0

    /// Nanoseconds that finished work waits at most for more of it, to be released together.
    private static let finishedDelay: UInt64 = 5_000_000
    /// Directories of which it is remembered what was said.
    private static let saidLimit = 20_000
    /// Nanoseconds without another refusal after which a lane that has more to look at is said to get on.
    private static let refusalTime: UInt64 = 1_000_000_000

    init(
        lane: Int,
        watcher: FolderWatcher,
        queue: FindingQueue,
        options: FolderOptionsTable,
        descriptors: DescriptorLedger
    ) {
        self.lane = lane
        self.watcher = watcher
        self.queue = queue
        self.options = options
        self.descriptors = descriptors
        heartbeat = watcher.heartbeat(lane: lane)
    }

    /// Whether something is to be said when the lane has nothing else to look at.
    var holdsBack: Bool { !late.isEmpty }
    /// Whether an event may still tell more of it.
    var awaitsEvents: Bool { late.awaitsEvents }

    // MARK: Calls into the file system

    /// From here on the crawler is in calls that may hang.
    func enter() {
        if late.isOverdue { flush() }
        isVisiting = true
        heartbeat.enter()
    }

    func leave() {
        comeOut()
        isVisiting = false
    }

    private func comeOut() {
        if heartbeat.leave() { watcher.laneIsBack(lane) }
    }

    /// Waits for others than the file system: however long that takes, the lane does not hang.
    func whileOffDisk<Value>(_ body: () -> Value) -> Value {
        guard isVisiting else { return body() }
        comeOut()
        defer { heartbeat.enter() }
        return body()
    }

    // MARK: Want of descriptors

    /// Waits until what could not be opened is worth another try.
    ///
    /// - Returns: `false` where the daemon stops, and nobody waits for what would be found.
    func wait(for delay: OpeningDelay) -> Bool {
        if case .refused = delay { refusedAt = MonotonicClock.now() }
        // What is finished is said before that, as somebody may wait for it.
        sayFinished()
        whileOffDisk { descriptors.wait(for: delay, as: .crawler(lane: lane)) }
        return !queue.isAbandoned
    }

    /// Says that what could not be opened was, once it is.
    ///
    /// - Parameter isDone: whether the lane has nothing else to look at.
    func noteOpening(isDone: Bool) {
        guard let since = refusedAt, isDone || MonotonicClock.now() - since > Self.refusalTime else { return }
        refusedAt = nil
        descriptors.isOver(for: .crawler(lane: lane))
    }

    // MARK: Saying

    /// Says what no directory is to wait for.
    func say(_ finding: Finding) {
        lastTicket = whileOffDisk { queue.append(FindingSlot(finding, lane: lane, reads: 0, weight: 1)) }
    }

    func say(_ finding: Finding, of visit: Visit) {
        append(FindingSlot(finding, lane: lane, reads: 0, weight: 1), of: visit.directory)
    }

    /// Queues a chunk of shots; `isLate` ones tell of files that are gone.
    func say(_ chunk: FindingChunk, of visit: Visit, isLate: Bool = false) {
        guard !chunk.isEmpty else { return }
        // Workers may be busy for longer than a call into the file system takes.
        let slot = whileOffDisk { chunk.submit(as: visit.place, lane: lane) { [queue] in queue.wake() } }
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

    private func append(_ slot: FindingSlot, of directory: Crawler.DirectoryIdentity) {
        lastTicket = whileOffDisk { queue.append(slot) }
        said[directory] = lastTicket
    }

    // MARK: Holding back

    /// What is held back of a directory that is looked at again is forgotten, and its names are looked at once more: by
    /// now they may be something else.
    func takeHeld(for visit: inout Visit) {
        if !late.canBeTaken(for: visit) { flush() }
        let held = late.take(for: visit)
        visit.heldNames = held.names
        // The barrier that wanted them as they stand still waits.
        visit.work.demand(held.demanded)
        visit.place.work = visit.work
    }

    /// What was said of a directory must be in the snapshot it is compared with next: else a file that was found and is
    /// gone again would be missed.
    func waitForWriter(of directory: Crawler.DirectoryIdentity) {
        guard let ticket = said.removeValue(forKey: directory) else { return }
        whileOffDisk { queue.waitUntilWritten(ticket, lane: lane) }
    }

    /// Says what was held back and waits until all is in the index. No work ends by this: the look that asks for it may
    /// be one that is taken in place of an earlier one.
    func settle() {
        sayHeld()
        waitForWriter()
    }

    /// Waits until the writer has taken in everything said so far.
    func waitForWriter() {
        whileOffDisk { queue.waitUntilWritten(lastTicket, lane: lane) }
    }

    // MARK: The end of work

    func finish(_ work: FolderWork, foundSomething: Bool) {
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
        lastTicket = whileOffDisk { queue.append(slot) }
        finished = []
    }

    private func sayHeld() {
        for (directory, slot) in late.takeAll() { append(slot, of: directory) }
    }

    func flush() {
        sayHeld()
        finished.append(contentsOf: late.work)
        late = LateFindings()
        sayFinished()
        if said.count > Self.saidLimit { waitForWriter() }
        if queue.isWritten(lastTicket, lane: lane) { said = [:] }
    }

    /// Nothing else is to be looked at: whoever waits for what was said waits for the writer alone.
    func rest() {
        flush()
        noteOpening(isDone: true)
        queue.hurry()
    }
}
