/// EXIF's UserComment (CIPA DC-008 §4.6.5): eight bytes that say how the text is coded, and the text.
enum UserComment {
    private static let codeLength = 8

    /// The text as bytes: UTF-16 begins with a byte order mark, everything else is for whoever decodes descriptions.
    static func text(of value: UnsafeRawBufferPointer) -> [UInt8] {
        guard value.count > codeLength else { return [] }
        let text = UnsafeRawBufferPointer(rebasing: value[codeLength...])
        if value.starts(with: "UNICODE".utf8) { return unicode(text) }
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

    /// The standard does not say in which order the bytes stand, and programs have taken it either way, whatever the
    /// order of the block: most texts have more zeros where the high bytes are.
    private static func unicode(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        let used = text.utf16Text
        if used.starts(with: [0xFF, 0xFE]) || used.starts(with: [0xFE, 0xFF]) { return Array(used) }
        var zeros = (even: 0, odd: 0)
        for index in 0..<used.count where used[index] == 0 {
            if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
        }
        if used.isEmpty { return [] }
        // Text without any zero at all is UTF-8 under a wrong name.
        if zeros.even == 0, zeros.odd == 0, String(validating: used, as: UTF8.self) != nil {
            return Array(used)
        }
        return (zeros.even > zeros.odd ? [0xFE, 0xFF] : [0xFF, 0xFE]) + Array(used)
    }
}
