import JSON
import PhotoModel

/// What only identity documents have.
extension JSONReader {
    /// `nil` unless the text is `UUID/L0/001` or a bare UUID.
    func assetID(_ text: Text) -> AssetID? {
        // AssetID's own reading takes any text; for the form the daemon writes this is several times as fast.
        let start = text.range.lowerBound
        if text.range.count == AssetID.textLength, text.isPlain, isSuffix(start + 36),
            let first = hexadecimal(start, 8), let second = hexadecimal(start + 9, 4),
            let third = hexadecimal(start + 14, 4), let fourth = hexadecimal(start + 19, 4),
            let fifth = hexadecimal(start + 24, 12),
            bytes[start + 8] == UInt8(ascii: "-"), bytes[start + 13] == UInt8(ascii: "-"),
            bytes[start + 18] == UInt8(ascii: "-"), bytes[start + 23] == UInt8(ascii: "-")
        {
            return AssetID(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
        }
        return string(text).flatMap { AssetID($0) }
    }

    func fingerprint(_ text: Text) -> Fingerprint? {
        guard text.range.count == 32, text.isPlain,
            let high = hexadecimal(text.range.lowerBound, 16),
            let low = hexadecimal(text.range.lowerBound + 16, 16)
        else { return nil }
        return Fingerprint(high: high, low: low)
    }

    /// `count` hexadecimal digits from `start` on. The caller has checked the length.
    private func hexadecimal(_ start: Int, _ count: Int) -> UInt64? {
        var value: UInt64 = 0
        for index in start..<start + count {
            guard let digit = HexDigit.value(bytes[index]) else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
    }

    /// Whether the seven bytes from `start` on, which the caller knows to exist, are an id's ending.
    private func isSuffix(_ start: Int) -> Bool {
        bytes[start] == UInt8(ascii: "/") && bytes[start + 1] == UInt8(ascii: "L")
            && bytes[start + 2] == UInt8(ascii: "0") && bytes[start + 3] == UInt8(ascii: "/")
            && bytes[start + 4] == UInt8(ascii: "0") && bytes[start + 5] == UInt8(ascii: "0")
            && bytes[start + 6] == UInt8(ascii: "1")
    }
}
