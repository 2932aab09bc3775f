import PhotoModel

/// Any beginning of `2016-11-05T12:34:56.789` that ends at a whole part: `2016`, `2016-11`, `2016-11-05T12`, ….
public enum DatePrefix {
    /// The first moment of the time it names; `nil` where it is no such beginning or names no real date.
    public static func start(of text: String) -> LocalTime? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4) else { return nil }
        var parts = [1, 1, 0, 0, 0]
        let separators: [Unicode.Scalar] = ["-", "-", "T", ":", ":"]
        for (index, separator) in separators.enumerated() {
            if reader.isAtEnd { break }
            guard reader.skip(separator), let value = reader.number(digits: 2) else { return nil }
            // A leap second belongs to a time that was, not to one that bounds a search.
            guard index < 4 || value < 60 else { return nil }
            parts[index] = value
        }
        var microsecond = 0
        if !reader.isAtEnd {
            guard reader.skip("."), let fraction = reader.fraction() else { return nil }
            microsecond = fraction
        }
        return LocalTime(
            year: year,
            month: parts[0],
            day: parts[1],
            hour: parts[2],
            minute: parts[3],
            second: parts[4],
            microsecond: microsecond
        )
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ separator: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: separator) else { return false }
            position += 1
            return true
        }

        mutating func number(digits: Int) -> Int? {
            guard position + digits <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[position..<position + digits] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            position += digits
            return value
        }

        /// One to six digits at the end, as microseconds.
        mutating func fraction() -> Int? {
            let count = bytes.count - position
            guard (1...6).contains(count), let value = number(digits: count) else { return nil }
            return (count..<6).reduce(value) { value, _ in value * 10 }
        }
    }
}
