import LineProtocol
import LineServer
import Synchronization

/// A reply of one line for each thing asked for, in their order, whatever order they come in: each is sent as soon as all
/// before it are.
final class OrderedLines: Sendable {
    private struct State {
        /// What can be sent.
        var ready: [UInt8] = []
        /// What waits for lines before it, by the place of its first line.
        var early: [Int: (bytes: [UInt8], count: Int)] = [:]
        var next = 0
        var isHeld = true
        var isOver = false
    }

    private let exchange: Exchange
    private let command: String
    private let count: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - command: what the reply is to.
    ///   - count: how many lines there will be.
    init(_ exchange: Exchange, of command: String, count: Int) {
        self.exchange = exchange
        self.command = command
        self.count = count
    }

    /// Whether anybody still waits for lines.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Takes over lines that follow each other. Sends what can be sent, once `release` was called.
    ///
    /// - Parameter place: of the first of them.
    func add(_ bytes: [UInt8], at place: Int, count: Int = 1) {
        guard count > 0 else { return }
        send { state in
            state.early[place] = (bytes, count)
            while let (bytes, count) = state.early.removeValue(forKey: state.next) {
                state.ready.append(contentsOf: bytes)
                state.next += count
            }
        }
    }

    /// From now on lines are sent as they come. On any thread: what is there already goes with the next one, or with the end.
    func release() {
        let rest = state.withLock { state -> [UInt8]? in
            state.isHeld = false
            return takeEnd(&state)
        }
        if let rest { exchange.finishWithOK(after: rest) }
    }

    private func send(_ change: (inout State) -> Void) {
        let rest = state.withLock { state -> [UInt8]? in
            guard !state.isOver else { return nil }
            change(&state)
            guard !state.isHeld else { return nil }
            if let end = takeEnd(&state) { return end }
            guard !state.ready.isEmpty else { return nil }
            // Within the lock, for pieces have an order. It waits for nobody, and calls nobody that may want the lock.
            do { try state.ready.withUnsafeBytes { try exchange.write($0) } } catch {
                state.isOver = true
                exchange.fail(error, of: command)
            }
            state.ready.removeAll(keepingCapacity: true)
            return nil
        }
        if let rest { exchange.finishWithOK(after: rest) }
    }

    private func takeEnd(_ state: inout State) -> [UInt8]? {
        guard state.next == count, !state.isOver else { return nil }
        state.isOver = true
        defer { state.ready = [] }
        return state.ready
    }

    /// The client has gone, or has all: whatever comes is nobody's.
    func close() { state.withLock { $0.isOver = true } }

    /// Nobody is there to be answered any more.
    func abandon() {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { exchange.abandon() }
    }

    /// What was promised cannot be answered.
    func fail(_ error: any Error) {
        let begun = state.withLock { state -> [UInt8]? in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state.ready
        }
        if let begun {
            exchange.finish(refusing: ProtocolError(error, of: command), after: begun)
        }
    }
}
