import Glibc

/// A connected socket for whoever moves the bytes by other means, around a `Conversation` of their own.
package struct DaemonSocket {
    /// Close-on-exec, does not block, and the caller's to close.
    package let descriptor: Int32
    /// Where the daemon was found.
    package let path: SocketPath

    /// Connects to the first of `candidates` that answers, without waiting.
    package init(to candidates: [SocketPath]) throws(ClientError) {
        let socket = try ConnectedSocket(firstOf: candidates, waits: false)
        let copy = fcntl(socket.descriptor.rawValue, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .system(call: "fcntl", code: errno) }
        descriptor = copy
        path = socket.path
    }
}
