import ArgumentParser
import Glibc
import LineProtocol
import PhotoClient

struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Make pictures to be looked at, of photos of any format, and tell where they are.",
        discussion: """
            JPEG or PNG, upright, in sRGB, never larger than the photo; of RAW files the preview that the camera put \
            into them. Fields: id, path of the preview, its width and height, whether it was there already, name of the \
            error, message, path of a grey picture to be shown instead. They lie in a cache of photod's own, where those \
            that were not asked for longest make room. With “-” ids, uris or paths are read from standard input. Exits \
            with 4 where one failed.
            """
    )

    @Argument(help: "Ids, file:// uris or paths; - reads them from standard input.", completion: .file())
    var photos: [String] = []

    @Option(help: "Pixels that neither width nor height exceeds: 2560 unless said otherwise.")
    var max: String?

    @Option(help: "jpeg or png.", completion: .list(["jpeg", "png"]))
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
        let words = try PhotoWords(photos)
        var failed = 0
        var total = 0
        var table = Table(ThumbCommand.listing.headings)
        for part in words.parts {
            try part.send(
                { Request("preview", $0).adding("max", max).adding("format", format) },
                by: session.connection
            )
            while let line = try session.connection.nextLine() {
                let value = try session.decode(line)
                total += 1
                if value["error"] != nil { failed += 1 }
                if let output {
                    try copy(value, to: output, session)
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
        if session.format == .table, output == nil { session.output.write(table.text()) }
        try session.output.flush()
        if failed > 0 { throw Failure(.refused, "\(failed) of \(total) failed") }
    }

    private func copy(_ value: JSONValue, to output: String, _ session: Session) throws {
        guard value["error"] == nil, let path = value["path"]?.string else {
            throw Failure(.refused, value["message"]?.string ?? "there is no preview")
        }
        let bytes = try Self.content(of: path)
        guard output != "-" else { return session.output.write(bytes) }
        let file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Self.failure("write", output) }
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("write", output) }
            written += count
        }
    }

    private static func content(of path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("read", path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: piece[..<count])
        }
    }

    private static func failure(_ call: String, _ path: String) -> Failure {
        Failure(.refused, "cannot \(call) \(path): \(String(cString: strerror(errno)))")
    }
}
