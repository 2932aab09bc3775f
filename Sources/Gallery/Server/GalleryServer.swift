import CSystemd
import Files
import GalleryAddress
import HTTPTypes
import HummingbirdCore
import LineServer
import Logging
import NIOCore
import NIOPosix
import Navigation
import PhotoClient
import PhotoModel

/// The gallery: sockets, the browsers that connect to them, and what they are answered.
public final class GalleryServer: Sendable {
    /// How long a connection stays open that nothing is asked on.
    private static let idleTimeout = TimeAmount.seconds(75)
    /// How often files are removed that nobody wants any more.
    private static let clearing = TimeAmount.hours(24)

    private let group: MultiThreadedEventLoopGroup
    private let executor: LoopExecutor
    private let state: StateFiles
    /// Where the daemon is looked for.
    private let daemon: [SocketPath]
    private let token: AccessToken
    private let sockets: [BrowserSocket]
    private let responder: Responder
    private let connections: OpenConnections
    private let owners: OwnConnections
    private let saving: ScreenSaving
    /// `nil` where there is no socket for it.
    private let control: ControlServer?
    private let logger: Logger

    /// Takes the state folder's lock and listens; nothing is answered yet. On systemd's sockets it answers beside a gallery that has
    /// the lock.
    ///
    /// - Parameter ended: is called when nobody was there for as long as was to be waited.
    public init(_ configuration: GalleryConfiguration, logger: Logger, ended: @escaping @Sendable () -> Void)
        throws
    {
        self.logger = logger
        owners = OwnConnections(logger)
        let inherited = try ListeningSockets.inherited()
        daemon = configuration.sockets
        state = try StateFiles(configuration.folder, mayWait: !inherited.browsers.isEmpty)
        token = try state.token()
        sockets =
            inherited.browsers.isEmpty ? [try Self.socket(configuration.address)] : inherited.browsers
        let controlSocket =
            try inherited.control
            ?? ControlSocket.make(configuration.control) { logger.warning("\($0)") }
        // Before there is another thread, for the box is of the thread that enters it and of those that it starts.
        try WritingBox.enter(configuration.folder)
        group = try .ofOneLoop()
        executor = LoopExecutor(group.any())
        let pool = DaemonPool(configuration.sockets, on: group)
        let caches = FileThreads(count: 2)
        let screenFiles = ScreenFiles(place: configuration.folder.screens)
        let kept = Self.load(screenFiles, of: state, logger)
        saving = ScreenSaving(screenFiles, on: group.any(), by: caches, logger: logger) { [state] in
            kept != nil && state.lock.isHeld
        }
        let screens = Screens(on: group.any(), saving: saving, restoring: kept ?? [])
        responder = Responder(
            admission: Admission(
                token: token,
                hosts: HostNames(sockets.map(\.address)),
                cookieName: Cookies.name(port: Self.port(sockets))
            ),
            pool: pool,
            hub: EventHub(pool, on: executor),
            screens: screens,
            state: state,
            uploads: Uploads(place: configuration.folder.uploads),
            page: PageAnswer(
                folder: configuration.page,
                threads: caches,
                isReadOnly: configuration.isReadOnly
            ),
            local: configuration.folder.local,
            originals: OriginalThreads(on: group.any()),
            caches: caches,
            uploadThreads: FileThreads(count: 2),
            isReadOnly: configuration.isReadOnly
        )
        connections = OpenConnections(
            on: group.any(),
            idleExit: configuration.idleExit.map { .seconds($0) },
            becameBusy: { pool.keep($0) },
            wasIdle: ended,
            logger: logger
        )
        control = try controlSocket.map { [connections, group] socket in
            try ControlServer(
                socket,
                screens,
                on: group,
                counting: connections,
                spoolFolder: configuration.folder.path,
                logger: logger
            )
        }
    }

    /// What opens it, once `start` has returned.
    public var firstURL: String { address.firstURL(token: token.text) }

    private var address: GalleryAddress { sockets.first?.address ?? .unix(nil) }

    /// Begins to answer, tells where, and then calls `started`, with the reason where it cannot. For the thread that made it.
    public func start(_ started: @escaping @Sendable ((any Error)?) -> Void) {
        do { try control?.start() } catch { return started(error) }
        executor.begin { [self] in
            do {
                Self.clear(responder.uploads, state)
                clearEveryDay()
                for socket in sockets { try await listen(on: socket) }
                connections.begin()
                try tell()
                sd_notify(0, "READY=1")
                started(nil)
            } catch { started(error) }
        }
    }

    private static func clear(_ uploads: Uploads, _ state: StateFiles) {
        uploads.discardOld()
        state.discardOldFrames()
    }

