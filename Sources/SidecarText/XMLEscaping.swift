/// Texts as they stand in XML.
enum XMLEscaping {
    /// Between tags. A carriage return would be read as a line feed, so that it becomes a reference.
    static func content(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            // Else `]]>` could come to stand there, which XML forbids.
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case 0x0D: result += "&#xD;".utf8
            default: result.append(byte)
            }
        }
        return result
    }

    /// Within those quotation marks. Tabs and line ends would be read as spaces, so that they become references.
    static func attribute(_ text: [UInt8], quote: UInt8) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "\"") where quote == byte: result += "&quot;".utf8
            case UInt8(ascii: "'") where quote == byte: result += "&#39;".utf8
            case 0x09: result += "&#x9;".utf8
            case 0x0A: result += "&#xA;".utf8
            case 0x0D: result += "&#xD;".utf8
            default: result.append(byte)
            }
        }
        return result
    }
}
