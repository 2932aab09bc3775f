import ArgumentParser
import LineProtocol
import PhotoClient

struct ViewedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viewed",
        abstract: "Mark photos as viewed, or as not viewed.",
        discussion: """
            Fields: id, result (ok, unchanged, error), name of the error, message. With “-” ids, uris or paths are read \
            from standard input, one a line, or ended by NUL as “photoctl -0 photos” prints them. Exits with 4 where \
            one failed.
            """
    )

    @Argument(help: "Ids, file:// uris or paths; - reads them from standard input.", completion: .file())
    var photos: [String]

    @Flag(help: "Take the mark away.")
    var unset = false

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let words = try PhotoWords(photos)
        guard !words.isEmpty else { return }
        let session = try Session(global)
        session.output.dropsUnwritable = true
        var failed: Int64 = 0
        var (done, unchanged) = (Int64(0), Int64(0))
        for part in words.parts {
            try part.send(request, by: session.connection)
            let outcome = try session.printReply(as: Self.listing)
            failed += outcome.trailer?["errors"]?.integer ?? 0
            done += outcome.trailer?["ok"]?.integer ?? 0
            unchanged += outcome.trailer?["unchanged"]?.integer ?? 0
        }
        if session.format == .table {
            let before = unchanged == 0 ? "" : ", \(unchanged) \(unchanged == 1 ? "was" : "were") so before"
            session.output.write("\(done) marked as \(unset ? "not " : "")viewed\(before)\n")
            try session.output.flush()
        }
        if failed > 0 { throw Failure(.refused, "\(failed) of \(words.count) failed") }
        try session.output.checkWritten()
    }

    private func request(_ words: [String]) -> Request {
        Request("viewed", words).adding("unset", flag: unset)
    }

    private static let listing: Listing = {
        var listing = Listing(
            columns: [.init("FAILED", "id"), .init("ERROR", "name"), .init("MESSAGE", "message")],
            members: ["id", "result", "name", "message"],
            trailerMember: "errors"
        )
        // A person who marks a month as viewed wants to see what went wrong, not what went well.
        listing.isShownInTable = { $0["result"]?.string == "error" }
        return listing
    }()
}
