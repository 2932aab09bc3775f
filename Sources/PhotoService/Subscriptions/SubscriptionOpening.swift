import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel

extension Subscription.OpeningRequest {
    /// Writes the state: for photos and videos what changed since `since`, and the clock; the months' and groups' counts; the
    /// status. Ends with `ready` and the clock from which events follow.
    ///
    /// Photos and videos come first: a client that is cut off goes on from the clock it was told last, so no line before the end
    /// of their list may have a clock that is beyond it.
    func open(
        _ replies: KeptReplies,
        _ status: StatusSource,
        drain: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Subscription.Opening {
        let writer = ReplyWriter(drain: drain)
        let clock = try replies.snapshot(isShared: true) { snapshot in
            let reader = snapshot.reader
            let clock = try reader.clock()
            if wantsAssets { try writeAssets(reader, clock: clock, to: writer) }
            if topics.contains(.months) {
                for month in try reader.months() {
                    Subscription.write(month, clock: clock, to: writer)
                    try writer.flushPiece()
                }
            }
            if topics.contains(.groups) {
                for group in try reader.groups(withCovers: false).map(\.summary).inListedOrder() {
                    Subscription.write(group, replies.groupEncoder, clock: clock, to: writer)
                    try writer.flushPiece()
                }
            }
            if topics.contains(.status) { try writeStatus(status, reader, to: writer) }
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

    /// Changes come in the order of their numbers in the log, so each line's clock tells how far the client has come. A
    /// fresh instance has no such order: until it is whole its lines have the clock that is nobody's, and who is cut off
    /// and asks with that hears everything again.
    private func writeAssets(_ reader: IndexReader, clock: Clock, to writer: ReplyWriter) throws {
        if let since {
            let isFresh = try !reader.canAnswer(since: since, now: clock)
            if isFresh { try writeClock(.unknown, isFresh: true, to: writer) }
            var failure: (any Error)?
            _ = try reader.changes(since: since, limit: nil) { change throws(IndexError) in
                guard failure == nil else { return }
                let reached =
                    isFresh ? Clock.unknown : Clock(epoch: clock.epoch, sequence: change.sequence)
                write(change, clock: reached, to: writer)
                do { try writer.flushPiece() } catch { failure = error }
            }
            if let failure { throw failure }
        }
        try writeClock(clock, isFresh: false, to: writer)
    }

    private func writeClock(_ clock: Clock, isFresh: Bool, to writer: ReplyWriter) throws {
        for topic in assetTopics {
            writer.json.beginObject()
            writer.json.member("event", topic.rawValue)
            writer.json.key("clock")
            writer.json.clock(clock)
            if isFresh {
                writer.json.member("isFreshInstance", true)
            }
            writer.json.endObject()
            try writer.endLine()
        }
    }

    private func writeStatus(
        _ source: StatusSource,
        _ reader: IndexReader,
        to writer: ReplyWriter
    ) throws {
        writer.json.beginObject()
        writer.json.member("event", "status")
        try StatusReply(source: source, reader: reader).write(to: &writer.json)
        writer.json.endObject()
        try writer.endLine()
    }
}
