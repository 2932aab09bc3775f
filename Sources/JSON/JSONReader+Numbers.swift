/// Numbers that are kept as texts because they may pass 2^53: jq keeps numbers as doubles, and a document that went through it
/// must keep them exact.
extension JSONReader {
    /// A number kept as text because it may pass 2^53.
    public func unsigned(_ text: Text) -> UInt64? {
        guard text.isPlain, !text.range.isEmpty else { return nil }
        return decimal(text.range)
    }

    /// `-1479200000.123456789`: seconds, exact to the nanosecond, as nanoseconds.
    public func nanoseconds(_ text: Text) -> Int64? {
        guard text.isPlain else { return nil }
        var range = text.range
        let isNegative = range.first.map { bytes[$0] } == UInt8(ascii: "-")
        if isNegative { range = range.dropFirst() }
        let dot = range.first { bytes[$0] == UInt8(ascii: ".") } ?? range.upperBound
        let fraction = dot < range.upperBound ? dot + 1..<range.upperBound : dot..<dot
        guard dot > range.lowerBound, fraction.count <= 9, dot == range.upperBound || !fraction.isEmpty,
            let seconds = decimal(range.lowerBound..<dot), var part = decimal(fraction)
        else { return nil }
        for _ in fraction.count..<9 { part *= 10 }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (magnitude, carry) = product.addingReportingOverflow(part)
        guard !overflow, !carry else { return nil }
        if isNegative {
            return magnitude == Int64.min.magnitude ? .min : Int64(exactly: magnitude).map { -$0 }
        }
        return Int64(exactly: magnitude)
    }

    /// Decimal digits only; 0 for none.
    private func decimal(_ range: Range<Int>) -> UInt64? {
        var value: UInt64 = 0
        for byte in bytes[range] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}
