import LineProtocol

extension Session {
    /// Tells a person at a terminal that photod is still looking through the folders, so that more may come to what was just
    /// shown. Programs ask `status`, and have nothing on standard error that they did not have to expect.
    func noteSweep() throws {
        guard format == .table, StandardError.isTerminal else { return }
        try connection.send(Request("status"))
        while let line = try connection.nextLine() {
            guard let text = SweepNote.text(try decode(line)) else { continue }
            StandardError.write("photoctl: \(text)\n")
        }
    }
}

/// What a daemon's status says of a sweep that goes on.
enum SweepNote {
    /// `nil` where there is none.
    static func text(_ status: JSONValue) -> String? {
        guard status["state"]?.string == "scanning" else { return nil }
        let progress = status["progress"]
        guard let done = progress?["done"]?.integer, let total = progress?["total"]?.integer, total > 0 else {
            return "photod is still looking through the folders; more may come"
        }
        return "photod is still looking through the folders, \(done) of \(total) files so far; more may come"
    }
}
