import Glibc
import NIOCore
import NIOPosix
import TestSupport
import Testing

/// A channel on an event loop of its own, and the client's end of its connection.
enum ChannelPair {
    /// - Parameter handler: made for this channel alone.
    static func run(
        handler: @autoclosure @escaping @Sendable () -> any ChannelHandler,
        _ body: (any Channel, Int32) throws -> Void
    ) throws {
        var pair: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try SystemFailure.check(socketpair(AF_UNIX, kind, 0, &pair), "socketpair")
        let (ours, client) = (pair[0], pair[1])
        defer { close(client) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { #expect(throws: Never.self) { try group.syncShutdownGracefully() } }
        let channel = try ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(handler())
                }
            }
            .withConnectedSocket(ours)
            .wait()
        try body(channel, client)
    }

    /// So many bytes, waiting for them; fewer where the connection ends.
    static func read(_ count: Int, from descriptor: Int32) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress.map { $0 + filled }, count - filled, 0)
            }
            let received = try SystemFailure.check(got, "recv")
            guard received > 0 else { break }
            filled += received
        }
        return Array(bytes[..<filled])
    }
}
