import BatchService
import CShims
import Descriptors
import Extraction
import Glibc
import LineProtocol
import LineServer
import Logging
import NIOCore
import PhotoModel
import PhotodConfiguration
import Previews
import Sweeps
import Thumbnails
import WatchedLibrary

/// The whole daemon: the library, the socket, the service manager, put together and run until a signal ends it.
public struct Daemon: Sendable {
    private let configuration: LiveConfiguration
    private let lock: StateLock
    private let threshold: LogThreshold
    private let logger: Logger

    /// - Parameters:
    ///   - lock: the state folder's.
    ///   - threshold: what `logger` logs; a reload may change it.
    public init(configuration: LiveConfiguration, lock: StateLock, threshold: LogThreshold, logger: Logger) {
        self.configuration = configuration
        self.lock = lock
        self.threshold = threshold
        self.logger = logger
    }

    /// Serves until SIGTERM or SIGINT; SIGHUP has the configuration read again. Call it on the main thread, after
    /// `prepareProcess`.
    public func run() throws {
        // Before any work: a socket in use must not cost the other daemon anything.
        var socket = try listen()
        configuration.listens(on: socket.name)
        let file = socket.file
        defer { file?.remove() }
        let worker = try WorkerLocation.find(name: "photod-extract")
        let cache = configuration.cacheHome.map {
            ThumbnailCache(cacheHome: $0, version: ProtocolVersion.program)
        }
        let library = try makeLibrary(worker, cache)
        let manager = ServiceManager()
        defer { manager.end() }
        let isAtRecovery = { manager.starting("ends what an earlier run was in the middle of") }
        let imports = try startImports(into: library, isAtRecovery)
        let edits = try EditService(library: library, store: imports.store, worker: worker, logger: logger)
        edits.setKeepsModificationTimes(configuration.resolved.configuration.keepsModificationTimes)
        edits.recover(isAtIt: isAtRecovery)
        let server = try SocketServer(
            table: PhotodCommands.table,
            places: library.descriptors,
            spoolFolder: configuration.resolved.stateDirectory,
            logger: logger
        )
        let looks = DiskLooks(eventLoop: server.eventLoop)
        let thumbnails = try ThumbnailService(
            library: library,
            worker: try? WorkerLocation.find(name: "photod-render"),
            cache: cache,
            previews: configuration.cacheHome.map { PreviewCache(cacheHome: $0) },
            looks: looks,
            logger: logger
        )
        let configurator = LibraryConfigurator(
            library: library,
            imports: imports,
            edits: edits,
            thumbnails: thumbnails,
            configuration: configuration,
            threshold: threshold,
            manager: manager,
            logger: logger
        )
        let frames = try FrameService(
            worker: try? WorkerLocation.find(name: "photod-render"),
            progress: library.progress,
            logger: logger
        )
        let context = CommandContext(
            library: library,
            imports: imports,
            edits: edits,
            thumbnails: thumbnails,
            frames: frames,
            looks: looks,
            configuration: configuration,
            statistics: ServerStatistics(PhotodCommands.table.definitions)
        )
        let keeper = file.map { SocketKeeper($0, logger: logger, listen: server.listen) }
        let hub = SubscriptionHub<PhotodService>(
            replies: context.replies,
            status: context.state,
            sessions: server.sessions,
            eventLoop: server.eventLoop,
            logger: logger
        ) { manager.status(Self.statusText($0)) }
        hub.listen()
        try server.start(
            PhotodService(
                context: context,
                orders: OrderCommands(context: context, configurator: configurator, readers: server.readers),
                looks: looks
            ),
            listening: socket.take()
        )
        keeper?.start()
        thumbnails.prepare(configuration.resolved.configuration.preparedThumbnails)
        manager.ready()
        logger.info("ready")
        Self.feedWatchdog(of: manager, server.eventLoop, library)
        serve(configurator)
        manager.stopping()
        keeper?.stop()
        server.stopServing()
        // The library's last events still find their way, to nobody.
        defer { server.stop() }
        thumbnails.stop()
        frames.stop()
        edits.stop()
        imports.stop()
        try library.stop()
    }

