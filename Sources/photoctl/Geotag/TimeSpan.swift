import ArgumentParser

/// A time as people write it: `90` (seconds), `1h30m`, `-45s`.
struct TimeSpan: ExpressibleByArgument {
    let milliseconds: Int64

    init(seconds: Int64) {
        milliseconds = seconds * 1000
    }

    init?(argument: String) {
        var rest = Array(argument.utf8)[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard !rest.isEmpty else { return nil }
        var total: Int64 = 0
        var units = Self.units[...]
        while !rest.isEmpty {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard (1...9).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let count = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
            // A number alone is seconds.
            let letter = rest.popFirst() ?? UInt8(ascii: "s")
            guard let unit = units.firstIndex(where: { $0.letter == letter }) else { return nil }
            total += count * units[unit].seconds
            units = units[(unit + 1)...]
        }
        self.init(seconds: isNegative ? -total : total)
    }

    private static let units: [(letter: UInt8, seconds: Int64)] = [
        (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
    ]
}
