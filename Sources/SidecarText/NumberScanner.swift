/// Reads numbers out of text: `40/1 39/1 467766000/10000000`, `39,3.0807N`.
package struct NumberScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The byte that comes next; 0 at the end.
    package var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    package mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    package mutating func skipSpaces() {
        while current == UInt8(ascii: " ") { position += 1 }
    }

    /// Digits; `nil` where there are none, or too many for the number to mean anything.
    package mutating func whole() -> UInt64? {
        skipSpaces()
        var value: UInt64 = 0
        let start = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) {
            guard position - start < 18 else { return nil }
            value = value * 10 + UInt64(current - UInt8(ascii: "0"))
            position += 1
        }
        return position > start ? value : nil
    }

    /// Digits with a point among them or not.
    package mutating func decimal() -> Double? {
        guard let whole = whole() else { return nil }
        guard skip(".") else { return Double(whole) }
        var value = Double(whole)
        var unit = 0.1
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) {
            value += Double(current - UInt8(ascii: "0")) * unit
            unit /= 10
            position += 1
        }
        return value
    }

    /// Two numbers with a stroke between them; `nil` for anything else, negative ones included.
    package mutating func fraction() -> GPSCoordinate.Fraction? {
        guard let numerator = whole().flatMap({ UInt32(exactly: $0) }), skip("/"),
            let denominator = whole().flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return GPSCoordinate.Fraction(numerator: numerator, denominator: denominator)
    }
}
