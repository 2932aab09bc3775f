import ArgumentParser
import Glibc
import LineProtocol
import PhotoClient
import PhotoModel

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

    /// More words than this go as a list after the request, which has room for more of them.
    private static let wordLimit = 100

    func run() throws {
        let words = try photos.flatMap {
            $0 == "-" ? try Self.readStandardInput() : [PathArgument.photoWord($0)]
        }
        guard !words.isEmpty else { return }
        let session = try Session(global)
        var failed: Int64 = 0
        var (done, unchanged) = (Int64(0), Int64(0))
        for part in Self.parts(words) {
            if words.count <= Self.wordLimit {
                try session.connection.send(request(part))
            } else {
                try session.connection.send(request([]), identifiers: part)
            }
            let outcome = try session.printReply(as: Self.listing)
            failed += outcome.trailer?["errors"]?.integer ?? 0
            done += outcome.trailer?["ok"]?.integer ?? 0
            unchanged += outcome.trailer?["unchanged"]?.integer ?? 0
        }
        if session.format == .table {
            let before = unchanged == 0 ? "" : ", \(unchanged) were so before"
            session.output.write("\(done) marked as \(unset ? "not " : "")viewed\(before)\n")
            try session.output.flush()
        }
        if failed > 0 { throw Failure(.refused, "\(failed) of \(words.count) failed") }
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

    /// As few lists as hold the words, each within the protocol's limit with room to spare.
    private static func parts(_ words: [String]) -> [[String]] {
        var parts: [[String]] = []
        var size = Int.max / 2
        for word in words {
            let length = word.utf8.count + 1
            if size + length > ProtocolVersion.uploadLimit - 1024 {
                parts.append([])
                size = 0
            }
            parts[parts.count - 1].append(word)
            size += length
        }
        return parts
    }

    private static func readStandardInput() throws -> [String] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = uninterrupted { read(STDIN_FILENO, &buffer, buffer.count) }
            if count == 0 { break }
            guard count > 0 else {
                throw Failure(.usage, "cannot read standard input: \(String(cString: strerror(errno)))")
            }
            bytes.append(contentsOf: buffer[..<count])
        }
        let separator: UInt8 = bytes.contains(0) ? 0 : 0x0A
        return bytes.split(separator: separator).map {
            PathArgument.photoWord(RawArguments.text(of: Array($0)))
        }
    }
}
