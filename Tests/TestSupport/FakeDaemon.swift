import Glibc
import PhotoModel

/// One end of a scripted conversation.
public struct FakePeer: Sendable {
    public let descriptor: Int32

    /// The next line without its end; `nil` where the client hung up.
    public func readLine() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) == 1 {
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    public func send(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}

/// A Unix socket whose one connection is answered by a script, on a thread of its own: a client that blocks must not
/// hold up the pool that tests run on.
public final class FakeDaemon {
    public typealias Script = @Sendable (FakePeer) -> Void

    public let path: String
    private let folder: TemporaryFolder
    private let listener: Int32
    private var thread = pthread_t()

    /// - Parameter depth: how many directories deep the socket lies, to make its path long.
    public init(depth: Int = 0, script: @escaping Script) throws {
        folder = try TemporaryFolder()
        var parent = folder.location
        for _ in 0..<depth {
            parent = parent.appending(FileName("long-directory-name"))
            try Disk.makeFolder(parent)
        }
        path = parent.display + "/socket"
        listener = try SystemFailure.check(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0),
            "socket"
        )
        try Self.bind(listener, in: parent)
        let start = Unmanaged.passRetained(ScriptStart(listener: listener, script: script))
        errno = pthread_create(&thread, nil, runScript, start.toOpaque())
        guard errno == 0 else {
            start.release()
            throw SystemFailure("pthread_create")
        }
    }

    /// Ends the conversation and waits for the script.
    public func stop() throws {
        shutdown(listener, Int32(SHUT_RDWR))
        pthread_join(thread, nil)
        close(listener)
    }

    private static func bind(_ descriptor: Int32, in directory: FilePath) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A long path does not fit an address; its directory's descriptor does.
        let holder = try SystemFailure.check(
            directory.withCString { open($0, O_DIRECTORY | O_CLOEXEC) },
            "open"
        )
        defer { close(holder) }
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: "/proc/self/fd/\(holder)/socket".utf8)
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try SystemFailure.check(result, "bind")
        try SystemFailure.check(listen(descriptor, 1), "listen")
    }
}

private final class ScriptStart {
    let listener: Int32
    let script: FakeDaemon.Script

    init(listener: Int32, script: @escaping FakeDaemon.Script) {
        self.listener = listener
        self.script = script
    }
}

private func runScript(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ScriptStart>.fromOpaque(argument).takeRetainedValue()
    let connection = accept(start.listener, nil, nil)
    guard connection >= 0 else { return nil }
    start.script(FakePeer(descriptor: connection))
    close(connection)
    return nil
}
