import SidecarText

/// Splits XML into tags and the text between them, front to back, and goes on behind whatever is none: a stray `<` or
/// `&` is text, a quotation mark without its other half quotes nothing. Each byte is looked at a bounded number of times,
/// whatever it is.
struct MarkupScanner {
    enum Piece {
        /// `isEmpty`: it ends in itself, `<a/>`.
        case opening(name: Range<Int>, attributes: Range<Int>, isEmpty: Bool)
        case closing(name: Range<Int>)
        /// With references such as `&amp;` in it.
        case text(Range<Int>)
        /// A CDATA section: text without references.
        case verbatim(Range<Int>)
    }

    struct Attribute {
        let name: Range<Int>
        /// With references in it.
        let value: Range<Int>
    }

    let bytes: UnsafeRawBufferPointer
    private var position = 0
    /// Whether no more of them follow, double and single.
    private var isOutOfQuotes = (double: false, single: false)

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The next piece; `nil` at the end. Comments, declarations and processing instructions are passed over.
    mutating func next() -> Piece? {
        while position < bytes.count {
            let start = position
            guard beginsMarkup(at: position) else {
                position += 1
                while position < bytes.count, !beginsMarkup(at: position) { position += 1 }
                return .text(start..<position)
            }
            switch bytes[position + 1] {
            case UInt8(ascii: "?"): skip(behind: "?>")
            case UInt8(ascii: "!"):
                if has("<![CDATA[", at: position) {
                    position += 9
                    let start = position
                    skip(behind: "]]>")
                    let isClosed = position - start >= 3 && has("]]>", at: position - 3)
                    return .verbatim(start..<(isClosed ? position - 3 : position))
                }
                skip(behind: has("<!--", at: position) ? "-->" : ">")
            case UInt8(ascii: "/"): return closing()
            default: return opening()
            }
        }
        return nil
    }

    /// The attributes of an opening tag, until one makes no sense.
    static func attributes(
        of bytes: UnsafeRawBufferPointer,
        in range: Range<Int>,
        _ body: (Attribute) -> Void
    ) {
        var index = range.lowerBound
        func skipSpaces() {
            while index < range.upperBound, bytes[index].isMarkupSpace { index += 1 }
        }
        while true {
            skipSpaces()
            let start = index
            while index < range.upperBound, bytes[index] != UInt8(ascii: "="), !bytes[index].isMarkupSpace {
                index += 1
            }
            let name = start..<index
            skipSpaces()
            guard !name.isEmpty, index < range.upperBound, bytes[index] == UInt8(ascii: "=") else { return }
            index += 1
            skipSpaces()
            guard index < range.upperBound, bytes[index].isQuotationMark else { return }
            let quote = bytes[index]
            index += 1
            let valueStart = index
            while index < range.upperBound, bytes[index] != quote { index += 1 }
            guard index < range.upperBound else { return }
            body(Attribute(name: name, value: valueStart..<index))
            index += 1
        }
    }

    // MARK: Tags

    private mutating func opening() -> Piece {
        position += 1
        let name = readName()
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            if bytes[position].isQuotationMark, let end = endOfQuote(at: position) {
                position = end
            } else {
                position += 1
            }
        }
        let isEmpty = position > start && bytes[position - 1] == UInt8(ascii: "/")
        let attributes = start..<(isEmpty ? position - 1 : position)
        position = min(position + 1, bytes.count)
        return .opening(name: name, attributes: attributes, isEmpty: isEmpty)
    }

    private mutating func closing() -> Piece {
        position += 2
        let name = readName()
        skip(behind: ">")
        return .closing(name: name)
    }

    private mutating func readName() -> Range<Int> {
        let start = position
        while position < bytes.count, !bytes[position].endsMarkupName { position += 1 }
        return start..<position
    }

    /// The position behind the quotation mark that answers the one at `start`.
    private mutating func endOfQuote(at start: Int) -> Int? {
        let isDouble = bytes[start] == UInt8(ascii: "\"")
        if isDouble ? isOutOfQuotes.double : isOutOfQuotes.single { return nil }
        if let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) { return end + 1 }
        if isDouble { isOutOfQuotes.double = true } else { isOutOfQuotes.single = true }
        return nil
    }

    // MARK: Bytes

    private func beginsMarkup(at index: Int) -> Bool {
        guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { return false }
        let next = bytes[index + 1]
        return next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || next == UInt8(ascii: "/")
            || next == UInt8(ascii: "_") || next >= 0x80
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
    }

    /// Goes on behind `end`, or at the end of everything where it does not come.
    private mutating func skip(behind end: StaticString) {
        while position < bytes.count {
            if has(end, at: position) {
                position += end.utf8CodeUnitCount
                return
            }
            position += 1
        }
    }

    private func has(_ text: StaticString, at start: Int) -> Bool {
        guard bytes.count - start >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in text.indices.allSatisfy { bytes[start + $0] == text[$0] } }
    }
}

extension UInt8 {
    fileprivate var isQuotationMark: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

    fileprivate var endsMarkupName: Bool {
        isMarkupSpace || self == UInt8(ascii: ">") || self == UInt8(ascii: "/") || self == UInt8(ascii: "<")
    }
}
