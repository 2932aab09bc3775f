/// Degrees, minutes and seconds as EXIF has them: to a millionth of a second.
struct DegreeParts {
    let fractions: [(numerator: UInt32, denominator: UInt32)]
    let isNegative: Bool

    /// - Parameter degrees: at most 180, as whoever asks has seen to.
    init(_ degrees: Double) {
        let units = UInt64((min(degrees.magnitude, 180) * 3600 * 1e6).rounded())
        let (minutes, seconds) = units.quotientAndRemainder(dividingBy: 60_000_000)
        fractions = [
            (UInt32(clamping: minutes / 60), 1), (UInt32(minutes % 60), 1), (UInt32(seconds), 1_000_000),
        ]
        isNegative = degrees < 0 && units > 0
    }
}

/// Metres above the sea, or below, to a millimetre.
struct AltitudeParts {
    let fraction: (numerator: UInt32, denominator: UInt32)
    let isNegative: Bool

    init(_ metres: Double) throws(ImageEditingError) {
        guard metres.isFinite, let millimetres = UInt32(exactly: (metres.magnitude * 1000).rounded()) else {
            throw .unwritable
        }
        fraction = (millimetres, 1000)
        isNegative = metres < 0 && millimetres > 0
    }
}