    private func makeLibrary(_ worker: WorkerLocation, _ cache: ThumbnailCache?) throws -> PhotoLibrary {
        let library = try PhotoLibrary(
            stateDirectory: configuration.resolved.stateDirectory,
            worker: worker,
            videoWorker: try? WorkerLocation.find(name: "photod-media"),
            zones: configuration.current.zones,
            descriptions: configuration.descriptions(of: configuration.current),
            thumbnails: cache,
            holdState: holdState,
            logger: logger
        )
        library.setAuditPeriod(configuration.resolved.configuration.audit)
        // Only a configuration can say that there is no group view any more.
        if configuration.resolved.file != nil { library.setView(configuration.resolved.configuration.view) }
        return library
    }

    /// Starts the library as well: what an import had begun before a kill is brought to its end before anybody looks.
    private func startImports(into library: PhotoLibrary, _ isAtRecovery: () -> Void) throws -> ImportService
    {
        let imports = try ImportService(
            library: library,
            stateDirectory: configuration.resolved.stateDirectory,
            dataHome: configuration.dataHome,
            logger: logger
        )
        try imports.recover(isAtIt: isAtRecovery)
        imports.clearStages()
        // Before a link is followed that leads there.
        let importFolders = configuration.resolved.configuration.imports
        library.setImportFolders(ImportFolders.realPaths(of: importFolders))
        try library.start(configuration.current.libraries)
        try imports.start(importFolders)
        return imports
    }

    /// Has the lock be that of the folder which the state folder's path leads to now. Where another daemon has that, this one
    /// ends at once: whatever it did at an end in good order it would do to the other one's files.
    private var holdState: @Sendable () -> Void {
        { [lock, logger] in
            do throws(ServiceError) { try lock.follow() } catch {
                logger.error("\(error)")
                _exit(1)
            }
        }
    }

    /// Tells the watchdog that all is well, as long as the writer takes orders.
    private static func feedWatchdog(
        of manager: ServiceManager,
        _ eventLoop: any EventLoop,
        _ library: PhotoLibrary
    ) {
        guard let interval = ServiceManager.watchdogInterval() else { return }
        let period = TimeAmount.nanoseconds(Int64(interval / .nanoseconds(1)))
        eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: period) { _ in
            library.run.probeWriter { manager.alive() }
        }
    }

    private static func statusText(_ figures: SweepProgress.Figures) -> String {
        figures.isScanning
            ? "Scanning: \(figures.done) of \(figures.total) files" : "Ready: watching"
    }

    private func serve(_ configurator: LibraryConfigurator) {
        while let signal = TerminationSignals.next() {
            guard signal == SIGHUP else { return logger.info("ending") }
            do { try configurator.reload() } catch {
                logger.error("the configuration stays as it was: \(error)")
            }
        }
    }

    /// The socket of the command line, else systemd's, else the configuration's, else the usual one.
    private func listen() throws(ServerError) -> ListeningSocket {
        let resolved = configuration.resolved
        if case .commandLine = resolved.origins.socket, let path = resolved.configuration.socket {
            if ListeningSocket.closeInherited() {
                logger.warning(
                    """
                    systemd passed a socket, which is not served, as --socket names another: who connects to it waits \
                    without end; leave out --socket, or do without the socket unit
                    """
                )
            }
            return try ListeningSocket(path: path)
        }
        if let inherited = try ListeningSocket.inherited() { return inherited }
        return try ListeningSocket(path: configuration.socket)
    }

    /// What the process needs of the system, once, before any thread: room for a thousand clients, few memory arenas,
    /// no signal for a client that goes. The umask stays the user's, for the folders of the library; what is photod's own
    /// is made with a mode that is for the user alone.
    public static func prepareProcess() {
        signal(SIGPIPE, SIG_IGN)
        // A file that grows beyond the limit of the process: the write fails, and says so, instead of the daemon's end.
        signal(SIGXFSZ, SIG_IGN)
        TerminationSignals.block()
        photod_limit_arenas(2)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

extension DescriptorLedger: ClientPlaces {}
