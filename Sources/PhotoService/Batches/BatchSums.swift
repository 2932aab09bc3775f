import LineProtocol

/// The last line of every reply that changes photos: what came of all of them.
struct BatchSums {
    /// `nil` where nothing was done that could be undone.
    var batch: String?
    var ok: Int
    var unchanged = 0
    /// Edits that wait for their sidecars to be written.
    var pending = 0
    var errors: Int

    func write(to json: inout JSONWriter) {
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
