import Glibc
import LineProtocol

/// A blocking connection to a daemon.
///
///     let connection = try Connection()
///     try connection.send(Request("months"))
///     while let line = try connection.nextLine() {
///         let month = try JSONValue.parse(line)
///     }
///
/// Requests may be sent ahead of their replies; replies come in the order of the requests. A reply is read line by
/// line with `nextLine()`, which gives `nil` at its end and throws `refused` where the daemon refused.
public final class Connection {
    /// How long to wait for the next bytes of a reply; `nil` waits for ever.
    public var readTimeout: Duration?

    private let socket: ConnectedSocket
    /// Replies have no limit of their own; this one is against memory running out.
    private var framer = LineFramer(limit: 256 << 20, checksFirstByte: false)
    private var received = [UInt8](repeating: 0, count: 65_536)

    /// Connects to the first of `candidates` that answers, and checks its greeting.
    ///
    /// - Throws: `unreachable`, `notPhotod`, `refused`, `timedOut` or `closed`.
    public init(
        to candidates: [SocketPath] = SocketPath.candidates(),
        readTimeout: Duration? = nil
    ) throws(ClientError) {
        socket = try ConnectedSocket(firstOf: candidates)
        self.readTimeout = readTimeout
        try checkGreeting()
    }

    /// Where the daemon was found.
    public var path: SocketPath { socket.path }

    private func checkGreeting() throws(ClientError) {
        guard let line = try receiveLine() else { throw .notPhotod(path: path, greeting: "") }
        // “OK photod 1” today; a later program version may follow after a space.
        let greeting = String(describing: ProtocolVersion.greeting)
        // A daemon that serves somebody else says so in the place of a greeting.
        if let refusal = Acknowledgement(line) { throw .refused(refusal) }
        guard line.elementsEqual(greeting.utf8) || line.starts(with: (greeting + " ").utf8) else {
            throw .notPhotod(path: path, greeting: String(decoding: line.prefix(80), as: UTF8.self))
        }
    }
}

// MARK: - Sending

extension Connection {
    /// Sends one request. Further ones may be sent before its reply is read.
    ///
    /// - Throws: `unsendable` where a word would read as something else.
    public func send(_ request: Request) throws(ClientError) {
        try send(Self.line(request))
    }

    private static func line(_ request: Request) throws(ClientError) -> [UInt8] {
        if let fault = request.fault { throw .unsendable(fault) }
        var bytes: [UInt8] = []
        request.appendLine(to: &bytes)
        return bytes
    }

    /// Sends a request with its ids as a list after it (`ids=@`), for more of them than a line holds. An id must be
    /// one line of text; a path with a line feed is sent as its `file://` uri.
    ///
    /// - Throws: `unsendable` where an id is none: what follows a line that ends the list would be carried out.
    public func send(_ request: Request, identifiers: [String]) throws(ClientError) {
        var request = request
        request.options.append(.init(key: "ids", value: "@"))
        var bytes = try Self.line(request)
        for (index, identifier) in identifiers.enumerated() {
            if let fault = IdentifierUpload.fault(of: identifier) {
                throw .unsendable("entry \(index + 1) of the list: \(fault)")
            }
            bytes.append(contentsOf: identifier.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.append(UInt8(ascii: "\n"))
        try send(bytes)
    }

    /// Sends bytes as they are: whole request lines.
    ///
    /// While the daemon does not take them, what it sends is read and kept, so that a client that sends many requests
    /// ahead and a daemon that waits for it to read cannot block each other.
    ///
    /// A daemon that hangs up meanwhile is no error here: it may have said why, and the reply, or its absence, tells.
    public func send(_ bytes: [UInt8]) throws(ClientError) {
        var sent = 0
        while sent < bytes.count {
            let result = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    socket.descriptor.rawValue,
                    buffer[sent...].baseAddressOfSlice,
                    buffer.count - sent,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
                )
            }
            if result >= 0 {
                sent += result
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                let ready = try wait(for: Int16(POLLIN | POLLOUT))
                if ready & Int16(POLLIN) != 0, try !receive() { return }
            case EPIPE, ECONNRESET: return
            default: throw .system(call: "send", code: errno)
            }
        }
    }
}

