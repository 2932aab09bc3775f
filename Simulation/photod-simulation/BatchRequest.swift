import BatchService
import Importing
import LineProtocol
import Threads

/// What a client asks of photod, and what it is told: as a connection's exchange is for the daemon.
final class BatchRequest: ReplyRoad {
    private struct State {
        var bytes: [UInt8] = []
        var isOver = false
        /// What was said, whether the client was there or not, and whether that is all.
        var said: [UInt8] = []
        var isDone = false
        var endings: [@Sendable () -> Void] = []
    }

    private struct HungUp: Error {}

    /// What is asked for.
    enum Kind {
        /// To the trash, or into a folder.
        case move
        /// With what it says.
        case edit(Int)
        case undo
        case undoOfEdit
    }

    let kind: Kind

    var isEdit: Bool { if case .edit = kind { true } else { false } }

    var isUndo: Bool {
        switch kind {
        case .undo, .undoOfEdit: true
        case .move, .edit: false
        }
    }

    let cancellation = Cancellation()
    private let state = Monitor(State())

    init(of kind: Kind = .move) { self.kind = kind }

    /// All lines, once it has ended.
    var answer: [JSONValue]? {
        state.withLock { $0.isOver ? $0.bytes : nil }.map { Self.lines($0) }
    }

    /// All lines, once it is done: of a client that hung up, too.
    var result: [JSONValue]? { state.withLock { $0.isDone ? $0.said : nil }.map { Self.lines($0) } }

    private static func lines(_ bytes: [UInt8]) -> [JSONValue] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue.parse($0) }
    }

    func wait() { state.wait { $0.isOver ? () : nil } }

    func waitUntilDone() { state.wait { $0.isDone ? () : nil } }

    /// Its client is gone.
    func hangUp() { end(after: [], isDone: false) }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        let piece = Array(bytes)
        let isTaken = state.withLock { state in
            state.said += piece
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

    private func end(after bytes: [UInt8], isDone: Bool = true) {
        let endings = state.update { state in
            state.said += bytes
            state.isDone = state.isDone || isDone
            guard !state.isOver else { return [] as [@Sendable () -> Void] }
            state.bytes += bytes
            state.isOver = true
            defer { state.endings = [] }
            return state.endings
        }
        for ending in endings { ending() }
    }
}
