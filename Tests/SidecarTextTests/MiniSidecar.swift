/// A sidecar as the tests understand it: a tree, made and read in another way than the library's, for sidecars that the
/// tests themselves have written. A property is `namespace name`, an element's content what lies in it.
struct MiniSidecar {
    final class Element {
        var name = ""
        var attributes: [(name: String, value: String, range: Range<Int>)] = []
        var children: [Element] = []
        var text = ""
        var start = 0
        var content = 0..<0
        var end = 0
        var isEmpty = false

        func first(_ name: String) -> Element? { children.first { $0.name == name } }
    }

    let bytes: [UInt8]
    private(set) var nodes: [Element] = []
    private var position = 0

    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns# "
    static let exif = "http://ns.adobe.com/exif/1.0/ "
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/ "
    static let basic = "http://ns.adobe.com/xap/1.0/ "
    static let dublinCore = "http://purl.org/dc/elements/1.1/ "

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var open: [(element: Element, prefixes: [String: String])] = [(Element(), ["xml": "xml"])]
        while position < bytes.count {
            let start = position
            if at("<!--") {
                skip("-->")
            } else if at("<?") {
                skip("?>")
            } else if at("<![CDATA[") {
                skip("]]>")
                open.last?.element.text += string(start + 9..<position - 3)
            } else if at("</") {
                skip(">")
                let element = open.removeLast().element
                element.content = element.content.lowerBound..<start
                element.end = position
            } else if at("<") {
                let element = begin(&open)
                open.last?.element.children.append(element.element)
                if !element.element.isEmpty { open.append(element) }
            } else {
                while position < bytes.count, !at("<") { position += 1 }
                open.last?.element.text += Self.resolved(string(start..<position))
            }
        }
        collect(open[0].element)
    }

    // MARK: Tree

    private mutating func begin(_ open: inout [(element: Element, prefixes: [String: String])]) -> (
        element: Element, prefixes: [String: String]
    ) {
        let element = Element()
        element.start = position
        position += 1
        let name = word()
        var prefixes = open.last?.prefixes ?? [:]
        var attributes: [(name: String, value: String, range: Range<Int>)] = []
        while true {
            while bytes[position].isSpace { position += 1 }
            if at("/") || at(">") { break }
            let start = position
            let name = word()
            while bytes[position].isSpace || at("=") { position += 1 }
            let quote = bytes[position]
            position += 1
            let value = position
            while bytes[position] != quote { position += 1 }
            position += 1
            attributes.append((name, Self.resolved(string(value..<position - 1)), start..<position))
        }
        for (name, value, _) in attributes {
            if name == "xmlns" { prefixes[""] = value }
            if name.hasPrefix("xmlns:") { prefixes[String(name.dropFirst(6))] = value }
        }
        element.isEmpty = at("/")
        position += element.isEmpty ? 2 : 1
        element.name = Self.expanded(name, prefixes)
        element.attributes = attributes.map { attribute in
            let isPlain = !attribute.name.contains(":") || attribute.name.hasPrefix("xmlns")
            return (
                isPlain ? attribute.name : Self.expanded(attribute.name, prefixes), attribute.value,
                attribute.range
            )
        }
        element.content = position..<position
        element.end = position
        return (element, prefixes)
    }

    private mutating func collect(_ root: Element) {
        var next = [root]
        while let element = next.popLast() {
            if element.name == Self.rdf + "Description" {
                nodes.append(element)
            } else {
                next += element.children.reversed()
            }
        }
    }

    private static func expanded(_ name: String, _ prefixes: [String: String]) -> String {
        let parts = name.split(separator: ":")
        if parts.count == 1 { return (prefixes[""] ?? "") + " " + name }
        return (prefixes[String(parts[0])] ?? "?") + " " + parts[1]
    }

    static func resolved(_ text: String) -> String {
        var result = ""
        for (index, part) in text.replacing("\r\n", with: "\n").split(
            separator: "&",
            omittingEmptySubsequences: false
        ).enumerated() {
            guard index > 0, let end = part.firstIndex(of: ";") else {
                result += part
                continue
            }
            let name = part[..<end]
            let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
            let number =
                name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
            let scalar = number.flatMap { Unicode.Scalar($0) }
            result += named[String(name)] ?? scalar.map { String(Character($0)) } ?? "?"
            result += part[part.index(after: end)...]
        }
        return result
    }

    private func at(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func skip(_ end: String) {
        while !at(end) { position += 1 }
        position += end.utf8.count
    }

    private mutating func word() -> String {
        let start = position
        while !bytes[position].isSpace, !at("/"), !at(">"), !at("=") { position += 1 }
        return string(start..<position)
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension UInt8 {
    var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
