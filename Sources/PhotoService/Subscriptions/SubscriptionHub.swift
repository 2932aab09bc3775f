import LibraryIndex
import LineProtocol
import Logging
import NIOCore
import PhotoModel
import Reconciling

/// Brings what happens in the library to subscribed sessions. Used on the event loop, but for `listen`.
///
/// Unchecked: its state is touched on the event loop only; every entry point hops there first or asserts it.
final class SubscriptionHub: @unchecked Sendable {
    /// While something goes on, `status` is told at most this often.
    private static let statusInterval = TimeAmount.milliseconds(200)

    private let context: CommandContext
    private let sessions: SessionTable
    private let eventLoop: any EventLoop
    private var isStatusDue = false
    private let told: @Sendable (SweepProgress.Figures) -> Void

    /// - Parameter told: is called on the event loop whenever the state changed, at most at the status interval.
    init(
        context: CommandContext,
        sessions: SessionTable,
        eventLoop: any EventLoop,
        told: @escaping @Sendable (SweepProgress.Figures) -> Void
    ) {
        self.context = context
        self.sessions = sessions
        self.eventLoop = eventLoop
        self.told = told
    }

    /// Begins to listen to the library.
    func listen() {
        _ = context.library.feed.add { [context, eventLoop] changes in
            context.forget(changes)
            eventLoop.execute { self.committed(changes) }
        }
        context.library.progress.onChange { [eventLoop] in
            eventLoop.execute { self.stateChanged() }
        }
        eventLoop.execute { self.stateChanged() }
    }

    private func committed(_ changes: CommittedChanges) {
        let subscribers = sessions.subscribers(of: [.photos, .months, .groups])
        guard !subscribers.isEmpty else { return }
        // Nothing of another index is told, but that it is another.
        guard !changes.isFresh else {
            for session in subscribers { session.deliver(.committed(changes, months: [], groups: [])) }
            return
        }
        func isWanted(_ topic: SubscriptionTopic) -> Bool {
            subscribers.contains { $0.subscription?.wants(topic) ?? false }
        }
        do {
            let event = SubscriptionEvent.committed(
                changes,
                months: isWanted(.months) ? try counts(of: changes.countedMonths) : [],
                groups: isWanted(.groups) ? try counts(of: changes.groups.counted) : []
            )
            for session in subscribers { session.deliver(event) }
        } catch {
            context.logger.error("\(error)")
        }
    }

    private func counts(of months: Set<MonthKey>) throws(IndexError) -> [MonthSummary] {
        try context.library.index.read { reader throws(IndexError) in
            var counts: [MonthSummary] = []
            for month in months.sorted(by: >) { counts.append(try reader.count(of: month)) }
            return counts
        }
    }

    private func counts(of groups: Set<Int64?>) throws(IndexError) -> [GroupSummary] {
        try context.library.index.read { reader throws(IndexError) in
            var counts: [GroupSummary] = []
            for key in groups { if let group = try reader.groupSummary(key) { counts.append(group) } }
            return counts.inListedOrder()
        }
    }

    private func stateChanged() {
        guard !isStatusDue else { return }
        isStatusDue = true
        eventLoop.scheduleTask(in: Self.statusInterval) { self.tellStatus() }
    }

    private func tellStatus() {
        isStatusDue = false
        told(context.library.progress.figures)
        let subscribers = sessions.subscribers(of: [.status])
        guard !subscribers.isEmpty else { return }
        do {
            let members: [UInt8]
            do {
                members = try context.snapshot { try Self.members(context, $0.reader) }
            } catch let error as IndexError where error.isCorruption {
                members = try Self.members(context, nil)
            }
            for session in subscribers { session.deliver(.status(members)) }
        } catch {
            context.logger.error("\(error)")
        }
    }
    /// Members alone: the subscriber's line puts its own before them.
    private static func members(_ context: CommandContext, _ reader: IndexReader?) throws -> [UInt8] {
        var json = JSONWriter(capacity: 2048)
        try StatusReply(context: context, reader: reader).write(to: &json)
        return json.bytes
    }
}
