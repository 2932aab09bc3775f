import PhotoModel

/// Any beginning of `2016-11-05T12:34:56.789` that ends at a whole part: `2016`, `2016-11`, `2016-11-05T12`, ….
public enum DatePrefix {
    /// The first moment of the time it names; `nil` where it is no such beginning or names no real date.
    public static func start(of text: String) -> LocalTime? {
        var reader = DateDigits(text)
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
            guard reader.skip("."), let fraction = reader.fraction(), reader.isAtEnd else { return nil }
            microsecond = fraction.microseconds
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
}
