import Glibc
import PhotoModel

/// A connected socket and where it leads.
struct ConnectedSocket: ~Copyable, Sendable {
    /// What a call on it came to.
    enum Transfer {
        case moved(Int)
        /// Nothing could be moved now.
        case notNow
        /// The daemon has hung up.
        case end
        case failed(Int32)
    }

    let path: SocketPath
    let descriptor: OwnedDescriptor

    private init(to path: SocketPath, waits: Bool) throws(SocketConnector.Failure) {
        descriptor = try SocketConnector.connect(to: path, waits: waits)
        self.path = path
    }

    /// Connects to the first path that can be connected to.
    ///
    /// - Parameter waits: whether connecting and receiving wait until they can be done.
    init(firstOf paths: [SocketPath], waits: Bool) throws(ClientError) {
        self = try Self.connect(firstOf: paths, waits: waits)
    }

    private static func connect(firstOf paths: [SocketPath], waits: Bool) throws(ClientError)
        -> ConnectedSocket
    {
        var attempts: [(path: SocketPath, reason: String)] = []
        for path in paths {
            do throws(SocketConnector.Failure) {
                return try ConnectedSocket(to: path, waits: waits)
            } catch {
                attempts.append((path, isSomethingElse(path) ? "this is no socket" : reason(error)))
            }
        }
        throw .unreachable(attempts)
    }

    /// Whether something other than a socket is there: connect(2) refuses it as it does a socket on which nobody listens, or a
    /// stranger's.
    private static func isSomethingElse(_ path: SocketPath) -> Bool {
        var status = stat()
        let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
        return stat(name, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK
    }

    private static func reason(_ failure: SocketConnector.Failure) -> String {
        switch failure {
        case .system(ENOENT): "there is no such socket"
        case .system(ECONNREFUSED): "nobody listens"
        case .system(EACCES): "permission denied; the daemon belongs to another user"
        case .system(EAGAIN): "too many wait to be let in; try again in a moment"
        case .system(let code): ClientError.text(of: code)
        case .unusablePath(let reason): reason
        }
    }

    /// Has the daemon see the end now, whoever holds the descriptor still.
    func hangUp() { _ = shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }

    /// Sends what the daemon takes of it at once. To one that has hung up nothing is sent, and that is the `end`.
    func send(_ bytes: ArraySlice<UInt8>) -> Transfer {
        let count = bytes.withUnsafeBytes { buffer in
            uninterrupted {
                Glibc.send(
                    descriptor.rawValue,
                    buffer.baseAddress,
                    buffer.count,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
                )
            }
        }
        if count >= 0 { return .moved(count) }
        switch errno {
        case EAGAIN: return .notNow
        case EPIPE, ECONNRESET: return .end
        default: return .failed(errno)
        }
    }

    /// Receives what there is, as much as the buffer holds.
    func receive(into buffer: inout [UInt8]) -> Transfer {
        let count = buffer.withUnsafeMutableBytes { buffer in
            uninterrupted { recv(descriptor.rawValue, buffer.baseAddress, buffer.count, 0) }
        }
        if count > 0 { return .moved(count) }
        if count == 0 { return .end }
        switch errno {
        case EAGAIN: return .notNow
        case ECONNRESET: return .end
        default: return .failed(errno)
        }
    }
}
