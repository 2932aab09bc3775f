import JSON
import LineProtocol
import PhotoClient

/// An answer that is none, as HTTP has it: a status, and the daemon's ACK or what stands in its place as JSON.
struct Refusal: Error, Hashable, Sendable {
    let status: Int
    /// An ACK's code; the gallery's own refusals have none.
    let code: Int?
    let name: String
    let command: String
    let message: String
    /// Of a command list, which the gallery sends none of: always 0.
    let index: Int
    /// The methods by which an address is asked that was asked by another one; `nil`: that is not why.
    private(set) var methods: String?

    /// What the gallery refuses by itself.
    init(status: Int, name: String, _ message: String) {
        self.init(status: status, code: nil, name: name, command: "", message: message, index: 0)
    }

    /// What changes something is asked by POST alone.
    static func postOnly(_ message: String) -> Refusal { wrongMethod(message, "POST") }

    /// What only looks is asked by GET, and by HEAD as far as that is of use.
    static func getOnly(_ message: String) -> Refusal { wrongMethod(message, "GET, HEAD") }

    private static func wrongMethod(_ message: String, _ methods: String) -> Refusal {
        var refusal = Refusal(status: 405, name: "method", message)
        refusal.methods = methods
        return refusal
    }

    /// What the daemon would have refused in the same way.
    init(_ code: ReplyCode, command: String, _ message: String) {
        self.init(
            status: Self.status(code.rawValue),
            code: code.rawValue,
            name: code.name,
            command: command,
            message: message,
            index: 0
        )
    }

    /// What the gallery's own socket refuses.
    init(_ error: ProtocolError) { self.init(error.code, command: error.command, error.message) }

    init(_ acknowledgement: Acknowledgement) {
        self.init(
            status: Self.status(acknowledgement.code),
            code: acknowledgement.code,
            name: acknowledgement.name,
            command: acknowledgement.command,
            message: acknowledgement.message,
            index: acknowledgement.listIndex
        )
    }

    init(_ error: ClientError) {
        switch error {
        case .refused(let acknowledgement): self.init(acknowledgement)
        case .unsendable(let reason): self.init(.argument, command: "", reason)
        case .unreachable, .notPhotod, .timedOut, .closed, .malformedReply, .overflow, .cancelled, .system:
            self.init(status: 503, name: "unreachable", error.description)
        }
    }

    private init(status: Int, code: Int?, name: String, command: String, message: String, index: Int) {
        self.status = status
        self.code = code
        self.name = name
        self.command = command
        self.message = message
        self.index = index
    }

    /// A picture that cannot be made is not there: the page shows another in its place.
    var ofPicture: Refusal {
        guard code == ReplyCode.unsupported.rawValue else { return self }
        return Refusal(status: 404, code: code, name: name, command: command, message: message, index: index)
    }

    /// A code of a newer daemon is an error of the server's.
    private static func status(_ code: Int) -> Int {
        switch ReplyCode(rawValue: code) {
        case .argument: 400
        case .permission: 403
        case .unknownCommand, .noSuch: 404
        case .system, nil: 500
        case .busy: 503
        case .unsupported: 415
        case .exists: 409
        case .timeout: 504
        case .tooLarge: 413
        }
    }

    /// One object, without a line end.
    var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        append(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// The last line of a reply that had begun already.
    var line: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        append(to: &writer)
        writer.endObject()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private func append(to writer: inout JSONWriter) {
        if let code { writer.member("code", code) }
        writer.member("name", name)
        writer.member("command", command)
        writer.member("message", message)
        writer.member("index", index)
    }
}