    /// One under systemd ends when nobody looks; another may run for months.
    private func clearEveryDay() {
        let (uploads, state, threads) = (responder.uploads, state, responder.caches)
        group.any().scheduleRepeatedTask(initialDelay: Self.clearing, delay: Self.clearing) { _ in
            threads.leave { Self.clear(uploads, state) }
        }
    }

    /// What is to be done before the process ends.
    public func end() {
        saving.save()
        state.tellNothing()
    }

    /// What was open on screens that have a name. `nil` where that cannot be known: then nothing is written over it.
    private static func load(
        _ files: ScreenFiles,
        of state: StateFiles,
        _ logger: Logger
    ) -> [(ScreenName, NavigationTree)]? {
        do throws(CallFailure) {
            let kept = try files.load(mayMove: state.lock.isHeld)
            for complaint in kept.complaints { logger.error("\(complaint)") }
            return kept.trees
        } catch {
            logger.error("what was open on screens is not known, and what is now is not kept: \(error)")
            return nil
        }
    }

    private static func socket(_ address: GalleryAddress?) throws -> BrowserSocket {
        try address.map { try ListeningSockets.make($0) } ?? ListeningSockets.makeUsual()
    }

    /// Tells where it listens, or does so when another gallery no longer does.
    private func tell() throws {
        guard let other = state.lock.predecessor else { return try state.tell(address, daemon: daemon) }
        logger.warning("\(other). Until that ends this one answers beside it, on \(address)")
        state.lock.take { [self] failure in
            do {
                if let failure { throw failure }
                try state.tell(address, daemon: daemon)
            } catch { logger.error("\(error)") }
        }
    }

    private static func port(_ sockets: [BrowserSocket]) -> UInt16? {
        for socket in sockets {
            if case .loopback(_, let port) = socket.address { return port }
        }
        return nil
    }

    // MARK: - Connections

    private func listen(on socket: BrowserSocket) async throws {
        let responder = responder
        let http = HTTP1Channel(
            responder: { (request, writer: consuming ResponseWriter, channel) in
                let response = await responder.respond(to: request)
                guard request.method == .head else {
                    return try await writer.write(response: response.head, body: response.body)
                }
                try await Self.write(headOf: response, writer, channel)
            },
            configuration: .init(
                additionalChannelHandlers: [Expectations(), UnreadAnswers()],
                idleTimeout: Self.idleTimeout
            )
        )
        let (connections, owners, logger, executor) = (connections, owners, logger, executor)
        let channel = try await ServerBootstrap(group: group).bind(socket.descriptor) { channel in
            // The closing is not waited for: where there are too many, who comes last is hung up on.
            if !connections.take(channel) { channel.close(promise: nil) }
            return http.setup(channel: channel, logger: logger).flatMapThrowing { connection in
                try TargetAuthority.enter(channel.pipeline)
                return connection
            }
        }
        executor.begin {
            do {
                try await channel.executeThenClose { inbound in
                    await withDiscardingTaskGroup { tasks in
                        do {
                            for try await connection in inbound {
                                tasks.addTask {
                                    // Nothing that came on it is read.
                                    guard owners.takes(connection.channel, at: socket.address) else {
                                        return await Self.close(connection)
                                    }
                                    await Self.serve(connection, http, logger, executor)
                                }
                            }
                        } catch { logger.error("no connections are taken any more: \(error)") }
                    }
                }
            } catch { logger.error("the socket is gone: \(error)") }
        }
    }

    /// Answers on one connection. A browser that hangs up has what it waits for left.
    private static func serve(
        _ connection: HTTP1Channel.Value,
        _ http: HTTP1Channel,
        _ logger: Logger,
        _ executor: LoopExecutor
    ) async {
        let task = executor.begin { await http.handle(value: connection, logger: logger) }
        connection.channel.closeFuture.whenComplete { _ in task.cancel() }
        await task.value
    }

    /// An answer without its body, under the length that one would have.
    private static func write(
        headOf response: Response,
        _ writer: consuming ResponseWriter,
        _ channel: any Channel
    ) async throws {
        var head = response.head
        guard head.headerFields[.contentLength] == nil, head.status != .notModified else {
            return try await writer.writeResponse(head)
        }
        // What has no length is sent in chunks, and at its end the encoder writes the last chunk, whatever was asked. A client
        // takes no body after HEAD, and would take that for the beginning of its next answer: so there is no next one.
        head.headerFields[.connection] = "close"
        _ = try await writer.writeHead(head)
        try await channel.close()
    }

    private static func close(_ connection: HTTP1Channel.Value) async {
        // What goes wrong at the end of a connection is its end.
        try? await connection.executeThenClose { _, _ in }
    }
}
