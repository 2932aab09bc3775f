import NIOCore
import Testing

@testable import Gallery

@Suite("Whose the other end of a connection is")
struct ConnectionEndsTests {
    private static let head =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"

    private func ends(_ host: String, _ other: Int, _ own: Int) throws -> ConnectionEnds {
        let (other, own) = (
            try SocketAddress(ipAddress: host, port: other), try SocketAddress(ipAddress: host, port: own)
        )
        return try #require(ConnectionEnds(other: other, own: own))
    }

    private func line(_ number: String, _ ends: String, _ state: String, _ user: Int) -> String {
        "\(number): \(ends) \(state) 00000000:00000000 00:00000000 00000000 \(user)        0 4711 1 0 20"
    }

    private func list(_ lines: [String]) -> [UInt8] {
        Array(([Self.head] + lines).joined(separator: "\n").utf8)
    }

    // The list has numbers as the machine has them, which are these where its last byte comes first.
    private static let isLittleEndian = UInt16(1).littleEndian == 1

    @Test(
        "it is that of the line with the same ends, and not of the gallery's own",
        .enabled(if: isLittleEndian)
    )
    func owners() throws {
        let list = list([
            line("   0", "0100007F:1D2C 00000000:0000", "0A", 1000),
            line("   1", "0100007F:1D2C 0100007F:C350", "01", 1000),
            line("   2", "0100007F:C350 0100007F:1D2D", "01", 1001),
            line("1234567", "0100007F:C350 0100007F:1D2C", "01", 1002),
        ])
        let owner = try ends("127.0.0.1", 50000, 7468).owner(in: list, isOfIPv6: false)
        #expect(owner == .init(user: 1002, isEstablished: true))
        #expect(try ends("127.0.0.1", 50001, 7468).owner(in: list, isOfIPv6: false) == nil)
        #expect(try ends("127.0.0.1", 50000, 7468).owner(in: [], isOfIPv6: false) == nil)
    }

    @Test(
        "a socket for IPv6 is found in its own list, whichever of the two it speaks",
        .enabled(if: isLittleEndian)
    )
    func ipv6() throws {
        let loopback = "00000000000000000000000001000000"
        let mapped = "0000000000000000FFFF00000100007F"
        let list = list([
            line("   0", "\(loopback):C350 \(loopback):1D2C", "04", 7),
            line("   1", "\(mapped):C350 \(mapped):1D2C", "01", 8),
        ])
        let owner = try ends("::1", 50000, 7468).owner(in: list, isOfIPv6: true)
        #expect(owner == .init(user: 7, isEstablished: false))
        let speaksIPv4 = try ends("127.0.0.1", 50000, 7468).owner(in: list, isOfIPv6: true)
        #expect(speaksIPv4 == .init(user: 8, isEstablished: true))
    }

    @Test("the gallery's user may use it, and root, unless that is said of an end that nobody has any more")
    func users() {
        for (user, isEstablished, gallery, may) in [
            (1000, true, 1000, true), (1000, false, 1000, true), (1001, true, 1000, false),
            (0, true, 1000, true), (0, false, 1000, false), (0, true, 0, true), (0, false, 0, false),
            (1000, true, 0, false),
        ] as [(UInt32, Bool, UInt32, Bool)] {
            let owner = ConnectionEnds.Owner(user: user, isEstablished: isEstablished)
            #expect(owner.mayUse(galleryOf: gallery) == may, "\(owner) \(gallery)")
        }
    }

    @Test("what is no connection of TCP has none")
    func unix() throws {
        let address = try SocketAddress(unixDomainSocketPath: "/socket")
        #expect(ConnectionEnds(other: address, own: address) == nil)
        #expect(ConnectionEnds(other: nil, own: address) == nil)
    }
}
