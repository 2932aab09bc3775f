import LineProtocol
import PhotoClient

/// Prints a reply of one line a file while it comes, with a progress bar on a terminal and the sums at the end.
struct BatchReply {
    private let session: Session
    /// Whether what is done can be undone, which the sums then say how to.
    private let canUndo: Bool

    init(_ session: Session, canUndo: Bool = true) {
        self.session = session
        self.canUndo = canUndo
    }

    /// How many files there were, and how many of them failed.
    struct Outcome {
        var files = 0
        var failed: Int64 = 0

        static func += (outcome: inout Outcome, further: Outcome) {
            outcome.files += further.files
            outcome.failed += further.failed
        }

        func check() throws(Failure) {
            if failed > 0 { throw Failure(.refused, "\(failed) of \(files) failed") }
        }
    }

    /// - Parameter verb: what became of those that went well: `imported`.
    /// - Throws: also where one failed.
    func print(_ request: Request, verb: String) throws {
        try session.connection.send(request)
        try print(verb: verb).check()
    }

    /// The same of a request that was sent, which further ones may follow.
    func print(verb: String) throws -> Outcome {
        var bar = ProgressBar()
        var table = Table(Self.listing.headings)
        var sums: JSONValue?
        var outcome = Outcome()
        do {
            while let line = try session.connection.nextLine() {
                let value = try session.decode(line)
                let isFile = value["result"] != nil
                if value["errors"] != nil { sums = value } else if isFile { outcome.files += 1 }
                switch session.format {
                case .json: session.write(line: line)
                // The batch's name, which the sums repeat.
                case _ where sums == nil && !isFile: break
                case .table:
                    if sums == nil, Self.isNews(value) {
                        table.append(Self.listing.columns.map { $0.text(value) })
                    }
                case .tabbed, .nulTerminated:
                    if sums == nil { session.write(record: value, of: Self.listing) }
                }
                // With records on the terminal a bar would stand among them.
                if session.format == .table {
                    bar.show(value["number"]?.integer ?? 0, of: value["total"]?.integer ?? 0)
                }
                try session.output.flushIfLarge()
            }
        } catch {
            bar.clear()
            try session.finish(table)
            throw error
        }
        bar.clear()
        let (ok, unchanged) = (sums?["ok"]?.integer ?? 0, sums?["unchanged"]?.integer ?? 0)
        outcome.failed = sums?["errors"]?.integer ?? 0
        if session.format == .table {
            session.output.write(table.text())
            session.output.write(
                Self.summary(ok, unchanged, outcome.failed, verb, sums?["batch"]?.string, canUndo: canUndo)
            )
        }
        try session.output.flush()
        return outcome
    }

    static func summary(
        _ ok: Int64,
        _ unchanged: Int64,
        _ errors: Int64,
        _ verb: String,
        _ batch: String?,
        canUndo: Bool
    ) -> String {
        var text = "\(ok) \(verb)"
        if unchanged > 0 { text += ", \(unchanged) left as \(unchanged == 1 ? "it is" : "they are")" }
        if errors > 0 { text += ", \(errors) failed" }
        // Of what was not done nothing can be taken back.
        if let batch, canUndo, ok > 0 { text += "; to undo it: photoctl undo \(batch)" }
        return text + "\n"
    }

    /// A person sees what is planned, and what did not go as it should: not five hundred lines of success.
    private static func isNews(_ value: JSONValue) -> Bool {
        value["result"]?.string != "ok" || value["message"] != nil
    }

    private static let listing = Listing(
        columns: [
            .init("RESULT", "result"),
            .init("PHOTO", text: subject),
            .init("TO") { value in
                let twin = place(value, "duplicateOf", "duplicateOfUri")
                return twin.isEmpty ? place(value, "to", "toUri") : "as " + twin
            },
            .init("ERROR", "message"),
        ],
        fields: [
            Listing.field("result"), subject, { place($0, "to", "toUri") },
            Listing.field("name"), Listing.field("message"),
        ]
    )

    /// The file; of a photo of which no file was touched its id, or what it was asked for by.
    private static let subject: Listing.Text = { value in
        let file = place(value, "path", "uri")
        return file.isEmpty ? CellText.plain(value["id"]) : file
    }

    /// A path, and where it is no text its uri.
    private static func place(_ value: JSONValue, _ path: String, _ uri: String) -> String {
        CellText.plain(value[path] ?? value[uri])
    }
}
