/// Reads the parts of a date out of its text, one behind the other.
public struct DateDigits {
    private let bytes: [UInt8]
    private var position = 0

    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    public var isAtEnd: Bool { position == bytes.count }

    /// Whether one of the separators came next; it is behind then.
    public mutating func skip(_ separators: Unicode.Scalar...) -> Bool {
        guard position < bytes.count, separators.contains(Unicode.Scalar(bytes[position])) else {
            return false
        }
        position += 1
        return true
    }

    /// Just so many digits; `nil` where there are fewer.
    public mutating func number(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += digits
        return value
    }

    /// One digit or more, as microseconds, and how many of them count: those behind the sixth do not, as in what cameras and
    /// other programs write.
    public mutating func fraction() -> (microseconds: Int, digits: Int)? {
        let written = bytes[position...].prefix { (0x30...0x39).contains($0) }.count
        let count = min(written, 6)
        guard count > 0, let value = number(digits: count) else { return nil }
        position += written - count
        return ((count..<6).reduce(value) { value, _ in value * 10 }, count)
    }
}
