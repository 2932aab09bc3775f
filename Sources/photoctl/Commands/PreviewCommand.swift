import ArgumentParser
import LineProtocol
import PhotoClient

struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Make pictures to be looked at, of photos of any format, and tell where they are.",
        discussion: """
            JPEG or PNG, upright, in sRGB, never larger than the photo; of RAW files the preview that the camera put \
            into them. Fields: id, path of the preview, or uri where that is not UTF-8, its width and height, whether it was \
            there already, name of the error, message, path of a grey picture to be shown instead. They lie in a cache \
            of photod's own, where those that were not asked for longest make room. With “-” ids, uris or paths are read \
            from standard input. Exits with 4 where one failed.
            """
    )

    @Argument(help: "Ids, file:// uris or paths; - reads them from standard input.", completion: .file())
    var photos: [String] = []

    @Option(help: "Pixels that neither width nor height exceeds: 2560 unless said otherwise.")
    var max: String?

    @Option(
        help: "jpeg or png. Default: png where --output ends in .png, else jpeg.",
        completion: .list(["jpeg", "png"])
    )
    var format: String?

    @Option(help: "Copy the preview of one photo to a file; - is standard output.", completion: .file())
    var output: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !photos.isEmpty else { throw ValidationError("Which photos? Name them.") }
        guard output == nil || photos.count == 1 && photos != ["-"] else {
            throw ValidationError("--output is for one photo; name one.")
        }
    }

    func run() throws {
        let session = try Session(global)
        let copy = try output.map { try PictureCopy(of: photos[0], to: $0, session) }
        let format = format ?? (PictureFile.isPNG(output ?? "") ? "png" : nil)
        let words = try PhotoWords(photos)
        var failed = 0
        var total = 0
        var table = Table(ThumbCommand.listing.headings)
        do {
            for part in words.parts {
                try part.send(
                    { Request("preview", $0).adding("max", max).adding("format", format) },
                    by: session.connection
                )
                while let line = try session.connection.nextLine() {
                    let value = try session.decode(line)
                    total += 1
                    if value["error"] != nil { failed += 1 }
                    if let copy {
                        try copy.write(value, session)
                        continue
                    }
                    switch session.format {
                    case .json: session.write(line: line)
                    case .table: table.append(ThumbCommand.listing.columns.map { $0.text(value) })
                    case .tabbed, .nulTerminated: session.write(record: value, of: ThumbCommand.listing)
                    }
                    try session.output.flushIfLarge()
                }
            }
        } catch {
            try session.finish(table)
            throw error
        }
        try session.finish(table)
        if failed > 0 { throw Failure(.refused, "\(failed) of \(total) failed") }
    }
}
