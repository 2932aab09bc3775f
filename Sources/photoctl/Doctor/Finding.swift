import LineProtocol

/// One thing that was looked at, and what is to be done about it.
struct Finding: Equatable, Sendable {
    enum State: String, Sendable {
        case ok
        /// What was looked at works, but not as well as it could, or not for long.
        case warning
        /// What was looked at does not work.
        case error
    }

    let state: State
    let subject: String
    let text: String
    /// A command to paste; `nil` where nothing is to be done.
    let remedy: String?

    static func ok(_ subject: String, _ text: String) -> Finding {
        Finding(state: .ok, subject: subject, text: text, remedy: nil)
    }

    static func warning(_ subject: String, _ text: String, remedy: String) -> Finding {
        Finding(state: .warning, subject: subject, text: text, remedy: remedy)
    }

    static func error(_ subject: String, _ text: String, remedy: String) -> Finding {
        Finding(state: .error, subject: subject, text: text, remedy: remedy)
    }

    /// `{"subject","state","text","remedy"}`, the last only where there is one, with a line end.
    var jsonLine: [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.member("subject", subject)
        json.member("state", state.rawValue)
        json.member("text", text)
        if let remedy { json.member("remedy", remedy) }
        json.endObject()
        json.endLine()
        return json.bytes
    }

    /// For people: the finding on a line, the remedy on the next.
    func lines(subjectWidth: Int) -> String {
        let mark = state.rawValue + String(repeating: " ", count: max(0, 7 - state.rawValue.count))
        let padding = String(repeating: " ", count: max(0, subjectWidth - DisplayWidth.of(subject)))
        let first = "\(mark)  \(subject)\(padding)  \(PrintableText.sanitized(text))\n"
        guard let remedy else { return first }
        return first + "         \(PrintableText.sanitized(remedy))\n"
    }
}
