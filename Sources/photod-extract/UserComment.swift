/// EXIF's UserComment (CIPA DC-008 §4.6.5): eight bytes that say how the text is coded, and the text.
enum UserComment {
    private static let codeLength = 8

    /// The text as bytes: UTF-16 begins with a byte order mark, everything else is for whoever decodes descriptions.
    ///
    /// - Parameter isBigEndian: the order of bytes in the EXIF block; `nil` where it is not known.
    static func text(of value: UnsafeRawBufferPointer, isBigEndian: Bool?) -> [UInt8] {
        guard value.count > codeLength else { return [] }
        let text = UnsafeRawBufferPointer(rebasing: value[codeLength...])
        if value.starts(with: "UNICODE".utf8) { return unicode(text, isBigEndian) }
        if value.starts(with: "ASCII".utf8) || value.prefix(codeLength).allSatisfy({ $0 == 0 || $0 == 0x20 })
        {
            return Array(text.trimmed { $0 == 0 || $0 == UInt8(ascii: " ") })
        }
        // ISO 2022, whose shifts nothing here follows. What is left of ASCII is worth having.
        if value.starts(with: "JIS\0".utf8) { return isASCII(text) ? Array(text.trimmed { $0 == 0 }) : [] }
        // Programs have been seen to leave the code out.
        return Array(value.trimmed { $0 == 0 || $0 == UInt8(ascii: " ") })
    }

    private static func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
        text.allSatisfy { $0 < 0x80 && $0 != 0x1B }
    }

    /// The standard does not say in which order the bytes stand: it is the block's, but for programs that always take
    /// the same. So the text is in the other order only where that makes much better sense.
    private static func unicode(_ text: UnsafeRawBufferPointer, _ isBigEndian: Bool?) -> [UInt8] {
        let used = text.utf16Text
        if used.isEmpty || used.starts(with: [0xFF, 0xFE]) || used.starts(with: [0xFE, 0xFF]) {
            return Array(used)
        }
        if isNarrow(text) { return Array(text.trimmed { $0 == 0 }) }
        let pages = (big: pages(used, highFirst: true), little: pages(used, highFirst: false))
        let isBig =
            switch isBigEndian {
            case true?: 2 * pages.big < 3 * pages.little
            case false?: 3 * pages.big <= 2 * pages.little
            case nil: pages.big <= pages.little
            }
        return (isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]) + Array(used)
    }

    /// Whether it is UTF-8 under a wrong name. Read so, UTF-16 has NULs in it, or bytes that end no sequence, or every
    /// second byte is a control character; of Chinese a word or two may be letters by chance, a sentence never is.
    private static func isNarrow(_ text: UnsafeRawBufferPointer) -> Bool {
        let used = text.trimmed { $0 == 0 }
        guard used.count >= 8 || text.count % 2 == 1, String(validating: used, as: UTF8.self) != nil else {
            return false
        }
        let controls = used.lazy.filter { $0 < 0x20 }
        let areSpaces = controls.allSatisfy { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return areSpaces && 4 * controls.count < used.count
    }

    /// How many of Unicode's 256 pages a text has signs of. The words of a language are on few; read in the wrong order
    /// they are scattered over many. The page of ASCII counts half, as nearly every text has some.
    private static func pages(_ text: UnsafeRawBufferPointer, highFirst: Bool) -> Int {
        var isUsed = [Bool](repeating: false, count: 256)
        for index in stride(from: highFirst ? 0 : 1, to: text.count, by: 2) {
            isUsed[Int(text[index])] = true
        }
        return isUsed.dropFirst().reduce(isUsed[0] ? 1 : 0) { $1 ? $0 + 2 : $0 }
    }
}
