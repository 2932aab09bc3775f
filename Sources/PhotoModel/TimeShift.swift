/// How far a date is moved, as people write it: `+1h30m`, `-2d`, `45s`.
public struct TimeShift: Hashable, Sendable {
    public let seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Days, hours, minutes and seconds in this order, each once; `nil` of anything else.
    public init?(word: String) {
        var rest = Array(word.utf8)[...]
        let isBack = rest.first == UInt8(ascii: "-")
        if isBack || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        var total: Int64 = 0
        var units = Self.units[...]
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            guard (1...12).contains(digits.count), let letter = rest.first,
                let unit = units.firstIndex(where: { $0.letter == letter })
            else { return nil }
            rest.removeFirst()
            units = units[(unit + 1)...]
            let count = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
            total += count * Self.units[unit].seconds
        }
        guard total <= Self.longest else { return nil }
        seconds = isBack ? -total : total
    }

    /// More than the calendar has, and few enough to be counted in microseconds.
    private static let longest: Int64 = 1_000_000_000_000

    private static let units: [(letter: UInt8, seconds: Int64)] = [
        (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60),
        (UInt8(ascii: "s"), 1),
    ]
}
