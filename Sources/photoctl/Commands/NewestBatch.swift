import LineProtocol

/// What `undo --last` means, of the lines of `batches`, the newest first.
struct NewestBatch {
    enum Choice: Equatable {
        case none
        case batch(String)
        /// The batch is under way, be it an undo of it, or was interrupted: whoever wants it undone wants no older one undone.
        case unfinished(String)
    }

    private(set) var choice = Choice.none

    mutating func read(_ line: JSONValue) {
        guard choice == .none, let batch = line["batch"]?.string else { return }
        switch line["state"]?.string {
        case "unfinished": choice = .unfinished(batch)
        // Of one of which all failed there is nothing to undo. What waits for its file is done, and not counted as ok.
        case "done", "recovered":
            if line["ok"]?.integer != 0 || line["pending"] != nil { choice = .batch(batch) }
        // The disk was full, say: it is gone on with, rather than with another one.
        case "undone": if line["left"]?.integer ?? 0 > 0 { choice = .batch(batch) }
        case .none, .some: break
        }
    }
}
