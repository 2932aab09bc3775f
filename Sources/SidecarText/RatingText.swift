/// Stars as programs write them: `3`, `3.0`, `-1`.
enum RatingText {
    /// As the reader takes it; `nil` for anything else.
    static func rating(_ text: [UInt8]) -> Int? {
        text.withUnsafeBytes { bytes -> Int? in
            var scanner = NumberScanner(bytes)
            let isNegative = scanner.skip("-")
            guard let rating = scanner.decimal(), rating <= 5 else { return nil }
            return Int(rating.rounded()) * (isNegative ? -1 : 1)
        }
    }
}
