import ArgumentParser
import LineProtocol
import PhotoClient

struct FrameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame",
        abstract: "Take frames out of a video.",
        discussion: """
            The frame of a time is the first one that is not shown before it, upright and with square pixels. Several frames \
            need names with %d, where their numbers go. With --output - the one frame goes to standard output, and with --base64 \
            one line of JSON a frame. Fields: at, time, width, height, path. Files are written by photoctl itself, whole or not \
            at all.
            """
    )

    @Argument(help: "Id, file:// uri or path of the video.", completion: .file())
    var video: String

    @Option(help: "Seconds or shares of the duration, separated by commas: 12.5,50%.")
    var at = "0"

    @Option(help: "From --at on, a frame every so many seconds.")
    var every: String?

    @Option(help: "Pixels at most.")
    var maxWidth: Int?

    @Option(help: "Pixels at most.")
    var maxHeight: Int?

    @Option(
        help: "png or jpeg. Default: as the name of the file has it, else png.",
        completion: .list(["png", "jpeg"])
    )
    var format: String?

    @Option(help: "Of a JPEG, 1 to 100. Default: 92.")
    var quality: Int?

    @Option(help: "Seconds that a frame may take. Default: 30.")
    var timeout: String?

    @Option(
        name: .customLong("output"),
        help: "The file to write; - is standard output.",
        completion: .file()
    )
    var file: String?

    @Flag(help: "Print the lines of photod, with the picture as base64.")
    var base64 = false

    @Flag(help: "Replace a file that is there.")
    var overwrite = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (file == nil) == base64 else {
            throw ValidationError("Where to? Write --output FILE, --output - or --base64, one of them.")
        }
    }

    func run() throws {
        let session = try Session(global)
        try session.connection.send(request)
        var table = Table(Self.listing.headings)
        var number = 0
        while let line = try session.connection.nextLine() {
            if base64 {
                session.write(line: line)
                try session.output.flush()
                continue
            }
            number += 1
            let value = try session.decode(line)
            guard let bytes = value["data"]?.string.flatMap({ Base64.decode($0) }) else {
                throw Failure(.unreachable, "photod sent no picture")
            }
            guard let file, file != "-" else {
                session.output.write(bytes)
                try session.output.flush()
                continue
            }
            let written = PictureFile(PathArgument.bytes(of: file), number: number)
            if overwrite { try written.replace(with: bytes) } else { try written.create(bytes) }
            let record = Self.record(value, written)
            switch session.format {
            case .json:
                var json = JSONWriter()
                json.value(record)
                session.write(line: json.bytes[...])
            case .table: table.append(Self.listing.columns.map { $0.text(record) })
            case .tabbed, .nulTerminated: session.write(record: record, of: Self.listing)
            }
            try session.output.flush()
        }
        if session.format == .table, !base64, file != "-" { session.output.write(table.text()) }
        try session.output.flush()
    }

    private var request: Request {
        Request("frame", [PathArgument.photoWord(video)])
            .adding("at", at)
            .adding("every", every)
            .adding("max-width", maxWidth.map { "\($0)" })
            .adding("max-height", maxHeight.map { "\($0)" })
            .adding("format", format ?? (PictureFile.isJPEG(file ?? "") ? "jpeg" : nil))
            .adding("quality", quality.map { "\($0)" })
            .adding("timeout", timeout)
            .adding("as", "base64")
    }

    /// The line without the picture, and with where that is.
    private static func record(_ value: JSONValue, _ file: PictureFile) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(
            members.filter { $0.name != "data" }
                + [.init(name: "path", value: .string(String(decoding: file.path, as: UTF8.self)))]
        )
    }

    private static let listing: Listing = {
        var listing = Listing(
            columns: [
                .init("FRAME", "path"), .init("TIME", "time", isNumeric: true),
                .init("WIDTH", "width", isNumeric: true), .init("HEIGHT", "height", isNumeric: true),
            ],
            members: ["path", "at", "time", "width", "height"]
        )
        listing.nulField = { Array(($0["path"]?.string ?? "").utf8) }
        return listing
    }()
}
