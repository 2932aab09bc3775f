import CShims
import Configuration
import Extraction
import Glibc
import Logging
import PhotoModel
import Reconciling

/// The whole daemon: the library, the socket, the service manager, put together and run until a signal ends it.
public struct Daemon: Sendable {
    private let configuration: LiveConfiguration
    private let logger: Logger

    public init(configuration: LiveConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until SIGTERM or SIGINT; SIGHUP has the configuration read again. Call it on the main thread, after
    /// `prepareProcess`. The caller holds the state folder's lock.
    public func run() throws {
        let resolved = configuration.resolved
        // Before any work: a socket in use must not cost the other daemon anything.
        var socket = try ListeningSocket.inherited()
        if resolved.configuration.socket != nil || socket == nil {
            socket = try ListeningSocket(path: try socketPath())
        }
        guard var listening = socket else { return }
        let file = listening.file
        defer { file?.remove() }
        let library = try PhotoLibrary(
            stateDirectory: resolved.stateDirectory,
            worker: try WorkerLocation.find(name: "photod-extract"),
            zone: try configuration.zone(),
            logger: logger
        )
        try library.start(configuration.libraries)
        let server = SocketServer(library: library, configuration: configuration, logger: logger)
        try server.start(listening: listening.take())
        serve(server)
        server.stop()
        try library.stop()
    }

    private func serve(_ server: SocketServer) {
        while let signal = TerminationSignals.next() {
            guard signal == SIGHUP else { return logger.info("ending") }
            do { try server.reload() } catch { logger.error("the configuration stays as it was: \(error)") }
        }
    }

    private func socketPath() throws(ServiceError) -> FilePath {
        if let path = configuration.resolved.configuration.socket { return path }
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/run/user/\(getuid())"
        return FilePath(runtime).appending(FileName("photod")).appending(FileName("socket"))
    }

    /// What the process needs of the system, once, before any thread: room for a thousand clients, few memory arenas,
    /// no signal for a client that goes, files for the user alone.
    public static func prepareProcess() {
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        TerminationSignals.block()
        photod_limit_arenas(2)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
