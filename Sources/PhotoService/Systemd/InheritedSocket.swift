import CSystemd
import Glibc
import LineServer

extension ListeningSocket {
    /// The socket that systemd passed; `nil` where it passed none.
    static func inherited() throws(ServerError) -> ListeningSocket? {
        let count = sd_listen_fds(1)
        guard count > 0 else { return nil }
        // systemd holds the others open all the same, and who connects to one would wait without end.
        guard count == 1 else {
            throw .unusableSocket(
                path: "descriptors 3 to \(2 + Int(count))",
                reason: "systemd passed \(count) sockets, and photod serves one: leave one ListenStream= in "
                    + "the socket unit, and one unit in Sockets="
            )
        }
        let descriptor: Int32 = 3
        guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
            throw .unusableSocket(
                path: "descriptor 3",
                reason: "systemd passed something else than a listening Unix stream socket"
            )
        }
        return ListeningSocket(adopting: descriptor)
    }

    /// Closes what systemd passed, as nobody serves it.
    ///
    /// - Returns: whether it passed any.
    static func closeInherited() -> Bool {
        let count = sd_listen_fds(1)
        for descriptor in 3..<3 + max(0, count) { close(descriptor) }
        return count > 0
    }
}
