/// An element, or as much of it as is known yet.
struct XMLElement {
    let name: Range<Int>
    /// From `<` to behind `>`.
    let tag: Range<Int>
    /// The element ends in itself: `<a/>`.
    let isEmpty: Bool
    /// Where the element's closing tag begins; for an empty one the end.
    var contentEnd: Int
    var end: Int

    var content: Range<Int> { tag.upperBound..<contentEnd }
    var whole: Range<Int> { tag.lowerBound..<end }
}

struct XMLAttribute {
    let name: Range<Int>
    /// Between its quotation marks, with references in it.
    let value: Range<Int>

    var whole: Range<Int> { name.lowerBound..<value.upperBound + 1 }
}

extension XMLScanner {
    /// The attributes of an element that was scanned before.
    static func attributes(of element: XMLElement, in bytes: [UInt8]) -> [XMLAttribute] {
        var scanner = XMLScanner(bytes, at: element.tag.lowerBound)
        let tag = try? scanner.opening()
        return tag == nil ? [] : scanner.attributes
    }

    mutating func opening() throws(SidecarTextError) -> XMLElement {
        let start = position
        position += 1
        let name = try name()
        attributes.removeAll(keepingCapacity: true)
        while let attribute = try attribute(before: bytes.count) { attributes.append(attribute) }
        try checkRepetition()
        let isEmpty = current == UInt8(ascii: "/")
        if isEmpty { position += 1 }
        guard current == UInt8(ascii: ">") else { throw failure("a tag does not end", at: start) }
        position += 1
        return XMLElement(
            name: name,
            tag: start..<position,
            isEmpty: isEmpty,
            contentEnd: position,
            end: position
        )
    }

    mutating func closing() throws(SidecarTextError) -> Token {
        let start = position
        position += 2
        let name = try name()
        skipSpaces(before: bytes.count)
        guard current == UInt8(ascii: ">") else { throw failure("a closing tag does not end", at: start) }
        position += 1
        return .closing(name: name, whole: start..<position)
    }

    /// The next attribute; `nil` where none follows.
    mutating func attribute(before end: Int) throws(SidecarTextError) -> XMLAttribute? {
        let start = position
        skipSpaces(before: end)
        guard position < end, current != UInt8(ascii: "/"), current != UInt8(ascii: ">") else { return nil }
        guard position > start else { throw failure("a space is missing before an attribute") }
        let name = try name()
        skipSpaces(before: end)
        guard current == UInt8(ascii: "=") else { throw failure("an attribute has no value") }
        position += 1
        skipSpaces(before: end)
        let quote = current
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw failure("an attribute's value stands without quotation marks")
        }
        let opening = position
        position += 1
        while position < end, current != quote {
            if current == UInt8(ascii: "<") { throw failure("\"<\" stands in an attribute's value") }
            try skipCharacter()
        }
        guard position < end else { throw failure("an attribute's value does not end", at: opening) }
        position += 1
        return XMLAttribute(name: name, value: opening + 1..<position - 1)
    }

    /// A name with a prefix or without (Namespaces in XML 1.0, §4).
    mutating func name() throws(SidecarTextError) -> Range<Int> {
        let start = position
        var colons = 0
        guard current.beginsName else { throw failure("a name is expected here") }
        while current.continuesName || current == UInt8(ascii: ":") {
            if current == UInt8(ascii: ":") {
                colons += 1
                guard colons == 1, bytes.byte(at: position + 1).beginsName else {
                    throw failure("a name has a colon too many")
                }
            }
            position += 1
        }
        return start..<position
    }

    private mutating func skipSpaces(before end: Int) {
        while position < end, current.isMarkupSpace { position += 1 }
    }

    /// No attribute may stand in a tag twice.
    private func checkRepetition() throws(SidecarTextError) {
        guard attributes.count > 1 else { return }
        var names: Set<ArraySlice<UInt8>> = []
        for attribute in attributes where !names.insert(bytes[attribute.name]).inserted {
            throw failure("an attribute stands in a tag twice", at: attribute.name.lowerBound)
        }
    }
}

extension UInt8 {
    /// Letters beyond ASCII are not told from other characters there.
    fileprivate var beginsName: Bool {
        self == UInt8(ascii: "_") || self >= 0x80 || (0x61...0x7A).contains(self | 0x20) && self < 0x80
    }

    fileprivate var continuesName: Bool {
        beginsName || (0x30...0x39).contains(self) || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}
