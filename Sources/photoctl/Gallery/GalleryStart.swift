import CShims
import GalleryAddress
import Glibc
import PhotoClient
import PhotoModel

/// Finds the gallery that runs, or starts one: by systemd where its socket is there, else as a program of its own.
struct GalleryStart {
    let folder: GalleryFolder
    /// Whether the user has named the folder; systemd's gallery has the usual one.
    let isNamed: Bool
    /// The daemon's socket, where one was named.
    let socket: String?
    /// Where the daemon is looked for whose photos are wanted.
    let daemon: [SocketPath]

    /// How long a gallery that runs already has to say where it listens, in tenths of a second.
    private static let waitingTime = 50
    /// How long one that is started here stays without a browser, in seconds.
    private static let idleExit = "600"

    func address() throws -> GalleryAddress {
        let address = try running() ?? (startsBySystemd() ? running() : nil) ?? startProgram()
        try checkDaemon()
        return address
    }

    /// A gallery shows one daemon's photos: to open another's than were asked for would be worse than an error.
    private func checkDaemon() throws {
        let shown = GalleryKeys.bytes(of: folder.daemon).split(separator: 0).map { SocketPath(Array($0)) }
        guard let first = shown.first,
            !shown.contains(where: { one in daemon.contains { $0.leads(to: one) } })
        else { return }
        throw Failure(
            .refused,
            """
            the gallery that runs with \(folder.path.display) shows the photos of the daemon at \(first): open another \
            one’s with a folder of its own, --state-dir DIR
            """
        )
    }

    /// `nil` where none runs. What an ended one has left behind says nothing: the port may be another user's by now.
    private func running() -> GalleryAddress? {
        for _ in 0..<Self.waitingTime {
            guard GalleryLock.holder(of: folder.lock) != nil else { return nil }
            if let text = GalleryKeys.line(of: folder.address) { return try? GalleryAddress(text) }
            _ = poll(nil, 0, 100)
        }
        return nil
    }

    private func startsBySystemd() -> Bool {
        guard !isNamed, socket == nil else { return false }
        return Self.run(["systemctl", "--user", "--quiet", "is-active", "photod-gallery.socket"])
            && Self.run(["systemctl", "--user", "--quiet", "start", "photod-gallery.service"])
    }

    /// Whether a program is there and ends well.
    private static func run(_ words: [String]) -> Bool {
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var (process, output): (pid_t, Int32) = (0, -1)
        guard photod_spawn_for_output(words[0], arguments, &output, &process) == 0 else { return false }
        close(output)
        var status: Int32 = 0
        return uninterrupted { Int(waitpid(process, &status, 0)) } == Int(process) && status == 0
    }

    // MARK: - A program of its own

    private func startProgram() throws -> GalleryAddress {
        let program = Self.program()
        var words = [program, "--print-url", "--idle-exit", Self.idleExit]
        if isNamed { words += ["--state-dir", folder.path.display] }
        if let socket {
            words += ["--socket", String(decoding: PathArgument.bytes(of: socket), as: UTF8.self)]
        }
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var (process, output): (pid_t, Int32) = (0, -1)
        let code = photod_spawn_detached(program, arguments, &output, &process)
        guard code == 0 else {
            throw Failure(
                .unreachable,
                "cannot start photod-gallery: \(String(cString: strerror(code))); “make install” installs it, “make build” builds it"
            )
        }
        defer { close(output) }
        let said = Self.firstAddress(output)
        // Another one that was started in the same moment may have been first.
        guard let address = running() else {
            throw Failure(.unreachable, "photod-gallery does not start:\n\(said)")
        }
        return address
    }

    /// What a gallery says until it has said where it listens, or has ended.
    private static func firstAddress(_ output: Int32) -> String {
        var said: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = uninterrupted { read(output, &piece, piece.count) }
            guard count > 0 else { return String(decoding: said, as: UTF8.self) }
            said += piece[..<count]
            let lines = said.split(separator: UInt8(ascii: "\n"))
            if lines.contains(where: { $0.starts(with: "http://".utf8) }) { return "" }
        }
    }

    /// Beside this program, else where the shell finds it.
    private static func program() -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return "photod-gallery" }
        let own = FilePath(buffer.prefix(count).map { UInt8(bitPattern: $0) })
        let beside = own.parent.appending(FileName("photod-gallery"))
        return beside.withCString { access($0, X_OK) } == 0 ? beside.display : "photod-gallery"
    }
}

extension SocketPath {
    /// Whether both are one place, or lead to one socket.
    ///
    /// - Parameter other: an absolute path.
    fileprivate func leads(to other: SocketPath) -> Bool {
        if PathArgument.absolute(bytes) == other.bytes { return true }
        var (here, there) = (stat(), stat())
        return FilePath(bytes).withCString { stat($0, &here) } == 0
            && FilePath(other.bytes).withCString { stat($0, &there) } == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }
}
