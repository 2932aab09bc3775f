import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel

/// One client's subscription. It begins by reading the state as of one clock, on a reader's thread; events that come
/// meanwhile wait and are then told from that clock on, so that none is lost or told twice.
///
/// Events wait as well while the client reads more slowly than they come, up to a limit. Used on the event loop only.
final class Subscription: LineSubscription {
    /// Changes that are written at a time.
    private static let pieceSize = 256

    struct OpeningRequest: Sendable {
        let topics: [SubscriptionTopic]
        let since: Clock?

        /// Whether assets themselves are asked for, by whatever topic.
        var wantsAssets: Bool { !assetTopics.isEmpty }

        /// The topics that tell of assets, in the order in which each change is told under them.
        var assetTopics: [SubscriptionTopic] { [.photos, .videos].filter(topics.contains) }
    }

    /// The state was sent, as of this clock.
    struct Opening: Sendable {
        let clock: Clock
    }

    let request: OpeningRequest
    private let groups: GroupEncoder
    /// How far the client has been told; `nil` while the state is read.
    private var delivered: Clock?
    private var waiting = EventQueue<SubscriptionEvent>()
    /// Of the first event that waits, the changes that are written already.
    private var writtenChanges = 0

    convenience init(_ arguments: Arguments, groups: GroupEncoder) throws(ProtocolError) {
        self.init(topics: try arguments.topics(), since: try arguments.clock(), groups: groups)
    }

    init(topics: [SubscriptionTopic], since: Clock?, groups: GroupEncoder) {
        request = OpeningRequest(topics: topics, since: since)
        self.groups = groups
    }

    func wants(_ topic: SubscriptionTopic) -> Bool { request.topics.contains(topic) }

    /// Takes what a transaction, or a change of state, means to this client.
    func append(_ event: SubscriptionEvent) {
        guard isConcerned(by: event) else { return }
        if case .committed(let changes, _, _) = event, changes.isFresh {
            // No clock of this index leads to one of the next: the client is to read anew.
            return end()
        }
        waiting.append(event, isOpening: !isOpen)
    }

    /// Has the client read anew, from as far as it has been told.
    func end() { waiting.end() }

    var isTooFarBehind: Bool { waiting.isTooFarBehind }

    /// Whether the state has been read and sent.
    var isOpen: Bool { delivered != nil }

    func open(_ opening: Opening) {
        delivered = opening.clock
    }

    var wantsChanges: Bool { request.wantsAssets || wants(.months) || wants(.groups) }

    func isConcerned(by event: SubscriptionEvent) -> Bool {
        switch event {
        case .committed: wantsChanges
        case .status: wants(.status)
        }
    }

    // MARK: Writing

    /// Writes a piece of what waits. Returns whether there was anything.
    func writePiece(to writer: ReplyWriter) -> Bool {
        guard let delivered, let event = waiting.first else { return false }
        switch event {
        case .committed(let changes, let months, let groups):
            // What the state held already is not told again. Counts that were mended have no clock of their own.
            let isMending = changes.changes.isEmpty && changes.clock == delivered
            if isMending || changes.clock.sequence > delivered.sequence {
                guard writeChanges(of: changes, to: writer) else { return true }
                write(months, groups, clock: changes.clock, to: writer)
                self.delivered = changes.clock
            }
        case .status(let members, let clock):
            // The index may be ahead of what the client has been told of: it goes on from the last clock it was sent.
            Self.write(status: members, clock: clock.map { wantsChanges ? delivered : $0 }, to: writer)
        }
        waiting.removeFirst()
        writtenChanges = 0
        return true
    }

    /// Returns whether the last of them is written.
    private func writeChanges(of committed: CommittedChanges, to writer: ReplyWriter) -> Bool {
        guard request.wantsAssets else { return true }
        let piece = committed.changes[writtenChanges...].prefix(Self.pieceSize)
        for change in piece {
            let clock = Clock(epoch: committed.clock.epoch, sequence: change.sequence)
            request.write(change, clock: clock, to: writer)
            delivered = clock
            writtenChanges += 1
        }
        return writtenChanges == committed.changes.count
    }

    private func write(
        _ months: [MonthSummary],
        _ groups: [GroupSummary],
        clock: Clock,
        to writer: ReplyWriter
    ) {
        if wants(.months) {
            for month in months { Self.write(month, clock: clock, to: writer) }
        }
        if wants(.groups) {
            for group in groups { Self.write(group, self.groups, clock: clock, to: writer) }
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

    static func write(_ group: GroupSummary, _ encoder: GroupEncoder, clock: Clock, to writer: ReplyWriter) {
        writer.json.beginObject()
        writer.json.member("event", "groups")
        encoder.members(of: group, to: &writer.json)
        writer.json.key("clock")
        writer.json.clock(clock)
        writer.json.endObject()
        writer.json.endLine()
    }

    /// - Parameter members: the encoded members of `status` but for its clock.
    private static func write(status members: [UInt8], clock: Clock?, to writer: ReplyWriter) {
        writer.json.beginObject()
        writer.json.member("event", "status")
        if let clock {
            writer.json.key("clock")
            writer.json.clock(clock)
        }
        writer.json.raw(",")
        writer.json.raw(members)
        writer.json.endObject()
        writer.json.endLine()
    }
}

extension Subscription.OpeningRequest {
    /// Tells of a change under each of the topics that it belongs to.
    func write(_ change: AssetChange, clock: Clock, to writer: ReplyWriter) {
        for topic in assetTopics {
            guard let change = topic == .videos ? change.among(.video) : change else { continue }
            writer.json.beginObject()
            writer.json.member("event", topic.rawValue)
            writer.json.change(change)
            writer.json.key("clock")
            writer.json.clock(clock)
            writer.json.endObject()
            writer.json.endLine()
        }
    }
}
