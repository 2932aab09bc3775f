import GalleryAddress
import Glibc
import LineProtocol
import PhotoModel
import TestSupport
import Testing

/// A gallery of a daemon's library.
final class GalleryFixture {
    let daemon: DaemonFixture
    let state: FilePath
    let log: FilePath
    /// Where screens are commanded.
    let control: FilePath
    private let output: FilePath
    private(set) var process: ChildProcess?
    private(set) var port: UInt16 = 0
    private(set) var token = ""

    private init(_ daemon: DaemonFixture) {
        self.daemon = daemon
        state = daemon.scratch.location + "gallery"
        log = daemon.scratch.location + "gallery-log"
        control = daemon.scratch.location + "control"
        output = daemon.scratch.location + "gallery-output"
    }

    /// Runs a test with a daemon and a gallery, which is started unless `isStarted` says otherwise.
    static func run(
        _ arguments: [String] = [],
        isStarted: Bool = true,
        _ body: (GalleryFixture) throws -> Void
    ) throws {
        try DaemonFixture.run { try run(beside: $0, arguments, isStarted: isStarted, body) }
    }

    /// The same with a daemon that runs, where that runs.
    static func run(
        beside daemon: DaemonFixture,
        _ arguments: [String] = [],
        isStarted: Bool = true,
        _ body: (GalleryFixture) throws -> Void
    ) throws {
        let gallery = GalleryFixture(daemon)
        do {
            if isStarted { try gallery.start(arguments) }
            try body(gallery)
            try gallery.stop()
            #expect(!gallery.logText.contains("Fatal error"), "\(gallery.logText)")
        } catch {
            print("the gallery's log:\n\(gallery.logText)")
            throw error
        }
    }

    var logText: String { (try? Disk.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    // MARK: - Life

    /// - Parameters:
    ///   - socket: one that listens, to be passed on as systemd does,
    ///   - name: and what that calls it.
    func spawn(
        _ arguments: [String] = [],
        listen: String? = "127.0.0.1:0",
        activatedBy socket: Int32? = nil,
        name: String = "unknown"
    ) throws -> ChildProcess {
        try Disk.write("", to: output)
        let program = try Programs.path(of: "photod-gallery")
        let options =
            ["--socket", daemon.socket.display, "--state-dir", state.display, "--print-url"]
            + (listen.map { ["--listen", $0] } ?? [])
            // Beside another gallery, which has it, one that is activated does without.
            + (socket == nil ? ["--control", control.display] : []) + arguments
        // The variables name the process that is to take the socket.
        let script = "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=\(name) exec \"$0\" \"$@\""
        let command = [program.display] + options
        let words = (socket == nil ? daemon.launcher : ["/bin/sh", "-c", script]) + command
        return try ChildProcess(
            FilePath(words[0]),
            Array(words.dropFirst()),
            environment: ["HOME=\(daemon.scratch.location.display)", "SWIFT_BACKTRACE=enable=no"],
            output: output,
            log: log,
            passing: socket.map { [$0] } ?? []
        )
    }

    /// Starts it and waits until it says where it listens.
    func start(_ arguments: [String] = [], listen: String = "127.0.0.1:0") throws {
        let process = try spawn(arguments, listen: listen)
        self.process = process
        let url = try waitForAddress(process)
        token = String(try #require(url.split(separator: "=").last))
        port =
            url.split(separator: "/").dropFirst().first?.split(separator: ":").last.flatMap { UInt16($0) }
            ?? 0
    }

    /// The first address of one that was spawned.
    func waitForAddress(_ process: ChildProcess) throws -> String {
        var line = ""
        try Waiting.until("the gallery says its address", below: daemon.scratch.location) {
            guard try Readiness.wait(for: [process.endDescriptor], seconds: 0) == nil else {
                throw TimedOut(what: "the gallery's address; it has ended: \(logText)")
            }
            line = String(decoding: try Disk.read(output), as: UTF8.self)
            return line.hasSuffix("\n")
        }
        return String(line.dropLast())
    }

    func stop() throws {
        // One that has ended by itself has been waited for.
        guard let process, process.end == nil else { return }
        try process.signal(SIGTERM)
        let end = try process.wait()
        self.process = nil
        guard end == .exited(0) else { throw DaemonFixture.BadEnd(end: end) }
    }

    /// Ends one that photoctl has started.
    static func endDetached(_ state: FilePath) throws {
        let holder = try #require(GalleryLock.holder(of: state + "lock"))
        try SystemFailure.check(kill(holder, SIGTERM), "kill")
        try Waiting.until("the gallery has ended") { GalleryLock.holder(of: state + "lock") == nil }
    }

    // MARK: - Asking

    var host: String { "127.0.0.1:\(port)" }
    var cookie: String { "Cookie: photod-gallery-\(port)=\(token)" }
    var origin: String { "Origin: http://\(host)" }

    func connect() throws -> HTTPConnection { try HTTPConnection(port: port) }

    func get(_ address: String, _ headers: [String] = [], method: String = "GET") throws -> HTTPAnswer {
        try connect().ask(["\(method) \(address) HTTP/1.1", "Host: \(host)", cookie] + headers)
    }

    func post(_ address: String, _ body: [UInt8] = [], headers: [String]? = nil) throws -> HTTPAnswer {
        try connect().ask(
            ["POST \(address) HTTP/1.1", "Host: \(host)", "Content-Length: \(body.count)"]
                + (headers ?? [cookie, origin]),
            body: body
        )
    }

    /// Asks, and leaves the answer where it is.
    func begin(_ address: String, _ headers: [String] = []) throws -> HTTPConnection {
        let connection = try connect()
        let head = ["GET \(address) HTTP/1.1", "Host: \(host)", cookie] + headers
        try connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        return connection
    }

    /// Opens an event stream.
    func events(since clock: String? = nil) throws -> HTTPConnection {
        let connection = try begin("/events", clock.map { ["Last-Event-ID: \($0)"] } ?? [])
        let answer = try connection.head()
        #expect(answer.status == 200 && answer.headers["content-type"] == "text/event-stream")
        return connection
    }

    /// What the kernel counts of it (RssAnon and RssFile), in KiB.
    func residentKilobytes() throws -> Int {
        let process = try #require(process)
        let text = String(
            decoding: try Disk.read(FilePath("/proc/\(process.identifier)/status")),
            as: UTF8.self
        )
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(
            line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
        )
    }
}

/// A socket of the Internet that listens and is nobody's yet.
final class ListeningTestSocket {
    let descriptor: Int32
    let port: UInt16

    /// - Parameter isOpen: whether other machines could reach it.
    init(isOpen: Bool) throws {
        descriptor = try SystemFailure.check(
            socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0),
            "socket"
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: isOpen ? 0 : UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(descriptor, name, length) == 0 && listen(descriptor, 16) == 0
                    ? getsockname(descriptor, name, &length) : -1
            }
        }
        try SystemFailure.check(result, "listen")
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
