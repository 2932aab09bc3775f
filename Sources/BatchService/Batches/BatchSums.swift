import LineProtocol

/// The last line of every reply that changes photos: what came of all of them.
package struct BatchSums {
    /// `nil` where nothing was done that could be undone.
    var batch: String?
    var ok: Int
    var unchanged: Int
    /// Edits that wait for their sidecars to be written.
    var pending: Int
    var errors: Int

    package init(batch: String? = nil, ok: Int, unchanged: Int = 0, pending: Int = 0, errors: Int) {
        self.batch = batch
        self.ok = ok
        self.unchanged = unchanged
        self.pending = pending
        self.errors = errors
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("batch")
        if let batch { json.string(batch) } else { json.null() }
        json.member("ok", ok)
        json.member("unchanged", unchanged)
        json.member("pending", pending)
        json.member("errors", errors)
        json.endObject()
        json.endLine()
    }
}
