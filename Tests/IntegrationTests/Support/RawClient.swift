import Glibc
import PhotoModel
import TestSupport

/// A connection without manners: it sends any bytes and reads what comes.
final class RawClient {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// - Parameter waitsForRoom: whether to wait where the daemon's queue of new connections is full; else that fails.
    init(_ socket: FilePath, waitsForRoom: Bool = true) throws {
        let flags = waitsForRoom ? 0 : SOCK_NONBLOCK.rawValue
        descriptor = try UnixSocket.make(__socket_type(rawValue: SOCK_STREAM.rawValue | flags))
        try UnixSocket.connect(descriptor, to: socket)
    }

    deinit { close(descriptor) }

    /// A peer that has closed already is no failure: it may do so as soon as it has seen enough.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EPIPE || errno == ECONNRESET { return }
            rest = rest.dropFirst(try SystemFailure.check(count, "send"))
        }
    }

    /// The next line without its end.
    func readLine(skippingGreeting: Bool = false) throws -> String {
        while true {
            if let end = received.firstIndex(of: 0x0A) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeSubrange(...end)
                if skippingGreeting && line == "OK photod 1" { continue }
                return line
            }
            guard try receive() else { throw TimedOut(what: "a line; the connection was closed") }
        }
    }

    /// Everything until the daemon closes.
    func readToEnd() throws -> String {
        while try receive() {}
        return String(decoding: received, as: UTF8.self)
    }

    /// Ends sending, and waits for the daemon's end.
    func hangUp() throws -> Bool {
        try SystemFailure.check(shutdown(descriptor, Int32(SHUT_WR)), "shutdown")
        while try receive() {}
        return true
    }

    /// Returns `false` at the end of the connection.
    private func receive() throws -> Bool {
        guard try Readiness.wait(for: [descriptor], seconds: 60) != nil else {
            throw TimedOut(what: "an answer")
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET { return false }
        received += buffer[..<(try SystemFailure.check(count, "recv"))]
        return count > 0
    }
}
