extension MiniSidecar {
    /// All texts of a property, wherever it stands.
    func texts(_ name: String) -> [[String]] {
        nodes.flatMap { node -> [[String]] in
            let attributes = node.attributes.filter { $0.name == name }.map { Self.nonEmpty([$0.value]) }
            return attributes + node.children.filter { $0.name == name }.map(Self.texts)
        }
    }

    /// The one that counts.
    func text(_ name: String) -> String? { texts(name).compactMap(\.first).first }

    func list(_ name: String) -> [String]? { texts(name).first { !$0.isEmpty } }

    /// Of an element: the default language first, then the others in their order.
    private static func texts(_ element: Element) -> [String] {
        let arrays = element.children.filter { [rdf + "Alt", rdf + "Bag", rdf + "Seq"].contains($0.name) }
        let items = arrays.flatMap { $0.children.filter { $0.name == rdf + "li" } }
        guard !items.isEmpty else { return nonEmpty([value(element)]) }
        let defaults = items.filter(isDefault)
        return nonEmpty((defaults + items.filter { !isDefault($0) }).map(value))
    }

    private static func value(_ element: Element) -> String {
        let attributes = [rdf + "value", rdf + "resource"]
        if let attribute = element.attributes.first(where: { attributes.contains($0.name) }) {
            return attribute.value
        }
        if let value = element.first(rdf + "value") { return value.text }
        return element.first(rdf + "Description").map(value) ?? element.text
    }

    private static func isDefault(_ item: Element) -> Bool {
        item.attributes.contains { $0.name == "xml lang" && $0.value.lowercased() == "x-default" }
    }

    private static func nonEmpty(_ texts: [String]) -> [String] {
        texts.map { text in
            let bytes = Array(text.utf8)
            guard let first = bytes.firstIndex(where: { !$0.isSpace }),
                let last = bytes.lastIndex(where: { !$0.isSpace })
            else { return "" }
            return String(decoding: bytes[first...last], as: UTF8.self)
        }.filter { !$0.isEmpty }
    }

    // MARK: What is left

    /// The bytes without those properties and the white space before them, and without declarations on their nodes.
    ///
    /// - Parameter multilingual: of these only the default language is left out.
    func without(_ names: Set<String>, multilingual: Set<String>) -> String {
        var cuts: [(range: Range<Int>, text: String)] = []
        func cut(_ range: Range<Int>, _ text: String = "") {
            var start = range.lowerBound
            while start > 0, bytes[start - 1].isSpace { start -= 1 }
            cuts.append((start..<range.upperBound, text))
        }
        for node in nodes {
            for attribute in node.attributes
            where names.contains(attribute.name) || attribute.name.hasPrefix("xmlns") {
                cut(attribute.range)
            }
            let others = { (child: Element) in
                multilingual.contains(child.name) ? Self.otherLanguages(child) : []
            }
            let cutChildren = node.children.filter { names.contains($0.name) }
            if cutChildren.allSatisfy({ others($0).isEmpty }), isBlank(node.content, except: cutChildren) {
                // Opened or not, it holds nothing.
                cut((node.isEmpty ? node.end - 2 : node.content.lowerBound - 1)..<node.end, "/>")
                continue
            }
            for child in cutChildren {
                cut(child.start..<child.end, others(child).map { string($0.start..<$0.end) }.joined())
            }
        }
        var result = ""
        var position = 0
        for (range, text) in cuts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += string(position..<max(position, range.lowerBound)) + text
            position = range.upperBound
        }
        return result + string(position..<bytes.count)
    }

    private func isBlank(_ range: Range<Int>, except children: [Element]) -> Bool {
        var position = range.lowerBound
        for child in children {
            guard bytes[position..<child.start].allSatisfy(\.isSpace) else { return false }
            position = child.end
        }
        return bytes[position..<range.upperBound].allSatisfy(\.isSpace)
    }

    private static func otherLanguages(_ property: Element) -> [Element] {
        guard let alternatives = property.first(rdf + "Alt") else { return [] }
        return alternatives.children.filter { item in
            item.attributes.contains { $0.name == "xml lang" } && !isDefault(item)
        }
    }
}
