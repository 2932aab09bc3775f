import LineProtocol

/// A command as an address says it: `/api/photos?word=2016-11&limit=20`.
enum CommandQuery {
    /// What a browser may send along with a command, in bytes: as much as the daemon takes.
    static let bodyLimit = ProtocolVersion.uploadLimit

    /// - Throws: what is wrong with it, where no line can carry it.
    static func request(_ command: String, _ query: [RequestTarget.Parameter]) throws(Refusal) -> Request {
        var request = Request(command)
        for parameter in query {
            switch parameter.name {
            case "word": request.positionals.append(parameter.value)
            // Ids come in the body, and that says so itself.
            case "ids": continue
            default: request.options.append(.init(key: parameter.name, value: parameter.value))
            }
        }
        if let fault = request.fault { throw Refusal(.argument, command: command, fault) }
        return request
    }

    /// The ids in a body, one a line; blank lines are none.
    static func identifiers(_ body: [UInt8], command: String) throws(Refusal) -> [String] {
        var identifiers: [String] = []
        for line in body.split(separator: UInt8(ascii: "\n")) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !line.isEmpty else { continue }
            guard let text = String(validating: line, as: UTF8.self), RequestUpload.fault(of: text) == nil
            else {
                throw Refusal(
                    .argument,
                    command: command,
                    "line \(identifiers.count + 1) of the ids is no text: send ids or file:// uris, one a line"
                )
            }
            identifiers.append(text)
        }
        return identifiers
    }
}
