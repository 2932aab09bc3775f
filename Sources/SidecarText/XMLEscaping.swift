/// Texts as they stand in XML.
enum XMLEscaping {
    /// Between tags. A carriage return would be read as a line feed, so that it becomes a reference.
    static func content(_ text: [UInt8]) -> [UInt8] { escaped(text) { _ in nil } }

    /// Within those quotation marks. Tabs and line ends would be read as spaces, so that they become references.
    static func attribute(_ text: [UInt8], quote: UInt8) -> [UInt8] {
        escaped(text) { byte in
            switch byte {
            case UInt8(ascii: "\"") where quote == byte: "&quot;"
            case UInt8(ascii: "'") where quote == byte: "&#39;"
            case 0x09: "&#x9;"
            case 0x0A: "&#xA;"
            default: nil
            }
        }
    }

    /// - Parameter more: what else becomes a reference.
    private static func escaped(_ text: [UInt8], _ more: (UInt8) -> String?) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            // Else `]]>` could come to stand there, which XML forbids between tags.
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case 0x0D: result += "&#xD;".utf8
            default: if let reference = more(byte) { result += reference.utf8 } else { result.append(byte) }
            }
        }
        return result
    }
}
