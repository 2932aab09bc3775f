import LibraryIndex
import LineProtocol
import PhotoModel

/// What subscribers are told of, once for all of them.
enum SubscriptionEvent: Sendable {
    /// A transaction: its changes, and the counts of the months it touched as they were read after it.
    case committed(CommittedChanges, months: [MonthSummary])
    /// The encoded members of `status`.
    case status([UInt8], Clock)

    var clock: Clock {
        switch self {
        case .committed(let changes, _): changes.clock
        case .status(_, let clock): clock
        }
    }
}

/// One client's subscription. It begins by reading the state as of one clock, on a reader's thread; events that come
/// meanwhile are held and then told from that clock on, so that none is lost or told twice.
///
/// Used on the event loop only.
final class Subscription {
    /// Transactions held while the state is read. A client that is this far behind already is too slow.
    private static let holdLimit = 1024

    struct OpeningRequest: Sendable {
        let topics: [SubscriptionTopic]
        let since: Clock?
    }

    /// The state was sent, as of this clock.
    struct Opening: Sendable {
        let clock: Clock
    }

    let request: OpeningRequest
    private var delivered: Clock?
    private var held: [SubscriptionEvent] = []
    private var isOverfull = false

    init(topics: [SubscriptionTopic], since: Clock?) {
        request = OpeningRequest(topics: topics, since: since)
    }

    /// Whether the event is kept for later, because the state is still being read.
    func hold(_ event: SubscriptionEvent) -> Bool {
        guard delivered == nil else { return false }
        if held.count < Self.holdLimit { held.append(event) } else { isOverfull = true }
        return true
    }

    func open(_ opening: Opening) {
        delivered = opening.clock
    }

    func takeHeld() -> [SubscriptionEvent] {
        defer { held = [] }
        return held
    }

    /// Whether this client asked for such events and has not seen this one in its first state.
    func wants(_ event: SubscriptionEvent) -> Bool {
        switch event {
        case .committed(let changes, _):
            guard let delivered, changes.clock.sequence > delivered.sequence else { return false }
            return request.topics.contains(.photos) || request.topics.contains(.months)
        case .status: return request.topics.contains(.status)
        }
    }

    func write(_ event: SubscriptionEvent, to writer: ReplyWriter) {
        switch event {
        case .committed(let changes, let months):
            if request.topics.contains(.photos) {
                for change in changes.changes { Self.write(change, epoch: changes.clock.epoch, to: writer) }
            }
            if request.topics.contains(.months) {
                for month in months { Self.write(month, clock: changes.clock, to: writer) }
            }
            delivered = changes.clock
        case .status(let members, let clock):
            writer.json.beginObject()
            writer.json.member("event", "status")
            writer.json.raw(",")
            writer.json.raw(members)
            writer.json.key("clock")
            writer.json.clock(clock)
            writer.json.endObject()
            writer.json.endLine()
        }
    }

    /// Says how far the client came: it may go on from there.
    func writeOverflow(to writer: ReplyWriter) {
        writer.json.beginObject()
        writer.json.member("event", "overflow")
        if let clock = delivered ?? request.since {
            writer.json.key("clock")
            writer.json.clock(clock)
        }
        writer.json.endObject()
        writer.json.endLine()
    }

    static func write(_ change: AssetChange, epoch: UInt64, to writer: ReplyWriter) {
        writer.json.beginObject()
        writer.json.member("event", "photos")
        writer.json.change(change)
        writer.json.key("clock")
        writer.json.clock(Clock(epoch: epoch, sequence: change.sequence))
        writer.json.endObject()
        writer.json.endLine()
    }

    static func write(_ month: MonthSummary, clock: Clock, to writer: ReplyWriter) {
        writer.json.beginObject()
        writer.json.member("event", "months")
        writer.json.key("monthKey")
        writer.json.month(month.month)
        writer.json.counts(month)
        writer.json.key("clock")
        writer.json.clock(clock)
        writer.json.endObject()
        writer.json.endLine()
    }
}

extension Subscription.OpeningRequest {
    /// Writes the state: the months' counts, the clock for photos, the status; with `since`, first what changed since
    /// then. Ends with `ready` and the clock from which events follow.
    func open(
        context: CommandContext,
        drain: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Subscription.Opening {
        let writer = ReplyWriter(drain: drain)
        let clock = try context.library.index.snapshot { reader in
            let clock = try reader.clock()
            if topics.contains(.months) {
                for month in try reader.months() {
                    Subscription.write(month, clock: clock, to: writer)
                    if writer.json.count > 64 << 10 { try writer.flush() }
                }
            }
            if topics.contains(.photos) { try writePhotos(reader, clock: clock, to: writer) }
            if topics.contains(.status) { try writeStatus(context, reader, clock: clock, to: writer) }
            return clock
        }
        writer.json.beginObject()
        writer.json.member("event", "ready")
        writer.json.key("clock")
        writer.json.clock(clock)
        writer.json.endObject()
        writer.json.endLine()
        try writer.flush()
        return Subscription.Opening(clock: clock)
    }

    private func writePhotos(_ reader: IndexReader, clock: Clock, to writer: ReplyWriter) throws {
        var isFresh = false
        if let since {
            isFresh = try !reader.canAnswer(since: since, now: clock)
            if isFresh { try writeClock(clock, isFresh: true, to: writer) }
            var failure: (any Error)?
            _ = try reader.changes(since: since, limit: nil) { change throws(IndexError) in
                guard failure == nil else { return }
                // A fresh instance's lines are no log lines: they are as of the state's clock.
                let line = change.sequence == 0 ? change.renumbered(clock.sequence) : change
                Subscription.write(line, epoch: clock.epoch, to: writer)
                do { if writer.json.count > 64 << 10 { try writer.flush() } } catch { failure = error }
            }
            if let failure { throw failure }
        }
        if !isFresh { try writeClock(clock, isFresh: false, to: writer) }
    }

    private func writeClock(_ clock: Clock, isFresh: Bool, to writer: ReplyWriter) throws {
        writer.json.beginObject()
        writer.json.member("event", "photos")
        writer.json.key("clock")
        writer.json.clock(clock)
        if isFresh {
            writer.json.member("isFreshInstance", true)
        }
        writer.json.endObject()
        try writer.endLine()
    }

    private func writeStatus(
        _ context: CommandContext,
        _ reader: IndexReader,
        clock: Clock,
        to writer: ReplyWriter
    ) throws {
        writer.json.beginObject()
        writer.json.member("event", "status")
        try StatusReply(context: context, reader: reader).write(to: &writer.json)
        writer.json.endObject()
        try writer.endLine()
    }
}

extension AssetChange {
    fileprivate func renumbered(_ sequence: Int64) -> AssetChange {
        AssetChange(sequence: sequence, kind: kind, id: id, month: month, oldMonth: oldMonth)
    }
}
