import Glibc
import PhotoModel

/// Connects to a Unix stream socket.
enum SocketConnector {
    enum Failure: Error {
        /// `connect(2)` or what leads to it failed.
        case system(Int32)
        case unusablePath(String)
    }

    /// - Parameter waits: whether to wait where the daemon has as many who wait already as its queue holds; else that is
    ///   `EAGAIN`.
    static func connect(to path: SocketPath, waits: Bool) throws(Failure) -> OwnedDescriptor {
        guard !path.bytes.isEmpty, !path.bytes.contains(0) else {
            throw .unusablePath("the path is empty or holds NUL")
        }
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
        guard let descriptor = OwnedDescriptor(socket(AF_UNIX, Int32(kind), 0)) else { throw .system(errno) }
        if path.bytes.count < addressCapacity {
            try connect(descriptor.rawValue, address: path.bytes)
        } else {
            try connectThroughParent(descriptor.rawValue, path: path.bytes)
        }
        return descriptor
    }

    /// `sun_path` holds 108 bytes with its terminator (unix(7)).
    private static var addressCapacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

    /// `O_PATH` of linux/fcntl.h, the same on every architecture Swift runs on; the Glibc module does not import it.
    /// With it a directory is reached that can be searched but not read.
    private static let openPathOnly: Int32 = 0o10000000

    /// A path that does not fit is reached through its directory: `/proc/self/fd/N/socket` is short.
    private static func connectThroughParent(_ descriptor: Int32, path: [UInt8]) throws(Failure) {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
            throw .unusablePath("the name is longer than a socket address holds (107 bytes)")
        }
        let parent = path[...slash].map { CChar(bitPattern: $0) } + [0]
        guard let directory = OwnedDescriptor(open(parent, openPathOnly | O_DIRECTORY | O_CLOEXEC)) else {
            throw .system(errno)
        }
        let address = Array("/proc/self/fd/\(directory.rawValue)/".utf8) + path[(slash + 1)...]
        guard address.count < addressCapacity else {
            throw .unusablePath(
                "the name is longer than a socket address holds (about 85 bytes in a long directory)"
            )
        }
        try connect(descriptor, address: address)
        // The lookup is done when connect(2) returns; until then the number must stay this directory's.
        withExtendedLifetime(directory) {}
    }

    private static func connect(_ descriptor: Int32, address path: [UInt8]) throws(Failure) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        // A Unix socket's connect that was interrupted left nothing behind and can be begun again.
        let result = uninterrupted {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, size)
                }
            }
        }
        guard result == 0 else { throw .system(errno) }
    }
}
