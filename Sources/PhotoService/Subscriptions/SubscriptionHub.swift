import LibraryIndex
import LineProtocol
import LineServer
import Logging
import NIOCore
import PhotoModel
import Reconciling
import Sweeps
import Synchronization
import WatchedLibrary

/// Brings what happens in the library to subscribed sessions. Used on the event loop, but for `listen` and
/// `stateChanged`.
///
/// Sessions are touched on the event loop only: every entry point hops there first.
final class SubscriptionHub<Service: LineService>: Sendable
where Service.Subscription == Subscription {
    /// While something goes on, `status` is told at most this often.
    private static var statusInterval: TimeAmount { .milliseconds(200) }
    /// How long after a state that could not be told it is told again: twice as long after each that was for nothing.
    private static var shortestPause: TimeAmount { .seconds(5) }
    private static var longestPause: TimeAmount { .minutes(1) }

    private struct Retry {
        var isDue = false
        var pause = SubscriptionHub.shortestPause
        /// Why the state could not be told.
        var problem: String?
    }

    private let library: PhotoLibrary
    private let replies: KeptReplies
    private let status: StatusSource
    private let sessions: SessionTable<Service>
    private let eventLoop: any EventLoop
    /// Set by whoever has something to tell: all that comes in between need not wake the event loop.
    private let isStatusDue = Atomic(false)
    private let retry = Mutex(Retry())
    private let logger: Logger
    private let told: @Sendable (SweepProgress.Figures) -> Void

    /// - Parameter told: is called on the event loop whenever the state changed, at most at the status interval.
    init(
        replies: KeptReplies,
        status: StatusSource,
        sessions: SessionTable<Service>,
        eventLoop: any EventLoop,
        logger: Logger,
        told: @escaping @Sendable (SweepProgress.Figures) -> Void
    ) {
        library = status.library
        self.replies = replies
        self.status = status
        self.sessions = sessions
        self.eventLoop = eventLoop
        self.logger = logger
        self.told = told
    }

    /// Begins to listen to the library.
    func listen() {
        _ = library.feed.add { [replies, eventLoop] changes in
            replies.forget(changes)
            eventLoop.execute { self.committed(changes) }
        }
        library.progress.onChange { self.stateChanged() }
        stateChanged()
    }

    private func committed(_ changes: CommittedChanges) {
        guard sessions.areSubscribed(where: { $0.wantsChanges }) else { return }
        // Nothing of another index is told, but that it is another.
        guard !changes.isFresh else {
            return tell(.committed(changes, months: [], groups: []))
        }
        func isWanted(_ topic: SubscriptionTopic) -> Bool { sessions.areSubscribed { $0.wants(topic) } }
        do {
            let event = SubscriptionEvent.committed(
                changes,
                months: isWanted(.months) ? try counts(of: changes.countedMonths) : [],
                groups: isWanted(.groups) ? try counts(of: changes.groups.counted) : []
            )
            tell(event)
        } catch {
            logger.error("\(error)")
            // Whoever is not told of this transaction and is told of the next would take it for told. Photos need no counts.
            sessions.deliver(where: { $0.wants(.months) || $0.wants(.groups) }) { $0.end() }
            tell(.committed(changes, months: [], groups: []))
        }
    }

    private func tell(_ event: SubscriptionEvent) {
        sessions.deliver(where: { $0.isConcerned(by: event) }) { $0.append(event) }
    }

    private func counts(of months: Set<MonthKey>) throws(IndexError) -> [MonthSummary] {
        try library.index.read { reader throws(IndexError) in
            var counts: [MonthSummary] = []
            for month in months.sorted(by: >) { counts.append(try reader.count(of: month)) }
            return counts
        }
    }

    private func counts(of groups: Set<Int64?>) throws(IndexError) -> [GroupSummary] {
        try library.index.read { reader throws(IndexError) in
            var counts: [GroupSummary] = []
            for key in groups { if let group = try reader.groupSummary(key) { counts.append(group) } }
            return counts.inListedOrder()
        }
    }

    private func stateChanged() {
        guard !isStatusDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
        eventLoop.scheduleTask(in: Self.statusInterval) { self.tellStatus() }
    }

    private func tellStatus() {
        isStatusDue.store(false, ordering: .sequentiallyConsistent)
        told(library.progress.figures)
        guard sessions.areSubscribed(where: { $0.wants(.status) }) else { return }
        do {
            do {
                tell(try replies.snapshot { .status(try encode($0.reader), clock: try $0.reader.clock()) })
            } catch let error as IndexError where error.isCorruption {
                tell(.status(try encode(nil), clock: nil))
            }
            retry.withLock { $0 = Retry(isDue: $0.isDue) }
        } catch { retryStatus("\(error)") }
    }

    /// What could not be told may have been the last change for long.
    private func retryStatus(_ problem: String) {
        let (isNews, pause) = retry.withLock { retry -> (Bool, TimeAmount?) in
            let isNews = retry.problem != problem
            retry.problem = problem
            if retry.isDue { return (isNews, nil) }
            defer { retry.pause = min(retry.pause * 2, Self.longestPause) }
            retry.isDue = true
            return (isNews, retry.pause)
        }
        if isNews { logger.error("\(problem)") }
        guard let pause else { return }
        eventLoop.scheduleTask(in: pause) {
            self.retry.withLock { $0.isDue = false }
            self.stateChanged()
        }
    }

    /// Members alone: the subscriber's line puts its own before them, its clock among those.
    private func encode(_ reader: IndexReader?) throws -> [UInt8] {
        var json = JSONWriter(capacity: 2048)
        try StatusReply(source: status, reader: reader, tellsClock: false).write(to: &json)
        return json.bytes
    }
}
