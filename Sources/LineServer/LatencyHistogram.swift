/// Latencies in buckets an eighth of a power of two wide: quantiles are exact to 13 %, in 2 KiB.
public struct LatencyHistogram: Sendable {
    private var buckets: [UInt32] = []
    private var count: UInt64 = 0
    private static let bucketCount = 512

    public init() {}

    public mutating func add(_ nanoseconds: UInt64) {
        // Most commands are never sent: memory comes with the first request.
        if buckets.isEmpty { buckets = [UInt32](repeating: 0, count: Self.bucketCount) }
        buckets[Self.bucket(of: nanoseconds)] &+= 1
        count += 1
    }

    /// The upper bound of the bucket that holds the `share`-th of all, in nanoseconds; 0 while there is none.
    public func quantile(_ share: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let wanted = max(1, UInt64((Double(count) * share).rounded(.up)))
        var seen: UInt64 = 0
        for (index, value) in buckets.enumerated() {
            seen += UInt64(value)
            if seen >= wanted { return Self.upperBound(of: index) }
        }
        return Self.upperBound(of: buckets.count - 1)
    }

    private static func bucket(of value: UInt64) -> Int {
        guard value >= 8 else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount
        return (exponent - 2) * 8 + Int(value >> UInt64(exponent - 3)) & 7
    }

    private static func upperBound(of bucket: Int) -> UInt64 {
        guard bucket >= 8 else { return UInt64(bucket) }
        let exponent = UInt64(bucket / 8 + 2)
        return (1 << exponent) + UInt64(bucket % 8 + 1) << (exponent - 3) - 1
    }
}
