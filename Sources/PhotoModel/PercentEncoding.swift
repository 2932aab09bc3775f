/// Percent-encoding that is exact for any legal file name: every byte outside RFC 3986's unreserved set, and `/`,
/// becomes `%XX`.
public enum PercentEncoding {
    /// `true` for the bytes that stand for themselves.
    @inlinable
    public static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    @inlinable
    public static func append(_ raw: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        for byte in raw {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 0xF))
            }
        }
    }

    /// Calls `body` with the three bytes that stand for `byte`.
    public static func withEscape(of byte: UInt8, _ body: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeBytes(of: (UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0xF)), body)
    }

    public static func encode(_ raw: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        append(raw, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `nil` where a `%` is not followed by two hexadecimal digits or the result holds NUL.
    @inlinable
    public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            var value = byte
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next().flatMap(hexValue),
                    let low = iterator.next().flatMap(hexValue)
                else { return nil }
                value = high << 4 | low
            }
            guard value != 0 else { return nil }
            bytes.append(value)
        }
        return bytes
    }

    @usableFromInline
    static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") - 10 + nibble
    }

    @usableFromInline
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
