import LineServer
import Logging
import NIOCore
import NIOPosix
import PhotoModel

/// The gallery's own socket, on which screens are commanded: the daemon's server with another table, on the gallery's event loop.
final class ControlServer: Sendable {
    private let server: SocketServer<ControlService>
    private let service: ControlService
    private let socket: ControlSocket

    /// - Parameter spoolFolder: where replies lie that clients have not taken yet.
    init(
        _ socket: ControlSocket,
        _ screens: Screens,
        on group: MultiThreadedEventLoopGroup,
        counting connections: OpenConnections,
        spoolFolder: FilePath,
        logger: Logger
    ) throws {
        self.socket = socket
        server = try SocketServer(
            table: ControlCommands.table,
            places: ControlPlaces(connections, logger),
            spoolFolder: spoolFolder,
            on: group,
            logger: logger
        )
        service = ControlService(screens, readers: server.readers)
        let sessions = server.sessions
        screens.subscribe { event in
            sessions.deliver(where: { $0.request.wants(event.screen) }) { $0.append(event) }
        }
    }

    /// Not on the event loop.
    func start() throws { try server.start(service, listening: socket.descriptor) }
}
