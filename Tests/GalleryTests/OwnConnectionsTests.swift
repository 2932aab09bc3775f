import Glibc
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import Gallery

@Suite("Whose a connection is, by the kernel")
struct OwnConnectionsTests {
    /// The ends of a connection that the test has with itself, as who was called sees them.
    private func withConnection(
        from host: String,
        to listening: String,
        _ body: (_ other: SocketAddress, _ own: SocketAddress) throws -> Void
    ) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group).bind(host: listening, port: 0).get()
        let port = try #require(server.localAddress?.port)
        let client = try await ClientBootstrap(group: group).connect(host: host, port: port).get()
        let (other, own) = (try #require(client.localAddress), try #require(client.remoteAddress))
        try body(other, own)
        try await client.close()
        try await server.close()
    }

    @Test("one connection is answered for as the list of all has it", arguments: ["127.0.0.1", "::1"])
    func both(host: String) async throws {
        try await withConnection(from: host, to: host) { other, own in
            let mine = ConnectionEnds.Owner(user: geteuid(), isEstablished: true)
            #expect(OwnConnections.listed(other: other, own: own) == mine)
            // A kernel without sock_diag, or one that may not be asked, does not say.
            let asked = OwnConnections.asked(other: other, own: own)
            #expect(asked == mine || asked == nil)
        }
    }

    @Test("who listens is no end of a connection that there is not")
    func none() async throws {
        try await withConnection(from: "127.0.0.1", to: "127.0.0.1") { _, own in
            let other = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
            #expect(OwnConnections.asked(other: own, own: other) == nil)
            #expect(OwnConnections.asked(other: other, own: own) == nil)
            #expect(OwnConnections.listed(other: other, own: own) == nil)
        }
    }
}
