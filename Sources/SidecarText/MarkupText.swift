/// The text that stands for itself in XML: references are resolved, line ends are one.
package struct MarkupText {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// More than any fact may have.
    private static let lengthLimit = 64 << 10
    /// In UTF-8.
    private static let longestLetter = 4

    /// - Parameter isAttribute: line ends and tabs in attributes are spaces (XML 1.0 §3.3.3).
    package mutating func append(
        _ text: UnsafeRawBufferPointer,
        isVerbatim: Bool = false,
        isAttribute: Bool = false
    ) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            // A letter begins only where it has room whole: half of one would make all of the text another encoding's.
            let isWithin = byte & 0xC0 == 0x80
            guard bytes.count < (isWithin ? Self.lengthLimit : Self.lengthLimit - Self.longestLetter + 1)
            else { break }
            if byte == UInt8(ascii: "&"), !isVerbatim, let (scalar, end) = Self.reference(text, at: index) {
                bytes.append(contentsOf: Unicode.UTF8.encode(scalar).map(Array.init) ?? [])
                index = end
                continue
            }
            index += 1
            if isAttribute, byte.isMarkupSpace {
                bytes.append(UInt8(ascii: " "))
            } else if byte != 0x0D {
                bytes.append(byte)
            } else if index == text.count || text[index] != 0x0A {
                bytes.append(0x0A)
            }
        }
    }

    /// Without white space at its ends; in UTF-8, and taken for Windows' Latin where it is none.
    package var value: [UInt8] {
        guard let first = bytes.firstIndex(where: { !$0.isMarkupSpace }),
            let last = bytes.lastIndex(where: { !$0.isMarkupSpace })
        else { return [] }
        let text = bytes[first...last]
        if String(validating: text, as: UTF8.self) != nil { return Array(text) }
        return Array(String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })).utf8)
    }

    /// `&amp;`, `&#233;`, `&#xE9;`, and the position behind it. `nil` for what is none: the `&` then stands for itself.
    private static func reference(_ text: UnsafeRawBufferPointer, at start: Int) -> (Unicode.Scalar, Int)? {
        // The longest is `&#x10FFFF;`; zeros may stand before.
        let limit = min(text.count, start + 16)
        guard let end = text[start..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: text[(start + 1)..<end], as: UTF8.self)
        if let scalar = named[name] { return (scalar, end + 1) }
        guard name.first == "#" else { return nil }
        let isHexadecimal = name.dropFirst().first == "x" || name.dropFirst().first == "X"
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), number != 0,
            let scalar = Unicode.Scalar(number)
        else { return nil }
        return (scalar, end + 1)
    }

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
}
