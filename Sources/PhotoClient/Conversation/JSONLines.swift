import LineProtocol

/// A JSON text as the lines of an upload, which an empty one ends.
enum JSONLines {
    /// The text, cut between its tokens: where it has line ends, and where a line would grow over the protocol's limit. Each line
    /// ends in a line feed and none is blank. Joined again they are the same JSON: white space between tokens says nothing, and
    /// within a text JSON has no line end.
    ///
    /// - Throws: `unsendable` where a single token is longer than a line, or the bytes are no text.
    static func of(_ json: [UInt8]) throws(ClientError) -> [UInt8] {
        guard String(validating: json, as: UTF8.self) != nil else {
            throw .unsendable("the JSON is not UTF-8 text")
        }
        if json.contains(0) { throw .unsendable("the JSON holds a NUL character, which no line can") }
        var lines: [UInt8] = []
        lines.reserveCapacity(json.count + json.count / 1024)
        for line in json.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        where !line.allSatisfy(isBlank) {
            try append(line, to: &lines)
        }
        guard !lines.isEmpty else { throw .unsendable("there is no JSON: it is blank") }
        return lines
    }

    private static func append(_ line: ArraySlice<UInt8>, to lines: inout [UInt8]) throws(ClientError) {
        let limit = ProtocolVersion.requestLimit - 1
        var rest = line
        while rest.count > limit {
            guard let cut = lastCut(of: rest.prefix(limit)) else {
                throw .unsendable("a text in the JSON has more bytes than a line, \(limit): make it shorter")
            }
            let piece = rest[..<cut]
            // Of blanks alone nothing is left out but blanks.
            if !piece.allSatisfy(isBlank) {
                lines += piece
                lines.append(UInt8(ascii: "\n"))
            }
            rest = rest[cut...]
        }
        guard !rest.allSatisfy(isBlank) else { return }
        lines += rest
        lines.append(UInt8(ascii: "\n"))
    }

    /// Behind the last comma, colon, bracket or blank that stands outside of a text; `nil` where there is none. A line begins
    /// outside of one.
    private static func lastCut(of line: ArraySlice<UInt8>) -> Int? {
        var cut: Int?
        var (isInText, isEscaped) = (false, false)
        for index in line.indices {
            let byte = line[index]
            if isEscaped {
                isEscaped = false
            } else if isInText {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInText = false }
            } else if byte == UInt8(ascii: "\"") {
                isInText = true
            } else if ",:[]{}".utf8.contains(byte) || isBlank(byte) {
                cut = index + 1
            }
        }
        return cut
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
