import ArgumentParser
import Glibc
import LineProtocol
import PhotoClient

struct FrameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame",
        abstract: "Take frames out of a video.",
        discussion: """
            The frame of a time is the first one that is not shown before it, upright and with square pixels. Several frames \
            need names with %d, where their numbers go. With --output - the one frame goes to standard output, and with --base64 \
            one line of JSON a frame. Fields: path, at, time, width, height. Files are written by photoctl itself, whole or not \
            at all. With --library frames become photos beside the video, as JPEGs unless --format says otherwise, with its \
            date and where in it they are, its place, its description and its group; “photoctl undo BATCH” puts them into \
            the trash. Fields: result (ok, error), path, id of the photo, at, time, width, height, name of the error, message. With \
            --playing the video is the one that a player has open, at the position where it is.
            """
    )

    @Argument(help: "Id, file:// uri or path of the video; not with --playing.", completion: .file())
    var video: String?

    @Option(
        parsing: .unconditional,
        help: "Seconds or shares of the duration, separated by commas: 12.5,50%. Default: 0."
    )
    var at: String?

    @Option(parsing: .unconditional, help: "From --at on, a frame every so many seconds.")
    var every: String?

    @Option(
        parsing: .unconditional,
        help: """
            Where the frame itself cannot be decoded: how many seconds away another may be, or any. Default: exact, no other.
            """
    )
    var tolerance: String?

    @Option(help: "Pixels at most.")
    var maxWidth: Int?

    @Option(help: "Pixels at most.")
    var maxHeight: Int?

    @Option(
        help: "png or jpeg. Default: as the name of the file has it, jpeg with --library, else png.",
        completion: .list(["png", "jpeg"])
    )
    var format: String?

    @Option(help: "Of a JPEG, 1 to 100. Default: 92.")
    var quality: Int?

    @Option(parsing: .unconditional, help: "Seconds that a frame may take. Default: 30.")
    var timeout: String?

    @Option(
        name: .customLong("output"),
        help: "The file to write; - is standard output.",
        completion: .file()
    )
    var file: String?

    @Flag(help: "Print the lines of photod, with the picture as base64.")
    var base64 = false

    @Flag(help: "Save frames as photos, beside the video.")
    var library = false

    @Flag(help: "Take the frame that a player shows just now (MPRIS, by busctl).")
    var playing = false

    @Flag(help: "Replace a file that is there.")
    var overwrite = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard [file != nil, base64, library].count(where: { $0 }) == 1 else {
            throw ValidationError(
                "Where to? Write --output FILE, --output -, --base64 or --library, one of them."
            )
        }
        guard (video == nil) == playing else {
            throw ValidationError("Of which video? Write an id, a uri or a path, or --playing, one of them.")
        }
        if playing, at != nil {
            throw ValidationError("With --playing the player says where: leave --at out.")
        }
        let isOne = every == nil && !(at ?? "").contains(",")
        if file == "-", !isOne {
            throw ValidationError(
                "Standard output takes one frame: write --output with %d in the name, or --base64."
            )
        }
        if let file, file != "-", !isOne, !PictureFile.holdsNumber(PathArgument.bytes(of: file)) {
            throw ValidationError(
                "Several frames need several names: write %d in the name, where the number goes."
            )
        }
        if let file, file != "-", format == nil, PictureFile.isOther(file) {
            throw ValidationError(
                "Frames are PNG or JPEG: end the name in .png or .jpg, or say which with --format."
            )
        }
        if library, overwrite {
            throw ValidationError("--library replaces nothing: leave --overwrite out.")
        }
    }

    /// Or a photo, each frame.
    private var becomesFile: Bool { file != "-" && !base64 }

    func run() throws {
        let session = try Session(global)
        session.output.dropsUnwritable = becomesFile
        let request: Request
        if playing {
            let playing = try PlayingVideo(session.connection)
            request = self.request(playing.word, at: playing.at)
        } else {
            request = self.request(PathArgument.photoWord(video ?? ""), at: at ?? "0")
        }
        if library { return try SavedFrames.print(request, session) }
        let writing = try writing(request.positionals.first ?? "", session)
        try session.connection.send(request)
        var table = Table(Self.listing.headings)
        var number = 0
        do {
            while let line = try session.connection.nextLine() {
                if base64 {
                    session.write(line: line)
                    try session.output.flush()
                    continue
                }
                number += 1
                if let record = try take(line, number, writing, session) {
                    table.append(Self.listing.columns.map { $0.text(record) })
                }
                try session.output.flush()
            }
        } catch {
            try session.finish(table)
            throw error
        }
        try session.finish(table)
        try session.output.checkWritten()
    }

    /// How frames become files.
    private struct Writing {
        /// Which file the video is, by whatever name; `nil` where that is not known.
        let video: FileNumber?
        /// Of a new file.
        let mode: mode_t
        /// In which no frame takes the place of a file; `nil` where nothing is replaced.
        let library: LibraryFolders?

        func write(_ bytes: [UInt8], to file: PictureFile) throws {
            guard let library else { return try file.create(bytes, mode: mode) }
            if let video, FileNumber(file.path) == video {
                let name = String(decoding: file.path, as: UTF8.self)
                throw Failure(.refused, "\(name) is the video itself, and stays: give another name")
            }
            try library.checkNotReplaced(file.path)
            try file.replace(with: bytes, mode: mode)
        }
    }

    /// `nil` where no file is written.
    private func writing(_ video: String, _ session: Session) throws -> Writing? {
        guard becomesFile else { return nil }
        let original = try PictureOriginal(video, session)
        return Writing(
            video: original.number,
            mode: original.modeOfPicture,
            library: overwrite ? try LibraryFolders(session) : nil
        )
    }

    /// Writes a frame where it is to go.
    ///
    /// - Returns: what is to be told of it in a table, where there is one.
    private func take(
        _ line: ArraySlice<UInt8>,
        _ number: Int,
        _ writing: Writing?,
        _ session: Session
    ) throws -> JSONValue? {
        let value = try session.decode(line)
        guard let bytes = value["data"]?.string.flatMap({ Base64.decode($0) }) else {
            throw Failure(.unreachable, "photod sent no picture")
        }
        guard let file, let writing else {
            session.output.write(bytes)
            return nil
        }
        let written = PictureFile(PathArgument.bytes(of: file), number: number)
        try writing.write(bytes, to: written)
        let record = Self.record(value, written)
        switch session.format {
        case .json:
            var json = JSONWriter()
            json.value(record)
            session.write(line: json.bytes[...])
        case .table: return record
        case .tabbed: session.write(record: record, of: Self.listing)
        case .nulTerminated:
            // The bytes themselves: what a record has is text.
            session.output.write(written.path)
            session.output.write("\0")
        }
        return nil
    }

    private func request(_ video: String, at: String) -> Request {
        Request("frame", [video])
            .adding("at", at)
            .adding("every", every)
            .adding("tolerance", tolerance)
            .adding("max-width", maxWidth.map { "\($0)" })
            .adding("max-height", maxHeight.map { "\($0)" })
            .adding("format", format ?? (PictureFile.isJPEG(file ?? "") ? "jpeg" : nil))
            .adding("quality", quality.map { "\($0)" })
            .adding("timeout", timeout)
            .adding("as", library ? "library" : "base64")
    }

    /// The line without the picture, and with where that is.
    private static func record(_ value: JSONValue, _ file: PictureFile) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(
            members.filter { $0.name != "data" }
                + [.init(name: "path", value: .string(String(decoding: file.path, as: UTF8.self)))]
        )
    }

    private static let listing = Listing(
        columns: [
            .init("FRAME", "path"), .init("TIME", "time", isNumeric: true),
            .init("WIDTH", "width", isNumeric: true), .init("HEIGHT", "height", isNumeric: true),
        ],
        members: ["path", "at", "time", "width", "height"]
    )
}
