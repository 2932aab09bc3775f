import Configuration
import Glibc
import LineProtocol
import Logging
import NIOCore
import NIOPosix
import PhotoModel
import Reconciling

/// Serves clients on the socket, on one event-loop thread, and keeps the service manager informed.
final class SocketServer: Sendable {
    /// Threads for long answers: a slow client holds one at most.
    private static let readerCount = 4

    private let library: PhotoLibrary
    private let configuration: LiveConfiguration
    private let logger: Logger
    private let manager = ServiceManager()
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let readers = NIOThreadPool(numberOfThreads: SocketServer.readerCount)

    init(library: PhotoLibrary, configuration: LiveConfiguration, logger: Logger) {
        self.library = library
        self.configuration = configuration
        self.logger = logger
    }

    /// Begins to serve; questions are answered when it returns.
    ///
    /// - Parameter listening: a listening socket's descriptor, which this takes over.
    func start(listening: Int32) throws {
        readers.start()
        let eventLoop = group.any()
        let context = CommandContext(library: library, configuration: configuration, logger: logger)
        let sessions = SessionTable(eventLoop: eventLoop)
        let orders = OrderCommands(context: context) { [self] in try reload() }
        let service = RequestService(context: context, sessions: sessions, readers: readers, orders: orders)
        let hub = SubscriptionHub(context: context, sessions: sessions, eventLoop: eventLoop) {
            [manager] figures in
            manager.status(Self.statusText(figures))
        }
        hub.listen()
        _ = try ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 256 << 10, high: 1 << 20))
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SessionHandler(service: service))
                }
            }
            .withBoundSocket(listening)
            .wait()
        manager.ready()
        logger.info("ready")
        watchdog(eventLoop)
    }

    /// Closes every connection and ends the threads.
    func stop() {
        manager.stopping()
        do {
            try group.syncShutdownGracefully()
            try readers.syncShutdownGracefully()
        } catch {
            logger.error("\(error)")
        }
    }

    /// Reads the configuration again and puts what changed in force: roots, zone, log level. Where anything is wrong
    /// with it nothing changes.
    func reload() throws {
        manager.reloading()
        defer { manager.ready() }
        try configuration.reload()
        library.setZone(try configuration.zone())
        let wanted = configuration.libraries
        let paths = Set(wanted.map(\.library.path))
        for root in library.allRoots where !paths.contains(root.library.path) {
            library.removeRoot(root) { [logger] error in
                if let error { logger.error("\(error)") }
            }
        }
        let known = Set(library.allRoots.map(\.library.path))
        for (added, isAdded) in wanted where !known.contains(added.path) {
            try library.addRoot(added, isAdded: isAdded)
        }
        logger.info("configuration read again")
    }

    /// Tells the watchdog that all is well, as long as the writer takes orders.
    private func watchdog(_ eventLoop: any EventLoop) {
        guard let interval = ServiceManager.watchdogInterval() else { return }
        let period = TimeAmount.nanoseconds(Int64(interval / .nanoseconds(1)))
        eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: period) { [library, manager] _ in
            library.probeWriter { manager.alive() }
        }
    }

    private static func statusText(_ figures: SweepProgress.Figures) -> String {
        figures.isScanning
            ? "Scanning: \(figures.done) of \(figures.total) files" : "Ready: watching"
    }
}
