import ArgumentParser
import LineProtocol
import PhotoClient

struct ThumbCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumb",
        abstract: "Make thumbnails, and tell where they are.",
        discussion: """
            Fields: id, path of the thumbnail, or uri where that is not UTF-8, its width and height, whether it was there \
            already, name of the error, message, path of a grey picture to be shown instead. Thumbnails lie in the cache that file managers share \
            ($XDG_CACHE_HOME/thumbnails). With “-” ids, uris or paths are read from standard input, one a line, or ended \
            by NUL as “photoctl -0 photos” prints them. Ctrl-C is safe: what was made stays. Exits with 4 where one failed.
            """
    )

    @Argument(help: "Ids, file:// uris or paths; - reads them from standard input.", completion: .file())
    var photos: [String] = []

    @Flag(help: "All photos and videos of the library.")
    var all = false

    @Flag(help: "Tell only of those that were not there already.")
    var missing = false

    @Option(
        help: "normal (128 pixels), large (256), x-large (512) or xx-large (1024).",
        completion: .list(["normal", "large", "x-large", "xx-large"])
    )
    var size: String?

    @Option(help: "Copy the thumbnail of one photo to a file; - is standard output.", completion: .file())
    var output: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard photos.isEmpty == all else {
            throw ValidationError("Which photos? Name them, or choose --all; not both.")
        }
        guard output == nil || photos.count == 1 && photos != ["-"] else {
            throw ValidationError("--output is for one photo; name one.")
        }
    }

    func run() throws {
        let session = try Session(global)
        let copy = try output.map { try PictureCopy(of: photos[0], to: $0, session) }
        let words = try all ? everyPhoto(session) : PhotoWords(photos)
        var sums = Sums()
        var bar = ProgressBar()
        var table = Table(Self.listing.headings)
        do {
            for part in words.parts {
                try part.send({ Request("thumbnail", $0).adding("size", size) }, by: session.connection)
                while let line = try session.connection.nextLine() {
                    let value = try session.decode(line)
                    sums.add(value)
                    // With records on the terminal a bar would stand among them.
                    if session.format == .table, all { bar.show(sums.total, of: Int64(words.count)) }
                    if let copy {
                        try copy.write(value, session)
                        continue
                    }
                    if missing, value["cached"]?.bool == true { continue }
                    switch session.format {
                    case .json: session.write(line: line)
                    case .table:
                        // A person who has a whole library's made wants to see what went wrong.
                        if !all || value["error"] != nil {
                            table.append(Self.listing.columns.map { $0.text(value) })
                        }
                    case .tabbed, .nulTerminated: session.write(record: value, of: Self.listing)
                    }
                    try session.output.flushIfLarge()
                }
            }
        } catch {
            bar.clear()
            try session.finish(table)
            throw error
        }
        bar.clear()
        if session.format == .table, output == nil { session.output.write(table.text() + sums.text) }
        try session.output.flush()
        if sums.failed > 0 { throw Failure(.refused, "\(sums.failed) of \(sums.total) failed") }
    }

    private func everyPhoto(_ session: Session) throws -> PhotoWords {
        var ids: [String] = []
        let request = Request("photos").adding("all", flag: true)
        try session.items(request, of: [], fields: "id") { item in
            if let id = item["id"]?.string { ids.append(id) }
        }
        return PhotoWords(ids: ids)
    }

    private struct Sums {
        var made: Int64 = 0
        var cached: Int64 = 0
        var failed: Int64 = 0

        var total: Int64 { made + cached + failed }

        mutating func add(_ value: JSONValue) {
            switch value["cached"]?.bool {
            case true?: cached += 1
            case false?: made += 1
            case nil: failed += 1
            }
        }

        var text: String {
            var text = "\(made) made, \(cached) there already"
            if failed > 0 { text += ", \(failed) failed" }
            return text + "\n"
        }
    }

    /// The path, or the uri, which is there only where the path is no text.
    @Sendable private static func place(_ line: JSONValue) -> String {
        CellText.plain(line["uri"] ?? line["path"])
    }

    static let listing: Listing = {
        var listing = Listing(
            columns: [
                .init("THUMBNAIL") { value in
                    value["path"] == nil ? CellText.plain(value["id"]) : place(value)
                },
                .init("WIDTH", "width", isNumeric: true),
                .init("HEIGHT", "height", isNumeric: true),
                .init("ERROR", "error"),
                .init("MESSAGE", "message"),
            ],
            fields: [Listing.field("id"), place]
                + ["width", "height", "cached", "error", "message", "placeholder"].map(Listing.field)
        )
        listing.nulField = { PictureCopy.place(of: $0).bytes }
        return listing
    }()
}