// MARK: - Receiving

extension Connection {
    /// The next line of the reply under way, as it was sent, without its line end: one JSON object. `nil` at the
    /// reply's end.
    ///
    /// - Throws: `refused` where the daemon refused, `closed` where it hung up before the reply's end.
    public func nextLine() throws(ClientError) -> ArraySlice<UInt8>? {
        guard let line = try receiveLine() else { throw .closed }
        switch ReplyLine(line) {
        case .data(let bytes): return bytes
        // Within a command list each reply ends with its own line.
        case .ok, .listOK: return nil
        case .refused(let acknowledgement): throw .refused(acknowledgement)
        case .malformed(let bytes):
            throw .malformedReply(String(decoding: bytes.prefix(80), as: UTF8.self))
        }
    }

    /// Calls `body` with each line of the reply under way.
    public func forEachLine(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        while let line = try nextLine() { try body(line) }
    }

    /// Sends a request and reads its whole reply.
    public func request(_ request: Request) throws(ClientError) -> [ArraySlice<UInt8>] {
        try send(request)
        var lines: [ArraySlice<UInt8>] = []
        while let line = try nextLine() { lines.append(line) }
        return lines
    }

    /// The same for a command and its words: `request("count", "2016-11")`.
    public func request(_ command: String, _ words: String...) throws(ClientError) -> [ArraySlice<UInt8>] {
        try request(Request(command, words))
    }

    /// `nil` where the daemon hung up between two lines.
    private func receiveLine() throws(ClientError) -> ArraySlice<UInt8>? {
        while true {
            do throws(LineFramer.Violation) {
                if let line = try framer.nextLine() { return line }
            } catch {
                throw .malformedReply("a line without an end")
            }
            if readTimeout != nil { _ = try wait(for: Int16(POLLIN)) }
            guard try receive() else {
                if framer.bufferedBytes > 0 { throw .closed }
                return nil
            }
        }
    }

    /// Reads what is there, or waits for it. `false` at the end of the stream.
    private func receive() throws(ClientError) -> Bool {
        while true {
            let count = received.withUnsafeMutableBytes { buffer in
                recv(socket.descriptor.rawValue, buffer.baseAddress, buffer.count, 0)
            }
            if count > 0 {
                received.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                return true
            }
            if count == 0 || errno == ECONNRESET { return false }
            guard errno == EINTR else { throw .system(call: "recv", code: errno) }
        }
    }

    /// Waits for `events`, at most for the read timeout.
    ///
    /// - Returns: what is possible, an error or a hang-up counted as readable, since reading then tells which.
    private func wait(for events: Int16) throws(ClientError) -> Int16 {
        let clock = ContinuousClock()
        let deadline = readTimeout.map { clock.now + $0 }
        while true {
            var timeout: Int32 = -1
            if let deadline {
                let left = max(deadline - clock.now, .zero)
                // Rounded up: a wait that ends a fraction too early would spin until the deadline.
                timeout = Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
            }
            var entry = pollfd(fd: socket.descriptor.rawValue, events: events, revents: 0)
            let count = poll(&entry, 1, timeout)
            if count > 0 {
                let isBroken = entry.revents & Int16(POLLERR | POLLHUP) != 0
                return isBroken ? entry.revents | Int16(POLLIN) : entry.revents
            }
            if count == 0 { throw .timedOut }
            guard errno == EINTR else { throw .system(call: "poll", code: errno) }
        }
    }
}

extension Slice where Base == UnsafeRawBufferPointer {
    /// The address of the slice's first byte.
    fileprivate var baseAddressOfSlice: UnsafeRawPointer? {
        UnsafeRawBufferPointer(rebasing: self).baseAddress
    }
}
