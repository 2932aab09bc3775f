import Batches
import Importing
import LineProtocol
import PhotoModel
import Synchronization
import Testing

@testable import BatchService

@Suite("The reply to an import")
struct ImportReplyTests {
    /// A client that takes some pieces of a reply, and then no more.
    private final class Client: ReplyRoad {
        struct TakesNoMore: Error {}

        /// There is nowhere to keep what is not taken at once.
        struct NoRoom: CodedError, CustomStringConvertible {
            var code: ReplyCode { .busy }
            var description: String { "too much waits" }
        }

        private struct State {
            var pieces: Int
            var taken: [UInt8] = []
            var refusal: ProtocolError?
            var isDone = false
        }

        private let state: Mutex<State>

        private let refusing: any Error

        init(takes pieces: Int, then error: any Error = TakesNoMore()) {
            state = Mutex(State(pieces: pieces))
            refusing = error
        }

        var taken: [UInt8] { state.withLock { $0.taken } }
        var refusal: ProtocolError? { state.withLock { $0.refusal } }
        var isDone: Bool { state.withLock { $0.isDone } }

        func write(_ bytes: UnsafeRawBufferPointer) throws {
            let piece = Array(bytes)
            try state.withLock { state in
                guard state.pieces > 0 else { throw refusing }
                state.pieces -= 1
                state.taken += piece
            }
        }

        func finishWithOK(after bytes: [UInt8]) {
            state.withLock { state in
                state.taken += bytes
                state.isDone = true
            }
        }

        func finish(refusing error: ProtocolError, after bytes: [UInt8], listIndex: Int) {
            state.withLock { state in
                state.taken += bytes
                state.refusal = error
            }
        }

        func abandon() {}
        func atEnd(_ body: @escaping @Sendable () -> Void) {}

        func lines() throws -> [JSONValue] {
            try taken.split(separator: UInt8(ascii: "\n")).map { try JSONValue.parse(Array($0)) }
        }
    }

    private let batch: BatchName

    init() throws { batch = try #require(BatchName("20261121-0001")) }

    private func reply(_ client: Client, _ cancellation: Cancellation, isDetached: Bool) throws {
        let reply = BatchReply("import", client, cancellation, isDetached: isDetached)
        reply.total = 1_000
        reply.add(.refused(.missing(FilePath("/card/0.jpg"))), from: FilePath("/card/0.jpg"))
        #expect(client.taken.isEmpty)
        reply.open(batch: batch)
        for number in 1..<1_000 where !cancellation.isCancelled {
            reply.add(.unchanged(duplicateOf: nil), from: FilePath("/card/\(number).jpg"))
        }
        reply.finish(batch: "20261121-0001", ok: 0, unchanged: 999, errors: 1)
    }

    @Test("names the batch before anything else, and tells of each photo and the sums")
    func whole() throws {
        let (client, cancellation) = (Client(takes: .max), Cancellation())
        try reply(client, cancellation, isDetached: false)
        let lines = try client.lines()
        #expect(lines.count == 1_002 && client.isDone && !cancellation.isCancelled)
        #expect(lines.first?.members?.map(\.name) == ["batch"])
        #expect(lines.first?["batch"]?.string == "20261121-0001")
        #expect(
            lines.dropFirst().dropLast().enumerated().allSatisfy { $1["number"]?.integer == Int64($0 + 1) }
        )
        #expect(lines.last?["unchanged"]?.integer == 999)
    }

    @Test("that nobody takes stops the import, and says that it did instead of OK")
    func stops() throws {
        let (client, cancellation) = (Client(takes: 3), Cancellation())
        try reply(client, cancellation, isDetached: false)
        #expect(cancellation.cause == .clientTakesNoMore)
        #expect(!client.isDone && client.refusal?.code == .timeout)
        let message = try #require(client.refusal?.message)
        #expect(message.contains("stopped") && message.contains("20261121-0001"), "\(message)")
        // What was taken is whole lines, from the first on.
        #expect(
            try client.lines().dropFirst().enumerated().allSatisfy { $1["number"]?.integer == Int64($0 + 1) }
        )
    }

    @Test(
        "that cannot be kept for its client says so, and not that the client does not read",
        arguments: [false, true]
    )
    func unkept(isDetached: Bool) throws {
        let (client, cancellation) = (Client(takes: 3, then: Client.NoRoom()), Cancellation())
        try reply(client, cancellation, isDetached: isDetached)
        #expect(cancellation.isCancelled != isDetached && client.refusal?.code == .busy)
        let message = try #require(client.refusal?.message)
        #expect(message.contains("too much waits") && !message.contains("did not take"), "\(message)")
        #expect(message.contains(isDetached ? "went on" : "stopped"), "\(message)")
    }

    @Test("that nobody takes lets an import go on that was asked to")
    func goesOn() throws {
        let (client, cancellation) = (Client(takes: 3), Cancellation())
        try reply(client, cancellation, isDetached: true)
        #expect(!cancellation.isCancelled)
        #expect(!client.isDone && client.refusal?.code == .timeout)
        #expect(client.refusal?.message.contains("went on") == true)
    }
}
