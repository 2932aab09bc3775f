import CSystemd
import Glibc
import LineServer

extension ListeningSocket {
    /// The first socket that systemd passed; `nil` where it passed none.
    static func inherited() throws(ServerError) -> ListeningSocket? {
        let count = sd_listen_fds(1)
        guard count > 0 else { return nil }
        let descriptor: Int32 = 3
        guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
            throw .unusableSocket(
                path: "descriptor 3",
                reason: "systemd passed something else than a listening Unix stream socket"
            )
        }
        return ListeningSocket(adopting: descriptor)
    }
}
