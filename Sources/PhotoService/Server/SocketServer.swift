import Configuration
import Glibc
import LineProtocol
import Logging
import NIOCore
import NIOPosix
import PhotoModel
import Reconciling
import ServiceLifecycle

/// Serves clients on the socket, on one event-loop thread, and keeps the service manager informed.
final class SocketServer: Service {
    /// Threads for long answers: a slow client holds one at most.
    private static let readerCount = 4

    private let listening: Int32
    private let library: PhotoLibrary
    private let configuration: LiveConfiguration
    private let logger: Logger
    private let manager = ServiceManager()
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let readers = NIOThreadPool(numberOfThreads: SocketServer.readerCount)

    /// - Parameter listening: a listening socket's descriptor, which this takes over.
    init(listening: Int32, library: PhotoLibrary, configuration: LiveConfiguration, logger: Logger) {
        self.listening = listening
        self.library = library
        self.configuration = configuration
        self.logger = logger
    }

    func run() async throws {
        readers.start()
        let eventLoop = group.any()
        let context = CommandContext(library: library, configuration: configuration, logger: logger)
        let sessions = SessionTable(eventLoop: eventLoop)
        let orders = OrderCommands(context: context) { [self] in try reload() }
        let service = RequestService(context: context, sessions: sessions, readers: readers, orders: orders)
        let hub = SubscriptionHub(context: context, sessions: sessions, eventLoop: eventLoop) { [manager] figures in
            manager.status(Self.statusText(figures))
        }
        hub.listen()
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 256 << 10, high: 1 << 20))
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SessionHandler(service: service))
                }
            }
            .withBoundSocket(listening)
            .get()
        manager.ready()
        logger.info("ready")
        watchdog(eventLoop)
        await waitForShutdown()
        manager.stopping()
        try await channel.close()
        try await group.shutdownGracefully()
        try await readers.shutdownGracefully()
    }

    private func waitForShutdown() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        await withGracefulShutdownHandler {
            for await _ in stream {}
        } onGracefulShutdown: {
            continuation.finish()
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
