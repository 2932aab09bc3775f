import Glibc
import NIOCore

/// Whether the peer of a Unix socket is the user this daemon runs as, or root.
///
/// The kernel tells (SO_PEERCRED, unix(7)); in a user namespace that does not map root, root shows as the overflow user
/// and is refused like anybody else.
enum PeerCheck {
    /// `struct ucred`, which the Glibc module does not have.
    private struct Credentials {
        var process: pid_t = 0
        var user: uid_t = 0
        var group: gid_t = 0
    }

    static func check(_ channel: any Channel) -> EventLoopFuture<Bool> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeSucceededFuture(false)
        }
        let credentials: EventLoopFuture<Credentials> = provider.unsafeGetSocketOption(
            level: .init(rawValue: SOL_SOCKET),
            name: .init(rawValue: SO_PEERCRED)
        )
        return credentials.map { $0.user == geteuid() || $0.user == 0 }
    }
}
