/// Positions as XMP writes them (XMP specification part 2, §1.2.7.4).
enum GPSText {
    /// `DDD,MM.mmmmmmmmK`: to 10⁻⁸ minutes, a fiftieth of a millimetre.
    static func coordinate(_ degrees: Double, positive: StaticString, negative: StaticString) -> [UInt8] {
        // At most 360 · 60 · 10⁸ of them, as the caller has checked.
        let units = Int64((degrees.magnitude * 60 * 1e8).rounded())
        let (minutes, fraction) = units.quotientAndRemainder(dividingBy: 100_000_000)
        let (whole, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: 8 - Swift.min(8, digits.utf8.count))
        let letter = degrees < 0 && units > 0 ? negative : positive
        return Array("\(whole),\(rest).\(zeros)\(digits)\(letter)".utf8)
    }

    /// Metres as a fraction, to millimetres, without the sign. `nil` where it is greater than one can be.
    static func altitude(_ metres: Double) -> [UInt8]? {
        guard metres.isFinite, var numerator = UInt32(exactly: (metres.magnitude * 1000).rounded()) else {
            return nil
        }
        var denominator = 1000
        while denominator > 1, numerator % 10 == 0 {
            numerator /= 10
            denominator /= 10
        }
        return Array("\(numerator)/\(denominator)".utf8)
    }

    /// Whether that height lies below the sea, as `GPSAltitudeRef` has it.
    static func reference(ofAltitude metres: Double) -> [UInt8] {
        Array(((metres * 1000).rounded() < 0 ? "1" : "0").utf8)
    }

    // MARK: Reading

    static func latitude(_ text: [UInt8]) -> Double? {
        text.withUnsafeBytes { GPSCoordinate.degrees(xmp: $0, positive: "N", negative: "S", limit: 90) }
    }

    static func longitude(_ text: [UInt8]) -> Double? {
        text.withUnsafeBytes { GPSCoordinate.degrees(xmp: $0, positive: "E", negative: "W", limit: 180) }
    }

    /// Without the sign, which stands elsewhere.
    static func altitude(_ text: [UInt8]) -> Double? {
        text.withUnsafeBytes { bytes -> Double? in
            var scanner = NumberScanner(bytes)
            guard let fraction = scanner.fraction(), fraction.denominator != 0 else { return nil }
            return Double(fraction.numerator) / Double(fraction.denominator)
        }
    }
}
