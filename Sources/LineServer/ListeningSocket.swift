import Glibc
import PhotoModel

/// The socket clients connect to: a service manager's, or one made here. It owns the descriptor until `take`.
public struct ListeningSocket: ~Copyable {
    private var descriptor: Int32
    /// `nil` for a service manager's socket, whose name is that one's business.
    public let path: FilePath?
    private let inode: UInt64

    /// Takes a descriptor over that listens already, as a service manager passes it.
    public init(adopting descriptor: Int32) {
        Self.setNonBlocking(descriptor)
        self.init(descriptor: descriptor, path: nil, inode: 0)
    }

    /// Binds a socket of mode 0600 in a folder of mode 0700.
    ///
    /// - Parameter option: the one of the command line that names it, for what is wrong with it.
    /// - Throws: where a daemon answers there already, which is left alone; a stale socket is replaced.
    public init(path: FilePath, option: String = "--socket") throws(ServerError) {
        try Self.prepareFolder(of: path, option)
        var address = try Self.address(path)
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        try Self.clear(path, &address, length, option)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system("making a socket", errno) }
        // Before there is a name, so that no client slips in, and not by the umask, which is that of all threads.
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                fchmod(descriptor, 0o600) == 0 && bind(descriptor, address, length) == 0
                    && listen(descriptor, Self.backlog) == 0
            }
        }
        guard bound else {
            let code = errno
            close(descriptor)
            throw .system("binding \(path.display)", code)
        }
        Self.setNonBlocking(descriptor)
        self.init(descriptor: descriptor, path: path, inode: SocketFile.inode(at: path) ?? 0)
    }

    private init(descriptor: Int32, path: FilePath?, inode: UInt64) {
        self.descriptor = descriptor
        self.path = path
        self.inode = inode
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Hands the descriptor over.
    public mutating func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    /// What clients connect to, as the kernel has it; `nil` where it has no name in the file system.
    public var name: FilePath? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard code == 0 else { return nil }
        let bytes = withUnsafeBytes(of: &address.sun_path) { Array($0.prefix { $0 != 0 }) }
        return bytes.isEmpty ? nil : FilePath(bytes)
    }

    /// What to remove at the end.
    public var file: SocketFile? { path.map { SocketFile(path: $0, inode: inode) } }

    /// Connections that may wait to be accepted: a thousand clients that start at once must not be refused.
    private static let backlog: Int32 = 1024

    /// Gives a listening socket, made here or passed by a service manager, that much room.
    static func setBacklog(of descriptor: Int32) {
        // The socket listens already, so nothing is left that could fail.
        _ = listen(descriptor, backlog)
    }

    // MARK: Steps

    private static func setNonBlocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    }

    private static func address(_ path: FilePath) throws(ServerError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.bytes.count < capacity else {
            throw .unusableSocket(
                path: path.display,
                reason: "a socket's path has at most \(capacity - 1) bytes: choose a shorter one"
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes) }
        return address
    }

    /// Milliseconds in which a daemon greets whoever connects, or hangs and is there all the same.
    private static let greetingTime: Int32 = 1_000

    /// Takes away a socket that nobody listens on any more.
    private static func clear(
        _ path: FilePath,
        _ address: inout sockaddr_un,
        _ length: socklen_t,
        _ option: String
    ) throws(ServerError) {
        for _ in 0..<looks where try isCleared(path, &address, length, option) { return }
        // Somebody listens there who hangs up on everybody.
        throw .socketInUse(path: path.display, option: option)
    }

    /// How often it is looked who listens: one who let go is not there any more the next time.
    private static let looks = 3

    /// - Returns: `false` where who listened there is gone since: then it has to be looked again.
    private static func isCleared(
        _ path: FilePath,
        _ address: inout sockaddr_un,
        _ length: socklen_t,
        _ option: String
    ) throws(ServerError) -> Bool {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let probe = socket(AF_UNIX, kind, 0)
        guard probe >= 0 else { throw .system("making a socket", errno) }
        defer { close(probe) }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(probe, $0, length) == 0 }
        }
        switch connected ? 0 : errno {
        case 0 where isAbandoned(probe): return false
        // A daemon whose queue of clients is full is there as well.
        case 0, EAGAIN: throw .socketInUse(path: path.display, option: option)
        case ENOENT:
            // A link to nothing may have the name, or another daemon have just made its socket there.
            guard try isSocket(path) else { return true }
            throw .socketInUse(path: path.display, option: option)
        case ECONNREFUSED:
            try removeStale(path)
            return true
        // A socket for datagrams, say, that somebody reads from.
        case EPROTOTYPE:
            throw .unusableSocket(
                path: path.display,
                reason: "another program's socket is there: stop that program, or choose another path"
            )
        case let code: throw .system("looking for a daemon on \(path.display)", code)
        }
    }

    /// Whether a connection ends without a word. One that was killed while it started a worker leaves its socket to that for
    /// the moment until it is another program.
    private static func isAbandoned(_ connection: Int32) -> Bool {
        var event = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, greetingTime) == 1 else { return false }
        var byte: UInt8 = 0
        let count = recv(connection, &byte, 1, Int32(MSG_PEEK))
        return count == 0 || count < 0 && errno == ECONNRESET
    }

    /// Whether a socket has the name.
    private static func isSocket(_ path: FilePath) throws(ServerError) -> Bool {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw .unusableSocket(
                path: path.display,
                reason: "something else than a socket is there: remove it or choose another path"
            )
        }
        return true
    }

    private static func removeStale(_ path: FilePath) throws(ServerError) {
        guard try isSocket(path) else { return }
        guard path.withCString({ unlink($0) }) == 0 else { throw .system("removing a stale socket", errno) }
    }

    private static func prepareFolder(of path: FilePath, _ option: String) throws(ServerError) {
        guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return }
        let folder = FilePath(Array(path.bytes[..<slash]))
        let code = folder.withCString { mkdir($0, 0o700) }
        guard code != 0, errno != EEXIST else { return }
        guard errno == ENOENT else { throw .system("making \(folder.display)", errno) }
        throw .noFolder(path: path.display, option: option)
    }
}

/// A socket's name in the file system.
public struct SocketFile: Sendable {
    let path: FilePath
    let inode: UInt64

    /// Whether the name still leads to it.
    var isThere: Bool { Self.inode(at: path) == inode }

    /// Removes the name, unless another daemon has taken it since.
    public func remove() {
        guard isThere else { return }
        _ = path.withCString { unlink($0) }
    }

    fileprivate static func inode(at path: FilePath) -> UInt64? {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
        return UInt64(status.st_ino)
    }
}
