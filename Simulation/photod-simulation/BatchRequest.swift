import BatchService
import Importing
import LineProtocol
import Threads

/// What a client asks of photod, and what it is told: as a connection's exchange is for the daemon.
final class BatchRequest: ReplyRoad {
    private struct State {
        var bytes: [UInt8] = []
        var isOver = false
        var endings: [@Sendable () -> Void] = []
    }

    private struct HungUp: Error {}

    let isUndo: Bool
    let cancellation = Cancellation()
    private let state = Monitor(State())

    init(isUndo: Bool = false) { self.isUndo = isUndo }

    /// All lines, once it has ended.
    var answer: [JSONValue]? {
        let bytes = state.withLock { $0.isOver ? $0.bytes : nil }
        return bytes?.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue.parse($0) }
    }

    func wait() { state.wait { $0.isOver ? () : nil } }

    /// Its client is gone.
    func hangUp() { end(after: []) }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        let piece = Array(bytes)
        let isTaken = state.withLock { state in
            guard !state.isOver else { return false }
            state.bytes += piece
            return true
        }
        guard isTaken else { throw HungUp() }
    }

    func finishWithOK(after bytes: [UInt8]) { end(after: bytes) }

    func finish(refusing error: ProtocolError, after bytes: [UInt8], listIndex: Int) { end(after: bytes) }

    func abandon() { end(after: []) }

    func atEnd(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.endings.append(body) } }

    private func end(after bytes: [UInt8]) {
        let endings = state.update { state in
            guard !state.isOver else { return [] as [@Sendable () -> Void] }
            state.bytes += bytes
            state.isOver = true
            defer { state.endings = [] }
            return state.endings
        }
        for ending in endings { ending() }
    }
}
