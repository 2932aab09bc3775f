import Glibc
import PhotoModel
import TestSupport

/// Stands in for the service manager: gets what the daemon says through sd_notify(3).
final class NotifySocket {
    let path: FilePath
    let descriptor: Int32
    /// Everything that was said so far and not waited for.
    private var messages: [String] = []

    init(in folder: FilePath) throws {
        path = folder + "notify"
        descriptor = try UnixSocket.make(SOCK_DGRAM)
        try UnixSocket.bind(descriptor, to: path)
        try Disk.setMode(path, 0o666)
    }

    deinit { close(descriptor) }

    /// Waits for a datagram with this line, and returns it with the ones before it.
    ///
    /// - Parameter process: gives up when it ends.
    @discardableResult
    func wait(for line: String, from process: ChildProcess, seconds: Int = 60) throws -> [String] {
        while true {
            if let position = messages.firstIndex(where: {
                $0.split(separator: "\n").contains(Substring(line))
            }) {
                defer { messages.removeSubrange(...position) }
                return Array(messages[...position])
            }
            switch try Readiness.wait(for: [descriptor, process.endDescriptor], seconds: seconds) {
            case descriptor: try receive()
            case nil: throw TimedOut(what: "\(line); so far: \(messages)")
            default: throw Ended(end: try process.wait(), line: line)
            }
        }
    }

    /// Everything that was said and not waited for.
    func takeAll() throws -> [String] {
        while try Readiness.wait(for: [descriptor], seconds: 0) != nil { try receive() }
        defer { messages = [] }
        return messages
    }

    /// Leaves no room in the queue, as a service manager that is busy.
    func fill() throws {
        let sender = try UnixSocket.make(SOCK_DGRAM)
        defer { close(sender) }
        try UnixSocket.connect(sender, to: path)
        while Glibc.send(sender, "X", 1, Int32(MSG_DONTWAIT)) == 1 {}
        guard errno == EAGAIN else { throw SystemFailure("filling the queue") }
    }

    struct Ended: Error, CustomStringConvertible {
        let end: ChildProcess.End
        let line: String

        var description: String { "the daemon ended (\(end)) before it said \(line)" }
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = try SystemFailure.check(recv(descriptor, &buffer, buffer.count, 0), "recv")
        messages.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
}

/// Unix sockets by path.
enum UnixSocket {
    static func make(_ type: __socket_type) throws -> Int32 {
        try SystemFailure.check(socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
    }

    static func bind(_ descriptor: Int32, to path: FilePath) throws {
        try SystemFailure.check(withAddress(path) { Glibc.bind(descriptor, $0, $1) }, "bind")
    }

    static func connect(_ descriptor: Int32, to path: FilePath) throws {
        try SystemFailure.check(withAddress(path) { Glibc.connect(descriptor, $0, $1) }, "connect")
    }

    private static func withAddress(
        _ path: FilePath,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
