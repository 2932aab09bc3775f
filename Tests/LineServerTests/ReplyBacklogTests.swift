import Glibc
import NIOCore
import PhotoModel
import Synchronization
import TestSupport
import Testing
import Threads

@testable import LineServer

@Suite("A reply that its client has not taken yet")
struct ReplyBacklogTests {
    private final class Nothing: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
    }

    /// Tells of the client's end.
    private final class Farewell: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let isTold: @Sendable () -> Void

        init(_ isTold: @escaping @Sendable () -> Void) { self.isTold = isTold }

        func channelInactive(context: ChannelHandlerContext) { isTold() }
    }

    private static let piece = 100_000

    /// Lines that say which they are, in pieces of whole ones.
    private static func text(of number: Int) -> [UInt8] {
        let line = Array("line \(number)\n".utf8)
        return (0..<piece / line.count).flatMap { _ in line }
    }

    private func run(_ body: (ReplyBacklog, Int32) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try ChannelPair.run(handler: Nothing()) { channel, client in
            let spool = ReplySpool(folder: folder.location, places: EndlessPlaces())
            try body(ReplyBacklog(channel: channel, spool: spool), client)
            #expect(try Disk.names(in: folder.location).isEmpty)
        }
    }

    @Test("is kept while nobody reads, holds up nobody, and comes whole and in its order")
    func order() throws {
        try run { backlog, client in
            let hasEnded = Monitor(false)
            var expected: [UInt8] = []
            for round in 0..<3 {
                // Much of it before anything is read, then in turns with reading.
                for number in 0..<60 {
                    let bytes = Self.text(of: round * 100 + number)
                    try bytes.withUnsafeBytes { try backlog.append($0) }
                    expected += bytes
                }
                let part = expected.count / 2
                #expect(try ChannelPair.read(part, from: client).elementsEqual(expected.prefix(part)))
                expected.removeFirst(part)
            }
            backlog.end(Array("OK\n".utf8)) { hasEnded.update { $0 = true } }
            #expect(!hasEnded.withLock { $0 })
            expected += Array("OK\n".utf8)
            #expect(try ChannelPair.read(expected.count, from: client) == expected)
            _ = hasEnded.wait { $0 ? true : nil }
        }
    }

    @Test("is dropped when the client goes")
    func clientGoes() throws {
        try run { backlog, client in
            let hasEnded = Monitor(false)
            let bytes = Self.text(of: 1)
            for _ in 0..<50 { try bytes.withUnsafeBytes { try backlog.append($0) } }
            shutdown(client, Int32(SHUT_RDWR))
            backlog.end([]) { hasEnded.update { $0 = true } }
            _ = hasEnded.wait { $0 ? true : nil }
            #expect(throws: Exchange.ClientIsGone.self) {
                try bytes.withUnsafeBytes { try backlog.append($0) }
            }
        }
    }

    @Test(
        "that is written on the event loop tells nobody of a client's end before the writer has let go of its lock"
    )
    func writtenOnTheEventLoop() throws {
        let folder = try TemporaryFolder()
        let writer = Mutex(())
        let wasFree = Monitor<Bool?>(nil)
        let handler = { @Sendable in
            Farewell {
                let isFree = writer.withLockIfAvailable { _ in true } ?? false
                wasFree.update { $0 = isFree }
            }
        }
        try ChannelPair.run(handler: handler()) { channel, client in
            let spool = ReplySpool(folder: folder.location, places: EndlessPlaces())
            let backlog = ReplyBacklog(channel: channel, spool: spool)
            try channel.eventLoop.submit {
                // The event loop learns of it by what it writes next.
                shutdown(client, Int32(SHUT_RDWR))
                try writer.withLock { _ in
                    try Self.text(of: 1).withUnsafeBytes { try backlog.append($0) }
                }
            }.wait()
            #expect(wasFree.wait { $0 })
        }
    }
}
