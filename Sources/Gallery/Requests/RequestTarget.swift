import PhotoModel

/// What a request asks for: the parts of its path, decoded, and its query in the order it was written.
struct RequestTarget: Hashable, Sendable {
    struct Parameter: Hashable, Sendable {
        let name: String
        let value: String
    }

    let path: [String]
    let query: [Parameter]
    /// The first part of the query, as it was sent, that is no text; the others are in `query`.
    let unreadable: String?
    /// As they were sent, to send a browser to the same address.
    private let rawPath: String

    /// `nil` for what no page of ours asks: a path that climbs, hides a slash or a NUL, or is no text.
    init?(_ target: String) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let rawPath = parts.first, rawPath.first == "/", !rawPath.contains("#"), !rawPath.contains("\\")
        else { return nil }
        var path: [String] = []
        if rawPath != "/" {
            for part in rawPath.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
                guard let name = Self.component(part) else { return nil }
                path.append(name)
            }
        }
        self.path = path
        (query, unreadable) = Self.query(parts.count > 1 ? parts[1] : "")
        self.rawPath = String(rawPath)
    }

    /// The value of a parameter, the first where there are several.
    subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// The same address without a parameter, as it was written else.
    func without(_ name: String) -> String {
        let rest = query.filter { $0.name != name }
        guard !rest.isEmpty else { return rawPath }
        let text = rest.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
        return "\(rawPath)?\(text)"
    }

    /// `nil` where it is empty, leads elsewhere, or holds what no name holds.
    private static func component(_ raw: Substring) -> String? {
        guard let bytes = PercentEncoding.decode(raw.utf8),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        guard !text.isEmpty, text != ".", text != ".." else { return nil }
        let isPlain = bytes.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
        }
        return isPlain ? text : nil
    }

    private static func query(_ raw: Substring) -> (parameters: [Parameter], unreadable: String?) {
        var parameters: [Parameter] = []
        var unreadable: String?
        for pair in raw.split(separator: "&") {
            let equals = pair.firstIndex(of: "=") ?? pair.endIndex
            guard let name = value(pair[..<equals]), let value = value(pair[equals...].dropFirst()) else {
                unreadable = unreadable ?? String(pair)
                continue
            }
            parameters.append(Parameter(name: name, value: value))
        }
        return (parameters, unreadable)
    }

    /// As forms are encoded, which is how browsers write queries: a plus is a blank.
    private static func value(_ raw: Substring) -> String? {
        let spaced = raw.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return PercentEncoding.decode(spaced).flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func escaped(_ text: String) -> String { PercentEncoding.encode(text.utf8) }
}
