import Glibc
import LineProtocol
import PhotoModel
import TestSupport
import Testing

/// An answer as it was received.
struct HTTPAnswer {
    let status: Int
    /// By names in lower case; what comes several times is joined.
    let headers: [String: String]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: JSONValue { get throws { try JSONValue.parse(body) } }

    var lines: [JSONValue] {
        get throws { try body.split(separator: UInt8(ascii: "\n")).map { try JSONValue.parse(Array($0)) } }
    }
}

/// A connection that speaks HTTP as exactly as a test says.
final class HTTPConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: UInt16) throws {
        descriptor = try SystemFailure.check(
            socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0),
            "socket"
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try SystemFailure.check(result, "connect")
    }

    init(unix path: FilePath) throws {
        descriptor = try UnixSocket.make(SOCK_STREAM)
        try UnixSocket.connect(descriptor, to: path)
    }

    deinit { close(descriptor) }

    func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            rest = rest.dropFirst(try SystemFailure.check(count, "send"))
        }
    }

    /// - Parameter head: the request line and headers, without the blank line.
    func ask(_ head: [String], body: [UInt8] = []) throws -> HTTPAnswer {
        try send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        return try answer(hasBody: !(head.first?.hasPrefix("HEAD") ?? false))
    }

    /// The status and the headers; of an answer that does not end the body is read by `line`.
    func head() throws -> HTTPAnswer {
        let lines = try until("\r\n\r\n").split(separator: "\r\n")
        let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased(), default: ""] += String(parts[1].drop { $0 == " " })
        }
        return HTTPAnswer(status: try #require(status, "\(lines)"), headers: headers)
    }

    func answer(hasBody: Bool) throws -> HTTPAnswer {
        var answer = try head()
        guard hasBody, ![204, 304].contains(answer.status) else { return answer }
        if answer.headers["transfer-encoding"] == "chunked" {
            while case let piece = try chunk(), !piece.isEmpty { answer.body += piece }
        } else {
            answer.body = try take(try #require(answer.headers["content-length"].flatMap { Int($0) }))
        }
        return answer
    }

    // MARK: - Answers that do not end

    private var text = ""

    /// The next line of a chunked body.
    func line() throws -> String {
        while true {
            if let end = text.firstIndex(of: "\n") {
                defer { text.removeSubrange(...end) }
                return String(text[..<end])
            }
            let piece = try chunk()
            guard !piece.isEmpty else { throw TimedOut(what: "a line; the answer has ended") }
            text += String(decoding: piece, as: UTF8.self)
        }
    }

    /// The next event of an event stream, with its clock.
    func event() throws -> (json: JSONValue, identifier: String?) {
        var identifier: String?
        while true {
            let line = try line()
            if line.hasPrefix("id: ") { identifier = String(line.dropFirst(4)) }
            if line.hasPrefix("data: ") {
                return (try JSONValue.parse(String(line.dropFirst(6))), identifier)
            }
        }
    }

    /// The next event for which a condition holds.
    func event(_ isWanted: (JSONValue) -> Bool) throws -> (json: JSONValue, identifier: String?) {
        while true {
            let event = try event()
            if isWanted(event.json) { return event }
        }
    }

    // MARK: - Bytes

    private func chunk() throws -> [UInt8] {
        let size = try #require(Int(try until("\r\n"), radix: 16))
        let bytes = try take(size)
        _ = try take(2)
        return bytes
    }

    private func until(_ mark: String) throws -> String {
        let mark = Array(mark.utf8)
        var start = 0
        while true {
            if received.count >= mark.count {
                for index in start...(received.count - mark.count)
                where received[index..<index + mark.count].elementsEqual(mark) {
                    defer { received.removeSubrange(..<(index + mark.count)) }
                    return String(decoding: received[..<index], as: UTF8.self)
                }
                start = received.count - mark.count + 1
            }
            try receive()
        }
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while received.count < count { try receive() }
        defer { received.removeSubrange(..<count) }
        return Array(received[..<count])
    }

    /// Everything that comes until the gallery hangs up.
    func rest() throws -> [UInt8] {
        while try receivesMore() {}
        defer { received = [] }
        return received
    }

    private func receive() throws {
        guard try receivesMore() else { throw TimedOut(what: "an answer of the gallery; it has hung up") }
    }

    private func receivesMore() throws -> Bool {
        guard try Readiness.wait(for: [descriptor], seconds: 60) != nil else {
            throw TimedOut(what: "an answer of the gallery")
        }
        var buffer = [UInt8](repeating: 0, count: 262_144)
        let count = try SystemFailure.check(recv(descriptor, &buffer, buffer.count, 0), "recv")
        received += buffer[..<count]
        return count > 0
    }
}
