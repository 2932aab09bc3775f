import Glibc
import PhotoModel
import TestSupport
import Testing

/// What a worker out of its box could harm or reach: files, a program, listening sockets, a descriptor.
final class Victims {
    let oldFile: String
    let newFile: String
    let socketPath: String
    let port: UInt16
    /// In a descriptor that is not close-on-exec, as one that somebody else's library has left open.
    static let secret = "the daemon's secret"

    private let folder: TemporaryFolder
    private var descriptors: [Int32] = []
    private let pathListener: Int32
    private let portListener: Int32

    init() throws {
        folder = try TemporaryFolder()
        newFile = "\(folder.path)/new"
        socketPath = "\(folder.path)/socket"
        oldFile = try folder.write("old", Self.secret).display
        let old = open(oldFile, O_RDONLY)
        try Self.check(old)
        descriptors.append(old)

        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        pathListener = socket(AF_UNIX, kind, 0)
        portListener = socket(AF_INET, kind, 0)
        descriptors += [pathListener, portListener]
        port = try Self.bind(pathListener, socketPath, portListener)
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    struct Failure: Error {
        let reason: Int32
    }

    /// Returns the port.
    private static func bind(_ pathListener: Int32, _ path: String, _ portListener: Int32) throws -> UInt16 {
        var local = sockaddr_un()
        local.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &local.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        try withSocketAddress(&local) { try check(Glibc.bind(pathListener, $0, $1)) }
        try check(listen(pathListener, 8))
        var loopback = sockaddr_in()
        loopback.sin_family = sa_family_t(AF_INET)
        loopback.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try withSocketAddress(&loopback) { try check(Glibc.bind(portListener, $0, $1)) }
        try check(listen(portListener, 8))
        try withSocketAddress(&loopback) {
            var length = $1
            try check(getsockname(portListener, $0, &length))
        }
        return UInt16(bigEndian: loopback.sin_port)
    }

    private static func withSocketAddress<Address>(
        _ address: inout Address,
        _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    private static func check(_ result: Int32) throws {
        if result < 0 { throw Failure(reason: errno) }
    }

    func expectUnharmed() throws {
        #expect(access(newFile, F_OK) == -1 && errno == ENOENT)
        #expect(try contents(oldFile) == Self.secret)
        for listener in [pathListener, portListener] {
            #expect(accept(listener, nil, nil) == -1 && errno == EAGAIN, "somebody connected")
        }
    }
}
