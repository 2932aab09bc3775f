import LineProtocol

/// An object as readable `name: value` lines: inner objects indented, arrays of objects as small tables.
struct ObjectView {
    private var text = ""

    static func text(of value: JSONValue) -> String {
        var view = ObjectView()
        view.append(members: value.members ?? [], indent: 0)
        return view.text
    }

    private mutating func append(members: [JSONValue.Member], indent: Int) {
        let width = members.reduce(0) { max($0, DisplayWidth.of(Self.label($1.name))) }
        for member in members {
            let label = Self.label(member.name) + ":"
            switch member.value {
            case .object(let inner):
                line(label, indent)
                append(members: inner, indent: indent + 2)
            case .array(let elements):
                append(elements, label: label, indent: indent)
            default:
                let space = String(repeating: " ", count: width + 2 - DisplayWidth.of(label))
                line(label + space + PrintableText.sanitized(CellText.plain(member.value)), indent)
            }
        }
    }

    private mutating func append(_ elements: [JSONValue], label: String, indent: Int) {
        guard !elements.isEmpty else { return line("\(label) none", indent) }
        line(label, indent)
        guard elements.contains(where: { $0.members != nil }) else {
            for element in elements { line(PrintableText.sanitized(CellText.plain(element)), indent + 2) }
            return
        }
        // Columns in the order their names first occur.
        var names: [String] = []
        for member in elements.flatMap({ $0.members ?? [] }) where !names.contains(member.name) {
            names.append(member.name)
        }
        var table = Table(names.map { Table.Heading(text: Self.label($0), isNumeric: false) })
        for element in elements { table.append(names.map { CellText.plain(element[$0]) }) }
        text += table.text(indent: indent + 2)
    }

    private mutating func line(_ content: String, _ indent: Int) {
        text += String(repeating: " ", count: indent) + content + "\n"
    }

    /// `localTime` becomes `local time`.
    static func label(_ name: String) -> String {
        var words = ""
        var previousIsLower = false
        for character in PrintableText.sanitized(name) {
            if character.isUppercase, previousIsLower {
                words += " " + character.lowercased()
            } else {
                words.append(character)
            }
            previousIsLower = character.isLowercase
        }
        return words
    }
}
