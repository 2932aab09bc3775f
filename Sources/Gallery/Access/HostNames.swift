import GalleryAddress

/// The names that this gallery has. A page of another site that has its own name lead here (DNS rebinding) sends that name.
struct HostNames: Sendable {
    private static let names = ["127.0.0.1", "localhost", "[::1]"]
    /// HTTP's own port, which browsers leave out.
    private static let plainPort: UInt16 = 80

    private let ports: Set<UInt16>
    /// Whoever comes over a Unix socket comes through a proxy, on a port that is that one's business.
    private let takesAnyPort: Bool

    init(_ addresses: [GalleryAddress]) {
        var ports: Set<UInt16> = []
        var takesAnyPort = false
        for address in addresses {
            switch address {
            case .loopback(_, let port): ports.insert(port)
            case .unix: takesAnyPort = true
            }
        }
        self.ports = ports
        self.takesAnyPort = takesAnyPort
    }

    /// - Parameter host: the `Host` header.
    func contains(_ host: String) -> Bool {
        let host = host.lowercased()
        guard let name = Self.names.first(where: { host.hasPrefix($0) }) else { return false }
        let rest = host.dropFirst(name.count)
        if rest.isEmpty { return takesAnyPort || ports.contains(Self.plainPort) }
        // As browsers write it: without zeros before it, or a sign.
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), rest == ":\(port)" else { return false }
        return takesAnyPort || ports.contains(port)
    }
}
