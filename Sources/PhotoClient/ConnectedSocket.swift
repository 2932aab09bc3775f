import Glibc

/// A connected socket and where it leads.
struct ConnectedSocket: ~Copyable {
    let path: SocketPath
    let descriptor: OwnedDescriptor

    private init(to path: SocketPath) throws(SocketConnector.Failure) {
        descriptor = try SocketConnector.connect(to: path)
        self.path = path
    }

    /// Connects to the first path that can be connected to.
    init(firstOf paths: [SocketPath]) throws(ClientError) {
        self = try Self.connect(firstOf: paths)
    }

    private static func connect(firstOf paths: [SocketPath]) throws(ClientError) -> ConnectedSocket {
        var attempts: [(path: SocketPath, reason: String)] = []
        for path in paths {
            do throws(SocketConnector.Failure) {
                return try ConnectedSocket(to: path)
            } catch {
                attempts.append((path, reason(error)))
            }
        }
        throw .unreachable(attempts)
    }

    private static func reason(_ failure: SocketConnector.Failure) -> String {
        switch failure {
        case .system(ENOENT): "there is no such socket"
        case .system(ECONNREFUSED): "nobody listens"
        case .system(EACCES): "permission denied; the daemon belongs to another user"
        case .system(let code): ClientError.text(of: code)
        case .unusablePath(let reason): reason
        }
    }
}
