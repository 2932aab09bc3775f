import LineProtocol

/// What a screen has open, as people see it: a line a node, its children indented below it.
struct TreeView {
    /// Columns of the terminal that the value of a property takes at most.
    private static let valueLimit = 48

    private var text = ""

    static func text(of screen: JSONValue) -> String {
        var view = TreeView()
        view.line(CellText.plain(screen["screen"]), 0)
        let topmost = screen["topmost"]?.string
        if let root = screen["root"], root != .null { view.append(root, "root", 1, topmost) }
        for (name, label) in [("modals", "modal"), ("overlays", "overlay")] {
            for layer in screen[name]?.array ?? [] { view.append(layer, label, 1, topmost) }
        }
        if view.lineCount == 1 { view.line("the gallery as it is", 1) }
        return view.text
    }

    private var lineCount = 0

    /// - Parameter label: what it is of the screen; empty for a child.
    private mutating func append(_ node: JSONValue, _ label: String, _ depth: Int, _ topmost: String?) {
        var words = [label, CellText.plain(node["type"]), CellText.plain(node["id"])]
        let data = node["data"]
        if let name = data?["name"]?.string { words.append(name) }
        words += (data?["passProps"]?.members ?? []).map { property in
            let value = DisplayWidth.truncated(CellText.plain(property.value), to: Self.valueLimit)
            return "\(property.name)=\(value)"
        }
        if let topmost, node["id"]?.string == topmost { words.append("← topmost") }
        line(words.filter { !$0.isEmpty }.joined(separator: " "), depth)
        for child in node["children"]?.array ?? [] { append(child, "", depth + 1, topmost) }
    }

    private mutating func line(_ content: String, _ depth: Int) {
        text += String(repeating: "  ", count: depth) + PrintableText.sanitized(content) + "\n"
        lineCount += 1
    }
}
