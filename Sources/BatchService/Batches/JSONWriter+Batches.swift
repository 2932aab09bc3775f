import Batches
import EditRules
import LineProtocol

extension JSONWriter {
    /// A batch as one line.
    mutating func batch(_ batch: BatchSummary) {
        beginObject()
        member("batch", batch.name.description)
        member("kind", batch.kind.rawValue)
        member("time", batch.time)
        // As the edit's own sums have it: what waits is counted by itself.
        member("ok", max(0, batch.ok - batch.waiting))
        member("errors", batch.errors)
        if batch.waiting > 0 { member("pending", batch.waiting) }
        member("state", batch.state.rawValue)
        if batch.left > 0 { member("left", batch.left) }
        endObject()
        endLine()
    }

    /// What an edit says of properties: `{"favorite":true}`.
    mutating func values(_ name: StaticString, _ values: EditedValues) {
        key(name)
        var bytes: [UInt8] = []
        values.appendJSON(to: &bytes)
        encoded(bytes)
    }
}
