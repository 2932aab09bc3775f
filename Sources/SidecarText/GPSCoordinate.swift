/// Degrees out of EXIF's degrees, minutes and seconds (CIPA DC-008 §4.6.6).
package enum GPSCoordinate {
    package struct Fraction: Equatable {
        package let numerator: UInt32
        package let denominator: UInt32

        package init(numerator: UInt32, denominator: UInt32) {
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    /// One to three parts, and the letter that says the half of the globe. `nil` where a denominator is zero, the
    /// letter is missing or the result lies beyond `limit`: half a position is no position.
    package static func degrees(
        _ parts: some Sequence<Fraction>,
        reference: UInt8,
        positive: UInt8,
        negative: UInt8,
        limit: Double
    ) -> Double? {
        var degrees = 0.0
        var unit = 1.0
        for part in parts {
            guard part.denominator != 0 else { return nil }
            degrees += Double(part.numerator) / Double(part.denominator) / unit
            unit *= 60
        }
        guard unit > 1, degrees <= limit else { return nil }
        // Lower case is against the standard, and in the wild.
        switch reference & ~0x20 {
        case positive: return degrees
        case negative: return -degrees
        default: return nil
        }
    }
}

extension GPSCoordinate {
    /// XMP's `DDD,MM,SSk` and `DDD,MM.mmk` (XMP specification part 2, §1.2.7.4), with any part as a decimal. `nil` for
    /// anything else.
    package static func degrees(
        xmp text: UnsafeRawBufferPointer,
        positive: Unicode.Scalar,
        negative: Unicode.Scalar,
        limit: Double
    ) -> Double? {
        var scanner = NumberScanner(text)
        guard var degrees = scanner.decimal() else { return nil }
        var unit = 60.0
        while unit <= 3600, scanner.skip(",") {
            guard let part = scanner.decimal() else { return nil }
            degrees += part / unit
            unit *= 60
        }
        scanner.skipSpaces()
        guard degrees <= limit else { return nil }
        switch scanner.current & ~0x20 {
        case UInt8(ascii: positive): return degrees
        case UInt8(ascii: negative): return -degrees
        default: return nil
        }
    }
}
