import LineProtocol

/// Requests as the bytes that ask them. What the protocol cannot carry is refused here, for the daemon would take it for
/// something else, or close the connection and with it every other request.
enum RequestLines {
    /// As many commands as a list may hold (docs/protocol.md, Command lists).
    static let listLimit = 1000

    static func of(_ request: Request) throws(ClientError) -> [UInt8] {
        if let kind = RequestUpload.announced(by: request) {
            throw .unsendable("“\(kind.rawValue)=@” announces what follows: hand that over with the request")
        }
        return try line(request)
    }

    /// A request with a JSON text on lines of its own, for more than a line holds.
    static func of(_ request: Request, json: [UInt8]) throws(ClientError) -> [UInt8] {
        let head = try line(request.adding("json", "@"))
        let lines = try JSONLines.of(json)
        try check(lines.count, atMost: ProtocolVersion.uploadLimit, "the JSON")
        return head + lines + [UInt8(ascii: "\n")]
    }

    /// A request with its ids on lines of their own.
    static func of(_ request: Request, identifiers: [String]) throws(ClientError) -> [UInt8] {
        let head = try line(request.adding("ids", "@"))
        var list: [UInt8] = []
        for (index, identifier) in identifiers.enumerated() {
            if let fault = RequestUpload.fault(of: identifier) {
                throw .unsendable("entry \(index + 1) of the list: \(fault)")
            }
            list.append(contentsOf: identifier.utf8)
            list.append(UInt8(ascii: "\n"))
        }
        try check(list.count, atMost: ProtocolVersion.uploadLimit, "the list of ids")
        return head + list + [UInt8(ascii: "\n")]
    }

    /// Reading commands that are answered from one snapshot.
    static func of(list requests: [Request]) throws(ClientError) -> [UInt8] {
        guard requests.count <= listLimit else {
            throw .unsendable(
                "the list has \(requests.count) commands, and \(listLimit) are the most; ask in parts"
            )
        }
        var lines: [UInt8] = []
        for request in requests { lines += try of(request) }
        try check(lines.count, atMost: ProtocolVersion.uploadLimit, "the command list")
        return Array("command_list_begin\n".utf8) + lines + Array("command_list_end\n".utf8)
    }

    private static func line(_ request: Request) throws(ClientError) -> [UInt8] {
        if let fault = request.fault { throw .unsendable(fault) }
        if request.command.hasPrefix("command_list_") {
            throw .unsendable("“\(request.command)” belongs to a list: hand its requests over together")
        }
        var bytes: [UInt8] = []
        request.appendLine(to: &bytes)
        try check(bytes.count, atMost: ProtocolVersion.requestLimit, "the request")
        return bytes
    }

    private static func check(_ size: Int, atMost limit: Int, _ what: String) throws(ClientError) {
        guard size <= limit else {
            throw .unsendable("\(what) has \(size) bytes, and \(limit) are the most; ask in parts")
        }
    }
}
