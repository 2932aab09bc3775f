import Glibc
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// A daemon with its own root, state folder and socket.
///
/// Use `DaemonFixture.run`: it shows the daemon's log where a test throws, and ends with a look for crashes in it.
final class DaemonFixture {
    let scratch: TemporaryFolder
    let root: FilePath
    let state: FilePath
    let socket: FilePath
    let configuration: FilePath
    let log: FilePath
    let notify: NotifySocket
    /// Appended to the program's command line.
    var arguments: [String] = []
    /// Whether `--config` names the configuration; else the daemon looks for one.
    var isConfigurationNamed = true
    /// Whether `--socket` names the socket; else it is that of the configuration.
    var isSocketNamed = true
    /// `$HOME`.
    var home: FilePath
    /// Further variables, `NAME=VALUE`.
    var variables: [String] = []
    /// Run in place of the built one.
    var otherProgram: FilePath?
    /// Put before it, as `setpriv` wants.
    var launcher: [String] = []
    private(set) var process: ChildProcess?

    /// A zone with an odd offset and no summer time: a date that was shifted by mistake shows.
    static let zone = "Asia/Kathmandu"
    static let zoneSeconds = (5 * 60 + 45) * 60
    static let zoneText = "+05:45"

    private init() throws {
        scratch = try TemporaryFolder()
        home = scratch.location
        root = scratch.location + "photos"
        state = scratch.location + "state"
        socket = scratch.location + "socket"
        configuration = scratch.location + "photod.toml"
        log = scratch.location + "log"
        notify = try NotifySocket(in: scratch.location)
        try Disk.makeFolder(root)
        try configure(libraries: [root])
    }

    /// Runs a test with a daemon, which is started unless `isStarted` says otherwise.
    static func run(isStarted: Bool = true, _ body: (DaemonFixture) throws -> Void) throws {
        let fixture = try DaemonFixture()
        do {
            if isStarted { try fixture.start() }
            try body(fixture)
            try fixture.stop()
            fixture.expectNoCrash()
        } catch {
            print("the daemon's log:\n\(fixture.logText)")
            throw error
        }
    }

    /// As `run`, not started, with a daemon that is not root even where the test is: root may read everything. It owns
    /// the root and what lies around it.
    static func runUnprivileged(_ body: (DaemonFixture) throws -> Void) throws {
        let setpriv = try #require(Programs.system("setpriv"), "install the package util-linux")
        try run(isStarted: false) { daemon in
            if getuid() == 0 {
                daemon.launcher = [setpriv.display, "--reuid=65534", "--clear-groups", "--inh-caps=-all"]
                for folder in [daemon.scratch.location, daemon.root] {
                    try Disk.setOwner(folder, 65534)
                    try Disk.setMode(folder, 0o755)
                }
            }
            try body(daemon)
        }
    }

    /// - Parameter libraryOptions: further lines of each library.
    func configure(libraries: [FilePath], more: String = "", libraryOptions: String = "") throws {
        var text = "timezone = \"\(Self.zone)\"\n\(more)\n"
        for library in libraries {
            text += "[[library]]\npath = \"\(library.display)\"\n\(libraryOptions)\n"
        }
        try Disk.write(text, to: configuration)
    }

    // MARK: Life

    /// Starts the daemon and waits until it says that it is ready.
    func start() throws {
        try launch()
        try waitUntilReady()
    }

    func launch() throws { process = try spawn() }

    func waitUntilReady() throws {
        try notify.wait(for: "READY=1", from: running)
    }

    /// Starts a daemon without waiting for it.
    func spawn(_ extra: [String] = [], output: FilePath = FilePath("/dev/null")) throws -> ChildProcess {
        try ChildProcess(
            try launcher.first.map { FilePath($0) } ?? program,
            launcher.isEmpty
                ? options + extra : try launcher.dropFirst() + [program.display] + options + extra,
            environment: environment,
            output: output,
            log: log
        )
    }

    /// Removes the index of a daemon that is stopped.
    func loseIndex() throws {
        for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] where Disk.isFile(state + name) {
            try Disk.remove(state + name)
        }
    }

    /// Has a daemon that a test spawned count as this fixture's.
    func adopt(_ process: ChildProcess) {
        self.process = process
    }

    private var program: FilePath {
        get throws { try otherProgram ?? Programs.path(of: "photod") }
    }

    /// Has the daemon, before it is started, run another program in the place of `photod-extract`: a copy of it beside a
    /// copy of the daemon.
    func replaceExtract(by program: String) throws {
        let programs = scratch.location + "programs"
        try Disk.makeFolder(programs)
        for (name, copy) in [("photod", "photod"), (program, "photod-extract")] {
            try Disk.write(try Disk.read(try Programs.path(of: name)), to: programs + copy)
            try Disk.setMode(programs + copy, 0o755)
        }
        otherProgram = programs + "photod"
    }

    var options: [String] {
        (isConfigurationNamed ? ["--config", configuration.display] : [])
            + (isSocketNamed ? ["--socket", socket.display] : [])
            + ["--state-dir", state.display] + arguments
    }

    var environment: [String] {
        [
            "PATH=/usr/bin:/bin", "HOME=\(home.display)", "NOTIFY_SOCKET=\(notify.path.display)",
            // A crash shall be one message, not minutes of symbol tables.
            "SWIFT_BACKTRACE=enable=no",
        ] + variables
    }

    var running: ChildProcess {
        get throws { try #require(process, "no daemon is running") }
    }

    /// Ends the daemon as a service manager does.
    func stop() throws {
        guard let process else { return }
        try process.signal(SIGTERM)
        let end = try process.wait()
        self.process = nil
        guard end == .exited(0) else { throw BadEnd(end: end) }
    }

    /// Ends it as a power cut would.
    func kill() throws {
        let process = try running
        try process.signal(SIGKILL)
        try process.wait()
        self.process = nil
    }

    func restart() throws {
        try stop()
        try start()
    }

    struct BadEnd: Error, CustomStringConvertible {
        let end: ChildProcess.End

        var description: String { "the daemon should have ended with 0: \(end)" }
    }

    // MARK: Talking

    /// A connection on which no answer may take longer than half a minute.
    func connect() throws -> Connection {
        try Connection(to: [SocketPath(socket.bytes)], readTimeout: .seconds(30))
    }

    // MARK: The log

    var logText: String {
        do { return String(decoding: try Disk.read(log), as: UTF8.self) } catch { return "no log: \(error)" }
    }

    func expectNoCrash() {
        let text = logText
        let signs = ["Fatal error", "Crash", "Precondition", "overflow", "BUG", "malloc", "photod: critical"]
        for line in text.split(separator: "\n") where signs.contains(where: { line.contains($0) }) {
            Issue.record("the daemon's log has: \(line)\n\(text)")
        }
    }
}
