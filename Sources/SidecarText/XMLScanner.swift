/// Splits an XML document into tags and the text between them and stops at whatever XML forbids (XML 1.0, without
/// document types). The project's reader goes on behind errors, which is right for reading and wrong for writing:
/// where two programs may disagree on what a text means, no place in it is safe to be changed.
///
/// That tags pair is for the caller to see.
struct XMLScanner {
    enum Token {
        /// The tag's attributes are in `attributes` until the next token is asked for.
        case opening(XMLElement)
        case closing(name: Range<Int>, whole: Range<Int>)
        /// With references such as `&amp;` in it.
        case text(Range<Int>)
        /// A CDATA section's content: text without references.
        case verbatim(Range<Int>)
    }

    let bytes: [UInt8]
    var position: Int
    /// Of the opening tag that came last.
    var attributes: [XMLAttribute] = []
    /// Behind a byte order mark.
    private let start: Int

    /// - Parameter bytes: characters that `XMLCharacters` has no objection to.
    init(_ bytes: [UInt8], at position: Int? = nil) {
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.position = position ?? start
    }

    /// The next token; `nil` at the end. Comments and processing instructions are passed over.
    mutating func next() throws(SidecarTextError) -> Token? {
        while position < bytes.count {
            guard current == UInt8(ascii: "<") else { return .text(try text()) }
            switch bytes.byte(at: position + 1) {
            case UInt8(ascii: "?"): try skipInstruction()
            case UInt8(ascii: "/"): return try closing()
            case UInt8(ascii: "!"):
                if has("<![CDATA[") { return .verbatim(try section()) }
                if has("<!DOCTYPE") { throw .hasDocumentType }
                guard has("<!--") else { throw failure("\"<!\" begins nothing that is known") }
                try skipComment()
            default: return .opening(try opening())
            }
        }
        return nil
    }

    var current: UInt8 { bytes.byte(at: position) }

    /// - Parameter offset: where it is; the scanner's position unless it is told.
    func failure(_ reason: String, at offset: Int? = nil) -> SidecarTextError {
        let line = bytes.prefix(offset ?? position).count { $0 == 0x0A } + 1
        return .notXML(reason: reason, line: line)
    }

    // MARK: Between tags

    private mutating func text() throws(SidecarTextError) -> Range<Int> {
        let start = position
        while position < bytes.count, current != UInt8(ascii: "<") {
            if current == UInt8(ascii: "]"), has("]]>") {
                throw failure("\"]]>\" stands outside of a CDATA section")
            }
            try skipCharacter()
        }
        return start..<position
    }

    private mutating func section() throws(SidecarTextError) -> Range<Int> {
        let opening = position
        position += 9
        let start = position
        guard skip(to: "]]>") else { throw failure("a CDATA section does not end", at: opening) }
        position += 3
        return start..<position - 3
    }

    private mutating func skipComment() throws(SidecarTextError) {
        let opening = position
        position += 4
        guard skip(to: "--") else { throw failure("a comment does not end", at: opening) }
        guard has("-->") else { throw failure("\"--\" stands in a comment") }
        position += 3
    }

    private mutating func skipInstruction() throws(SidecarTextError) {
        let opening = position
        position += 2
        let name = try name()
        let target = bytes[name]
        let isDeclaration = target.map { $0 | 0x20 }.reads("xml")
        guard current.isMarkupSpace || has("?>") else {
            throw failure("the name of a processing instruction does not end")
        }
        guard skip(to: "?>") else { throw failure("a processing instruction does not end", at: opening) }
        if isDeclaration {
            guard opening == start, target.reads("xml") else {
                throw failure("an XML declaration does not stand at the beginning", at: opening)
            }
            try checkEncoding(name.upperBound..<position)
        }
        position += 2
    }

    /// - Parameter range: what is between `<?xml` and `?>`.
    private func checkEncoding(_ range: Range<Int>) throws(SidecarTextError) {
        var scanner = XMLScanner(bytes, at: range.lowerBound)
        while let attribute = try scanner.attribute(before: range.upperBound) {
            guard bytes[attribute.name].reads("encoding") else { continue }
            let encoding = bytes[attribute.value].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            if encoding.reads("utf-8") || encoding.reads("utf8") || encoding.reads("us-ascii") { continue }
            let name = String(decoding: encoding.prefix(40), as: UTF8.self)
            throw .unsupportedEncoding(found: "the encoding \"\(name)\"")
        }
    }

    // MARK: Bytes

    func has(_ text: StaticString) -> Bool {
        guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
        return bytes[position..<position + text.utf8CodeUnitCount].reads(text)
    }

    /// Goes to where `end` begins; `false` where it does not come.
    private mutating func skip(to end: StaticString) -> Bool {
        let first = end.withUTF8Buffer { $0.first }
        while position < bytes.count {
            if current == first, has(end) { return true }
            position += 1
        }
        return false
    }

    /// Passes over one byte of text, or a reference.
    mutating func skipCharacter() throws(SidecarTextError) {
        if current == UInt8(ascii: "&") { try skipReference() } else { position += 1 }
    }

    /// `&amp;`, `&#233;`, `&#xE9;` and their like. Others would need a document type.
    private mutating func skipReference() throws(SidecarTextError) {
        // The longest is `&#x10FFFF;`; zeros may stand before, as far as the reader follows them.
        let limit = Swift.min(bytes.count, position + 16)
        guard let end = bytes[position..<limit].firstIndex(of: UInt8(ascii: ";")) else {
            throw failure("\"&\" begins no reference; alone it is written \"&amp;\"")
        }
        guard Self.isReference(bytes[position + 1..<end]) else {
            throw failure("a reference (\"&…;\") stands for nothing")
        }
        position = end + 1
    }

    private static func isReference(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.first == UInt8(ascii: "#") else {
            let named: [StaticString] = ["amp", "lt", "gt", "quot", "apos"]
            return named.contains { name.reads($0) }
        }
        let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        // Swift would take a sign too.
        guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(number)
        else { return false }
        return XMLCharacters.isAllowed(scalar)
    }
}
