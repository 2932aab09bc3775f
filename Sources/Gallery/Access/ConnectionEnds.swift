import NIOCore

/// The two ends of a TCP connection on this machine, as the kernel's list of sockets names them (proc_net_tcp(5)): each end has a
/// line there, which says whose it is.
struct ConnectionEnds: Hashable, Sendable {
    /// Who is at the other end.
    struct Owner: Hashable, Sendable {
        let user: UInt32
        /// Whether a program still has that end open. One that none has any more is listed as root's by older kernels.
        let isEstablished: Bool

        /// Whether `user`'s gallery answers: its own user, and root, who may read the user's files anyway.
        func mayUse(galleryOf user: UInt32) -> Bool {
            (self.user == user || self.user == 0) && (self.user != 0 || isEstablished)
        }
    }

    /// The beginning of what follows a line's number: the other end's address, then ours.
    private let names: [UInt8]
    /// The same of a socket that is made for IPv6 and used for IPv4; it stands in the list for IPv6.
    private let mappedNames: [UInt8]
    /// Whether it is a connection of IPv6.
    let isIPv6: Bool

    /// `nil` for what is no connection of TCP.
    init?(other: SocketAddress?, own: SocketAddress?) {
        switch (other, own) {
        case (.v4(let other)?, .v4(let own)?):
            let ends = [
                (Self.bytes(other.address.sin_addr), other.address.sin_port),
                (Self.bytes(own.address.sin_addr), own.address.sin_port),
            ]
            let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
            names = Self.names(ends)
            mappedNames = Self.names(ends.map { (prefix + $0.0, $0.1) })
            isIPv6 = false
        case (.v6(let other)?, .v6(let own)?):
            names = Self.names([
                (Self.bytes(other.address.sin6_addr), other.address.sin6_port),
                (Self.bytes(own.address.sin6_addr), own.address.sin6_port),
            ])
            mappedNames = names
            isIPv6 = true
        default: return nil
        }
    }

    /// Whose the other end is, by a list of sockets; `nil` where it is not in that.
    ///
    /// - Parameter isOfIPv6: whether it is `/proc/net/tcp6`.
    func owner(in list: [UInt8], isOfIPv6: Bool) -> Owner? {
        let names = isOfIPv6 ? mappedNames : names
        for line in list.split(separator: UInt8(ascii: "\n")) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let rest = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
            guard rest.starts(with: names) else { continue }
            // State, queues, timer, retransmissions, user.
            let fields = rest.dropFirst(names.count).split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard fields.count > 4, let user = UInt32(String(decoding: fields[4], as: UTF8.self)) else {
                continue
            }
            return Owner(user: user, isEstablished: fields[0].elementsEqual("01".utf8))
        }
        return nil
    }

    private static func bytes<Address>(_ address: Address) -> [UInt8] {
        withUnsafeBytes(of: address) { Array($0) }
    }

    /// An address is written in words of four bytes, each as this machine has a number, and the port as one has it.
    private static func names(_ ends: [(address: [UInt8], port: UInt16)]) -> [UInt8] {
        let texts = ends.map { address, port in
            let words = stride(from: 0, to: address.count, by: 4).map { start in
                address[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            }
            return words.map { hexadecimal($0, digits: 8) }.joined() + ":"
                + hexadecimal(UInt32(UInt16(bigEndian: port)), digits: 4)
        }
        return texts.flatMap { Array($0.utf8) + [UInt8(ascii: " ")] }
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
