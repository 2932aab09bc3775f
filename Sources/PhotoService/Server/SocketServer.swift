import Configuration
import Glibc
import LineProtocol
import Logging
import NIOCore
import NIOPosix
import PhotoModel
import Reconciling
import Synchronization

/// Serves clients on the socket, on one event-loop thread, and keeps the service manager informed.
final class SocketServer: Sendable {
    private let context: CommandContext
    private let configurator: LibraryConfigurator
    private let manager: ServiceManager
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let readers = ReaderThreads()
    private let looks: DiskLooks
    private let sessions: SessionTable
    private let listener = Mutex<(any Channel)?>(nil)
    /// From the start to the end.
    private let service = Mutex<RequestService?>(nil)

    init(context: CommandContext, configurator: LibraryConfigurator, manager: ServiceManager) {
        self.context = context
        self.configurator = configurator
        self.manager = manager
        sessions = SessionTable(eventLoop: group.any())
        looks = DiskLooks(eventLoop: group.any())
    }

    /// Begins to serve; questions are answered when it returns.
    ///
    /// - Parameters:
    ///   - listening: a listening socket's descriptor, which this takes over.
    ///   - beforeReady: what else there has to be when the service manager is told that all is.
    func start(listening: Int32, beforeReady: () -> Void) throws {
        try readers.start()
        let eventLoop = group.any()
        let orders = OrderCommands(context: context, configurator: configurator, readers: readers)
        let service = RequestService(
            context: context,
            sessions: sessions,
            spool: ReplySpool(
                folder: context.configuration.resolved.stateDirectory,
                descriptors: context.library.descriptors
            ),
            heap: HeapTrimming(eventLoop: eventLoop, readers: readers),
            readers: readers,
            looks: looks,
            orders: orders
        )
        let hub = SubscriptionHub(context: context, sessions: sessions, eventLoop: eventLoop) {
            [manager] figures in
            manager.status(Self.statusText(figures))
        }
        hub.listen()
        self.service.withLock { $0 = service }
        try listen(on: listening)
        beforeReady()
        manager.ready()
        context.logger.info("ready")
        watchdog(eventLoop)
    }

    /// Serves the clients of a listening socket from now on. Those of the one before stay connected.
    ///
    /// - Parameter listening: its descriptor, which this takes over.
    func listen(on listening: Int32) throws {
        guard let service = service.withLock({ $0 }) else {
            close(listening)
            return
        }
        let channel = try bootstrap(service).withBoundSocket(listening).wait()
        // For a socket that it is given, NIO has just asked for a queue of 128, whatever its options say.
        ListeningSocket.setBacklog(of: listening)
        let former = listener.withLock { listener in
            defer { listener = channel }
            return listener
        }
        try former?.close().wait()
    }

    private func bootstrap(_ service: RequestService) -> ServerBootstrap {
        let descriptors = context.library.descriptors
        return ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptPause { descriptors.refusedToListener($0) }
                    )
                }
            }
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 256 << 10, high: 1 << 20))
            .childChannelOption(.maxMessagesPerRead, value: 4)
            // Who has said all it has to say still waits for answers: `echo months | nc -NU SOCKET`.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SessionHandler(service: service))
                }
            }
    }

    /// Closes every connection and waits for the answers under way. The library may be stopped then.
    func stopServing() {
        service.withLock { $0 = nil }
        do {
            try listener.withLock { $0 }?.close().wait()
            try group.any().submit { [sessions] in sessions.closeAll() }.wait()
        } catch {
            context.logger.error("\(error)")
        }
        looks.stop()
        readers.stop()
    }

    /// Ends the event loop. Nothing may send it events any more.
    func stop() {
        do { try group.syncShutdownGracefully() } catch { context.logger.error("\(error)") }
    }

    /// Tells the watchdog that all is well, as long as the writer takes orders.
    private func watchdog(_ eventLoop: any EventLoop) {
        guard let interval = ServiceManager.watchdogInterval() else { return }
        let period = TimeAmount.nanoseconds(Int64(interval / .nanoseconds(1)))
        eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: period) { [context, manager] _ in
            context.library.probeWriter { manager.alive() }
        }
    }

    private static func statusText(_ figures: SweepProgress.Figures) -> String {
        figures.isScanning
            ? "Scanning: \(figures.done) of \(figures.total) files" : "Ready: watching"
    }
}
