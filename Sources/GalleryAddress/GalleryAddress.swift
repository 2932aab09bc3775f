import PhotoModel

/// Where a gallery listens: on this machine alone.
public enum GalleryAddress: Hashable, Sendable {
    /// `127.0.0.1` or `::1`, and a port.
    case loopback(host: String, port: UInt16)
    /// A Unix socket; `nil` for one whose name is its owner's business.
    case unix(FilePath?)

    public static let ipv4 = "127.0.0.1"
    public static let ipv6 = "::1"
    /// Where it listens if nothing is said: PHOT on a telephone's keys.
    public static let usualPort: UInt16 = 7468

    /// What a browser opens; of a Unix socket what a proxy that leads there is asked for.
    public var origin: String {
        switch self {
        case .loopback(Self.ipv6, let port): "http://[::1]:\(port)"
        case .loopback(let host, let port): "http://\(host):\(port)"
        case .unix: "http://localhost"
        }
    }

    /// The first address: who opens it is let in from then on.
    ///
    /// - Parameter screen: what the screen is called that it is opened on; `nil`: the gallery names it.
    public func firstURL(token: String, screen: String? = nil) -> String {
        "\(origin)/?token=\(token)" + (screen.map { "&screen=\($0)" } ?? "")
    }

    /// Whether a screen may be called so: 1 to 64 of letters, digits and `. _ -`, which an address has as they are, but neither `.`
    /// nor `..`, which browsers take out of addresses.
    public static func isScreenName(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count), text != ".", text != ".." else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "._-".utf8.contains(byte)
            }
        }
    }
}

extension GalleryAddress: CustomStringConvertible {
    /// As `--listen` takes it.
    public var description: String {
        switch self {
        case .loopback(Self.ipv6, let port): "[::1]:\(port)"
        case .loopback(let host, let port): "\(host):\(port)"
        case .unix(let path): "unix:\(path?.display ?? "")"
        }
    }

    public struct Fault: Error, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// Reads `127.0.0.1:PORT`, `[::1]:PORT`, `localhost:PORT` or `unix:PATH`.
    public init(_ text: String) throws(Fault) {
        if text.hasPrefix("unix:") {
            let path = FilePath(String(text.dropFirst("unix:".count)))
            guard path.bytes.first == UInt8(ascii: "/") else {
                throw Fault(description: "“\(text)” names no socket: write unix: and an absolute path")
            }
            self = .unix(path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw Fault(
                description:
                    "“\(text)” is no address: write 127.0.0.1:PORT (port 0: any that is free) or unix:PATH"
            )
        }
        switch text[..<colon] {
        case "127.0.0.1", "localhost": self = .loopback(host: Self.ipv4, port: port)
        case "[::1]": self = .loopback(host: Self.ipv6, port: port)
        case let host:
            throw Fault(
                description: """
                    “\(host)” is not this machine alone. The gallery shows all photos and is not made for a network: listen \
                    on 127.0.0.1:\(port), and reach it from elsewhere through ssh -L \(port):127.0.0.1:\(port)
                    """
            )
        }
    }
}
