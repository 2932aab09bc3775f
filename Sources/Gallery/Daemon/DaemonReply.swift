import LineProtocol
import NIOCore
import PhotoClient
import Synchronization

/// The reply to one request, piece by piece. Who lets go of it before its end has the daemon leave the rest.
final class DaemonReply: Sendable {
    private struct State {
        var heard: ArraySlice<Heard> = []
        var connection: DaemonConnection?
        var isReused: Bool
    }

    private let question: Question
    private let pool: DaemonPool
    private let state: Mutex<State>

    init(_ question: Question, on connection: DaemonConnection, of pool: DaemonPool, isReused: Bool) {
        self.question = question
        self.pool = pool
        state = Mutex(State(connection: connection, isReused: isReused))
    }

    deinit { state.withLock { $0.connection }?.close() }

    /// The next lines as they were sent, line ends included; `nil` at the end. For one task at a time.
    ///
    /// - Throws: `refused` where the daemon refused, with whatever ended the connection else.
    func next() async throws(ClientError) -> ByteBuffer? {
        while true {
            if let heard = state.withLock({ $0.heard.popFirst() }) {
                switch heard {
                case .lines(let lines):
                    state.withLock { $0.isReused = false }
                    return lines
                // A subscription has events; nothing else does.
                case .event: continue
                case .ended:
                    finish()
                    return nil
                case .refused(let acknowledgement):
                    finish(isUsable: acknowledgement.replyCode != .tooLarge)
                    throw .refused(acknowledgement)
                case .failed(let reason):
                    guard try await askAgain() else {
                        finish(isUsable: false)
                        throw Task.isCancelled ? .cancelled : reason
                    }
                }
            } else {
                guard let connection = state.withLock({ $0.connection }) else { return nil }
                let heard = await connection.hear()
                state.withLock { $0.heard = heard[...] }
            }
        }
    }

    /// A daemon that hung up before it said anything may have done so before it was asked: what only reads is asked once more.
    private func askAgain() async throws(ClientError) -> Bool {
        let isReused = state.withLock { state in
            defer { state.isReused = false }
            return state.isReused
        }
        guard isReused, !Task.isCancelled else { return false }
        let connection = try await pool.fresh()
        try await connection.ask(question)
        state.withLock { state in
            state.connection = connection
            state.heard = []
        }
        return true
    }

    private func finish(isUsable: Bool = true) {
        let connection = state.withLock { state in
            defer { state.connection = nil }
            return state.connection
        }
        guard let connection else { return }
        if isUsable { pool.giveBack(connection) } else { connection.close() }
    }
}
