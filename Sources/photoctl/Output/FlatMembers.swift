import LineProtocol

/// An object as a flat list: `progress.done`, `roots.0.path`.
enum FlatMembers {
    static func of(_ value: JSONValue) -> [(name: String, text: String)] {
        var result: [(name: String, text: String)] = []
        append(value, prefix: "", to: &result)
        return result
    }

    private static func append(
        _ value: JSONValue,
        prefix: String,
        to result: inout [(name: String, text: String)]
    ) {
        switch value {
        case .object(let members):
            for member in members { append(member.value, prefix: join(prefix, member.name), to: &result) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                append(element, prefix: join(prefix, String(index)), to: &result)
            }
        default: result.append((prefix, CellText.plain(value)))
        }
    }

    private static func join(_ prefix: String, _ name: String) -> String {
        prefix.isEmpty ? name : "\(prefix).\(name)"
    }
}
