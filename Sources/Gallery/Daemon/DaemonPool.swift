import NIOCore
import PhotoClient
import Synchronization

/// The gallery's connections to the daemon. Some stay open between requests as long as a browser is there.
final class DaemonPool: Sendable {
    private struct State {
        var idle: [DaemonConnection] = []
        var isKeeping = false
    }

    /// As many as a browser asks at once.
    private static let keptAtMost = 6

    private let candidates: [SocketPath]
    private let group: any EventLoopGroup
    private let state = Mutex(State())

    init(_ candidates: [SocketPath], on group: any EventLoopGroup) {
        self.candidates = candidates
        self.group = group
    }

    /// Whether connections are kept; those that are, are closed where not.
    func keep(_ isKeeping: Bool) {
        let closed = state.withLock { state -> [DaemonConnection] in
            state.isKeeping = isKeeping
            guard !isKeeping else { return [] }
            defer { state.idle = [] }
            return state.idle
        }
        for connection in closed { connection.close() }
    }

    /// A connection that nobody else has.
    func fresh() async throws(ClientError) -> DaemonConnection {
        try await DaemonConnection.open(to: candidates, on: group)
    }

    /// Asks on a connection that is there, or a new one: that alone for what changes something, as nobody could tell whether it
    /// was carried out where a daemon has hung up on an old one.
    func ask(_ question: Question) async throws(ClientError) -> DaemonReply {
        while CommandAccess(question.request) == .reading, let connection = takeIdle() {
            // A daemon that was started anew has hung up on those that are there.
            guard connection.isOpen else { continue }
            try await connection.ask(question)
            return DaemonReply(question, on: connection, of: self, isReused: true)
        }
        let connection = try await fresh()
        try await connection.ask(question)
        return DaemonReply(question, on: connection, of: self, isReused: false)
    }

    /// The whole of a short reply.
    func lines(_ question: Question) async throws(ClientError) -> [[UInt8]] {
        let reply = try await ask(question)
        var bytes: [UInt8] = []
        while let piece = try await reply.next() { bytes += piece.readableBytesView }
        return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    func giveBack(_ connection: DaemonConnection) {
        let isKept = state.withLock { state in
            guard state.isKeeping, state.idle.count < Self.keptAtMost, connection.isOpen else { return false }
            state.idle.append(connection)
            return true
        }
        if !isKept { connection.close() }
    }

    private func takeIdle() -> DaemonConnection? { state.withLock { $0.idle.popLast() } }
}
