/// Which characters XML 1.0 can hold (§2.2): of the control characters only tab and line ends, and neither U+FFFE nor
/// U+FFFF.
enum XMLCharacters {
    enum Flaw {
        case notUTF8
        case forbidden
    }

    /// The first of a document's bytes that begins no such character in UTF-8.
    static func firstFlaw(in bytes: [UInt8]) -> (flaw: Flaw, offset: Int)? {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                guard byte >= 0x20 || byte.isMarkupSpace else { return (.forbidden, index) }
                index += 1
                continue
            }
            guard let length = length(of: bytes, at: index) else { return (.notUTF8, index) }
            if byte == 0xEF, bytes.byte(at: index + 1) == 0xBF, bytes.byte(at: index + 2) >= 0xBE {
                return (.forbidden, index)
            }
            index += length
        }
        return nil
    }

    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0x00..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    /// Of a sequence of several bytes; `nil` where it is none (RFC 3629 §4).
    private static func length(of bytes: [UInt8], at index: Int) -> Int? {
        let second = bytes.byte(at: index + 1)
        let length: Int
        let seconds: ClosedRange<UInt8>
        switch bytes.byte(at: index) {
        case 0xC2...0xDF: (length, seconds) = (2, 0x80...0xBF)
        case 0xE0: (length, seconds) = (3, 0xA0...0xBF)
        case 0xED: (length, seconds) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, seconds) = (3, 0x80...0xBF)
        case 0xF0: (length, seconds) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, seconds) = (4, 0x80...0xBF)
        case 0xF4: (length, seconds) = (4, 0x80...0x8F)
        default: return nil
        }
        guard seconds.contains(second) else { return nil }
        for next in index + 2..<index + length where bytes.byte(at: next) & 0xC0 != 0x80 {
            return nil
        }
        return length
    }
}

extension UInt8 {
    /// White space to XML.
    @inlinable package var isMarkupSpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
    }
}
