import ArgumentParser
import LineProtocol
import PhotoClient

struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "Move photos and videos to the trash.",
        discussion: """
            Fields: result (ok, unchanged, error), the file, where it is now, name of the error, message. What belongs to a \
            photo, its RAW file and its sidecars, goes with it. The trash is the desktop's: any file manager shows and \
            empties it. With “-” ids, uris or paths are read from standard input, one a line, or ended by NUL as \
            “photoctl -0 photos” prints them. Exits with 4 where one failed. “photoctl undo BATCH” puts everything back, \
            marks and ids included.
            """
    )

    @Argument(help: "Ids, file:// uris or paths; - reads them from standard input.", completion: .file())
    var photos: [String]

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let words = try PhotoWords(photos, byShot: true)
        guard !words.isEmpty else { return }
        let session = try Session(global)
        session.output.dropsUnwritable = true
        var outcome = BatchReply.Outcome()
        for part in words.parts {
            try part.send({ Request("trash", $0) }, by: session.connection)
            outcome += try BatchReply(session).print(verb: "moved to the trash")
        }
        try outcome.check()
        try session.output.checkWritten()
    }
}
