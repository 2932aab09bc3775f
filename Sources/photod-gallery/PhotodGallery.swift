import ArgumentParser
import CShims
import Gallery
import GalleryAddress
import Glibc
import LineProtocol
import Logging
import PhotoClient
import PhotoModel
import StandardError

/// The gallery's command line.
@main
struct PhotodGallery: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photod-gallery",
        abstract: "Shows the photo library in a web browser on this machine.",
        discussion: """
            It asks photod for everything and listens on this machine alone. Open it with photoctl gallery. Under systemd it is \
            started when a browser connects, and ends when nobody looks.
            """,
        version: "photod-gallery \(ProtocolVersion.program)"
    )

    @Option(name: .customLong("socket"), help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Option(
        name: .customLong("listen"),
        help: ArgumentHelp("127.0.0.1:PORT (port 0: any that is free) or unix:PATH.", valueName: "address")
    )
    var address: String?

    @Option(
        name: .customLong("control"),
        help: ArgumentHelp("Take commands to screens on this socket.", valueName: "path")
    )
    var control: String?

    @Option(
        name: .customLong("state-dir"),
        help: ArgumentHelp("Keep the token here, and what browsers send.", valueName: "dir")
    )
    var stateDirectory: String?

    @Flag(name: .customLong("read-only"), help: "Change nothing.")
    var isReadOnly = false

    @Option(
        name: .customLong("idle-exit"),
        help: ArgumentHelp("End when no browser was connected for so long.", valueName: "seconds")
    )
    var idleExit: Int64?

    @Flag(name: .customLong("print-url"), help: "Print the address that opens it, once it listens.")
    var printsURL = false

    func validate() throws {
        if let idleExit, !(1...31_536_000).contains(idleExit) {
            throw ValidationError("--idle-exit takes seconds, from 1 to a year of them")
        }
        // An unset variable makes it empty, and that is not the folder in which this happens to run.
        for (option, path) in [("socket", socket), ("control", control), ("state-dir", stateDirectory)]
        where path?.isEmpty ?? false {
            throw ValidationError(
                "--\(option) takes a path, and this one is empty: name one, or leave it out"
            )
        }
        do { _ = try address.map { try GalleryAddress($0) } } catch {
            throw ValidationError("--listen: \(EscapedText.line("\(error)"))")
        }
    }

    static func main() {
        // With `2>&-` the log would go into the first file that is opened.
        guard photod_claim_standard_descriptors() == 0 else { Glibc.exit(1) }
        guard access("/proc/self/cmdline", R_OK) == 0 else {
            complain("/proc is not mounted, and the options are read from there: mount -t proc proc /proc")
            Glibc.exit(1)
        }
        if let refusal = CommandWords.refusal(of: CommandWords.given) {
            complain(refusal)
            Glibc.exit(EX_USAGE)
        }
        main(nil)
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        // A file that grows beyond the limit of the process: the write fails, and one browser is told, instead of the end for all.
        signal(SIGXFSZ, SIG_IGN)
        // Before there is another thread, for each has its own: the main thread alone waits for them.
        let signals = Self.blockEnds()
        LoggingSystem.bootstrap { StandardErrorLog(label: $0) }
        do {
            let server = try GalleryServer(
                try configuration(),
                logger: Logger(label: "photod-gallery"),
                // The main thread ends it, as it does at a signal.
                ended: { kill(getpid(), SIGTERM) }
            )
            let url = printsURL ? server.firstURL : nil
            server.start { failure in
                if let failure {
                    Self.complain("\(failure)")
                    Glibc.exit(1)
                }
                if let url { Self.tell(url) }
            }
            Self.waitForEnd(signals)
            server.end()
        } catch {
            Self.complain("\(error)")
            throw ExitCode(1)
        }
    }

    private func configuration() throws -> GalleryConfiguration {
        let folder = try stateDirectory.map { GalleryFolder(try Self.absolute($0)) } ?? GalleryFolder.usual()
        guard let folder else {
            throw ValidationError(
                "there is no home directory to keep the token in: name a folder with --state-dir"
            )
        }
        guard let page = PageFolder.program().flatMap({ PageFolder.find(program: $0) }) else {
            throw ValidationError("the page's files are missing, which are installed in share/photod/gallery")
        }
        var configuration = GalleryConfiguration(
            sockets: try SocketPath.candidates(explicit: socket.map { SocketPath($0) })
                .map { SocketPath(try Self.absolute(FilePath($0.bytes)).bytes) },
            folder: folder,
            page: page
        )
        configuration.address = try address.map { try GalleryAddress($0) }
        configuration.control = try control.map { SocketPath(try Self.absolute($0).bytes) }
        configuration.isReadOnly = isReadOnly
        configuration.idleExit = idleExit
        return configuration
    }

    private static func absolute(_ text: String) throws -> FilePath { try absolute(FilePath(text)) }

    private static func absolute(_ path: FilePath) throws -> FilePath {
        if path.bytes.first == UInt8(ascii: "/") { return path }
        let folder = getcwd(nil, 0)
        defer { free(folder) }
        // "(unreachable)…" of a disk that was taken away beneath (getcwd(3)).
        guard let folder, folder.pointee == CChar(UInt8(ascii: "/")) else {
            throw ValidationError(
                """
                the working directory, which \(path.display) begins at, is gone: cd to another, or begin the path with a slash
                """
            )
        }
        return FilePath(Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))).appending(
            FileName(path.bytes)
        )
    }

    private static func blockEnds() -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        return signals
    }

    private static func waitForEnd(_ signals: sigset_t) {
        var signals = signals
        var number: Int32 = 0
        while sigwait(&signals, &number) != 0 {}
    }

    private static func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    private static func complain(_ message: String) {
        // A message quotes paths, and none of them may steer the terminal.
        StandardErrorOutput.shared.write("photod-gallery: \(EscapedText.line(message))")
    }
}
