import CShims
import Files
import GalleryAddress
import Glibc
import Logging
import NIOCore
import PhotoModel
import Synchronization

/// Lets in what the gallery's own user connects, and root.
///
/// A browser sends a cookie to every port of a host. So whoever listens on this machine, on a port that a gallery has left or on any
/// other, may be sent the gallery's: what the cookie opens it opens to this user's programs alone.
final class OwnConnections: Sendable {
    private static let lists = [
        (path: "/proc/net/tcp", isOfIPv6: false), (path: "/proc/net/tcp6", isOfIPv6: true),
    ]

    private static let complaintLimit = 8

    private let logger: Logger
    private let complaints = Mutex<Set<String>>([])

    init(_ logger: Logger) {
        self.logger = logger
    }

    /// Whether a connection is to be answered.
    ///
    /// - Parameter address: where the gallery listens for it. Who may connect to a Unix socket its mode says.
    func takes(_ channel: any Channel, at address: GalleryAddress) -> Bool {
        guard case .loopback = address else { return true }
        let owner = Self.owner(other: channel.remoteAddress, own: channel.localAddress)
        if let owner, owner.mayUse(galleryOf: geteuid()) { return true }
        complain(owner)
        return false
    }

    private static func owner(other: SocketAddress?, own: SocketAddress?) -> ConnectionEnds.Owner? {
        guard let other, let own else { return nil }
        return asked(other: other, own: own) ?? listed(other: other, own: own)
    }

    /// As the kernel answers for one connection; `nil` where it does not.
    static func asked(other: SocketAddress, own: SocketAddress) -> ConnectionEnds.Owner? {
        var owner = photod_connection_owner()
        let code = other.withSockAddr { other, _ in
            own.withSockAddr { own, _ in photod_find_connection_owner(other, own, &owner) }
        }
        guard code == 0 else { return nil }
        return ConnectionEnds.Owner(user: owner.user, isEstablished: owner.is_established)
    }

    /// As its lists of all connections say. Making one takes it milliseconds, and nothing else is answered meanwhile.
    static func listed(other: SocketAddress, own: SocketAddress) -> ConnectionEnds.Owner? {
        guard let ends = ConnectionEnds(other: other, own: own) else { return nil }
        for (path, isOfIPv6) in lists where isOfIPv6 || !ends.isIPv6 {
            guard let list = try? OpenFile.content(of: FilePath(path)) else { continue }
            if let owner = ends.owner(in: list, isOfIPv6: isOfIPv6) { return owner }
        }
        return nil
    }

    /// Once of each: who is refused must not fill the log.
    private func complain(_ owner: ConnectionEnds.Owner?) {
        // One that has hung up already asks for nothing.
        if let owner, !owner.isEstablished { return }
        let who =
            owner.map { "of user \($0.user)" }
            ?? "that /proc/net/tcp does not tell of, as it has ended already or the kernel has no such list,"
        let isNews = complaints.withLock { complaints in
            complaints.count < Self.complaintLimit && complaints.insert(who).inserted
        }
        guard isNews else { return }
        logger.warning(
            """
            a connection \(who) was refused: over TCP the gallery answers its own user, \(geteuid()), and root. A proxy of \
            another user is to come by a Unix socket (--listen unix:PATH)
            """
        )
    }
}
