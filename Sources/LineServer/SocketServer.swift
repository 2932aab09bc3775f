import Glibc
import LineProtocol
import Logging
import NIOCore
import NIOPosix
import PhotoModel
import Synchronization

/// Serves clients of a listening socket with a table of commands, on one event-loop thread.
public final class SocketServer<Service: LineService>: Sendable {
    private let table: CommandTable<Service>
    private let places: any ClientPlaces
    private let spool: ReplySpool
    private let logger: Logger
    private let group: MultiThreadedEventLoopGroup
    /// Whether the event loop is somebody else's as well.
    private let sharesGroup: Bool
    /// The threads for what is too long for the event loop.
    public let readers = ReaderThreads()
    public let sessions: SessionTable<Service>
    private let listener = Mutex<(any Channel)?>(nil)
    /// From the start to the end.
    private let runner = Mutex<CommandRunner<Service>?>(nil)

    /// - Parameters:
    ///   - spoolFolder: where replies lie that clients have not taken yet: on a disk that has room.
    ///   - group: of one event loop, where it has others to serve as well; `nil`: one is made.
    /// - Throws: where the system gives no thread for that.
    public init(
        table: CommandTable<Service>,
        places: any ClientPlaces,
        spoolFolder: FilePath,
        on group: MultiThreadedEventLoopGroup? = nil,
        logger: Logger
    ) throws(ServerError) {
        if let group { self.group = group } else { self.group = try .ofOneLoop() }
        sharesGroup = group != nil
        self.table = table
        self.places = places
        self.logger = logger
        spool = ReplySpool(folder: spoolFolder, places: places)
        sessions = SessionTable(eventLoop: self.group.any())
    }

    /// The one that all sessions live on.
    public var eventLoop: any EventLoop { group.any() }

    /// Begins to serve; questions are answered when it returns.
    ///
    /// - Parameter listening: a listening socket's descriptor, which this takes over.
    public func start(_ service: Service, listening: Int32) throws {
        try readers.start()
        let runner = CommandRunner(
            service: service,
            table: table,
            sessions: sessions,
            places: places,
            spool: spool,
            heap: HeapTrimming(eventLoop: eventLoop, readers: readers),
            readers: readers
        )
        self.runner.withLock { $0 = runner }
        try listen(on: listening)
    }

    /// Serves the clients of a listening socket from now on. Those of the one before stay connected.
    ///
    /// - Parameter listening: its descriptor, which this takes over.
    public func listen(on listening: Int32) throws {
        guard let runner = runner.withLock({ $0 }) else {
            close(listening)
            return
        }
        let channel = try bootstrap(runner).withBoundSocket(listening).wait()
        // For a socket that it is given, NIO has just asked for a queue of 128, whatever its options say.
        ListeningSocket.setBacklog(of: listening)
        let former = listener.withLock { listener in
            defer { listener = channel }
            return listener
        }
        // One that has ended already is no reason not to serve this one.
        try? former?.close().wait()
    }

    private func bootstrap(_ runner: CommandRunner<Service>) -> ServerBootstrap {
        let places = places
        return ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptPause { places.refusedToListener($0) }
                    )
                }
            }
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 256 << 10, high: 1 << 20))
            .childChannelOption(.maxMessagesPerRead, value: 4)
            // Who has said all it has to say still waits for answers: `echo months | nc -NU SOCKET`.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SessionHandler(runner: runner))
                }
            }
    }

    /// Closes every connection and waits for the answers under way. What they read may be closed then.
    public func stopServing() {
        let runner = runner.withLock { runner in
            defer { runner = nil }
            return runner
        }
        // It may have ended by itself.
        try? listener.withLock { $0 }?.close().wait()
        do {
            try eventLoop.submit { [sessions] in sessions.closeAll() }.wait()
        } catch {
            logger.error("\(error)")
        }
        runner?.service.stop()
        readers.stop()
    }

    /// Ends the event loop, unless it serves others. Nothing may be handed to it any more.
    public func stop() {
        guard !sharesGroup else { return }
        do { try group.syncShutdownGracefully() } catch { logger.error("\(error)") }
    }
}
