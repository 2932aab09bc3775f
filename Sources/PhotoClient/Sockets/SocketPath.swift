import Glibc
import LineProtocol

/// Where a daemon's socket is. A path is bytes and need not be text.
public struct SocketPath: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Where to look, in this order: the given path alone, else `$PHOTOD_SOCKET` alone, else the user's daemon
    /// (`$XDG_RUNTIME_DIR/photod/socket`) and then the system's for this user (`/run/photod-$USER/socket`).
    ///
    /// A path that was named stands alone: to talk to another daemon than the one that was asked for would be worse
    /// than an error.
    public static func candidates(explicit: SocketPath? = nil) -> [SocketPath] {
        candidates(
            explicit: explicit,
            environment: environmentVariable,
            userID: geteuid(),
            userName: accountName
        )
    }

    /// The same for a given environment. `userName` is asked only where the environment does not say.
    static func candidates(
        explicit: SocketPath?,
        environment: (String) -> [UInt8]?,
        userID: UInt32,
        userName: () -> [UInt8]?
    ) -> [SocketPath] {
        if let explicit { return [explicit] }
        if let named = environment("PHOTOD_SOCKET") { return [SocketPath(named)] }
        // As the daemon has it: a relative one is to be ignored.
        let runtime =
            environment("XDG_RUNTIME_DIR").flatMap { $0.first == UInt8(ascii: "/") ? $0 : nil }
            ?? Array("/run/user/\(userID)".utf8)
        var paths = [SocketPath(runtime + "/photod/socket".utf8)]
        if let user = environment("USER") ?? userName() {
            paths.append(SocketPath("/run/photod-".utf8 + user + "/socket".utf8))
        }
        return paths
    }

    /// An empty variable counts as unset, as the XDG specification asks.
    static func environmentVariable(_ name: String) -> [UInt8]? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    private static func accountName() -> [UInt8]? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let name = entry.pw_name
        else { return nil }
        return buffer.withUnsafeBufferPointer { _ in
            Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
        }
    }
}

extension SocketPath: CustomStringConvertible {
    /// For people: what is not UTF-8 becomes U+FFFD.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
