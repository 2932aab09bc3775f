import LibraryIndex
import LineProtocol
import PhotoModel

extension Subscription.OpeningRequest {
    /// Writes the state: the months' and groups' counts, the clock for photos, the status; with `since`, first
    /// what changed since then. Ends with `ready` and the clock from which events follow.
    func open(
        context: CommandContext,
        drain: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Subscription.Opening {
        let writer = ReplyWriter(drain: drain)
        let clock = try context.snapshot(isShared: true) { snapshot in
            let reader = snapshot.reader
            let clock = try reader.clock()
            if topics.contains(.months) {
                for month in try reader.months() {
                    Subscription.write(month, clock: clock, to: writer)
                    try writer.flushPiece()
                }
            }
            if topics.contains(.groups) {
                for group in try reader.groups(withCovers: false).map(\.summary).inListedOrder() {
                    Subscription.write(group, context.groupEncoder, clock: clock, to: writer)
                    try writer.flushPiece()
                }
            }
            if topics.contains(.photos) { try writePhotos(reader, clock: clock, to: writer) }
            if topics.contains(.status) { try writeStatus(context, reader, to: writer) }
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
                do { try writer.flushPiece() } catch { failure = error }
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
