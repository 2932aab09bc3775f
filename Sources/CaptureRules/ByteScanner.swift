/// Reads bytes in order.
///
/// Past the end every byte reads as 0, so parsers need no bounds checks of their own, cannot read outside,
/// and take the NUL that cameras put behind a text for its end.
struct ByteScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Calls `body` with a scanner over `text`'s UTF-8.
    static func scan<Result>(_ text: String, _ body: (inout ByteScanner) -> Result) -> Result {
        var copy = text
        // Makes a foreign string native first; those that workers send are native already.
        return copy.withUTF8 { buffer in
            var scanner = ByteScanner(buffer)
            return body(&scanner)
        }
    }

    subscript(index: Int) -> UInt8 {
        index >= 0 && index < bytes.count ? bytes[index] : 0
    }

    var current: UInt8 { self[position] }

    var isAtEnd: Bool { current == 0 }

    mutating func advance(by count: Int = 1) {
        position += count
    }

    mutating func skipSpaces() {
        while current == UInt8(ascii: " ") { position += 1 }
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte, byte != 0 else { return false }
        position += 1
        return true
    }

    /// Reads between `least` and `most` digits; `nil`, and nothing read, where there are fewer.
    mutating func number(least: Int, most: Int) -> Int? {
        var value = 0
        var count = 0
        while count < most, let digit = Self.digit(self[position + count]) {
            value = value * 10 + digit
            count += 1
        }
        guard count >= least else { return nil }
        position += count
        return value
    }

    /// Reads the digits of a decimal fraction: the first six count, further ones are read and dropped.
    mutating func fraction() -> (microseconds: Int, digits: Int) {
        var value = 0
        var digits = 0
        while let digit = Self.digit(current) {
            if digits < 6 {
                value = value * 10 + digit
                digits += 1
            }
            position += 1
        }
        for _ in digits..<6 { value *= 10 }
        return (value, digits)
    }

    @inline(__always)
    static func digit(_ byte: UInt8) -> Int? {
        let value = byte &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }
}
