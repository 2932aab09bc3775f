/// A set of assets by the numbers of their rows: a bit for each, because a frequent word selects most of them.
struct AssetSelection: Equatable {
    private var bits: [UInt64] = []
    private(set) var count = 0

    mutating func insert(_ key: Int64) {
        guard key >= 0 else { return }
        let word = Int(key >> 6)
        if word >= bits.count {
            bits.append(contentsOf: repeatElement(0, count: max(word + 1 - bits.count, bits.count)))
        }
        let bit = UInt64(1) << UInt64(key & 63)
        if bits[word] & bit == 0 { count += 1 }
        bits[word] |= bit
    }

    mutating func remove(_ key: Int64) {
        guard contains(key) else { return }
        bits[Int(key >> 6)] &= ~(UInt64(1) << UInt64(key & 63))
        count -= 1
    }

    func contains(_ key: Int64) -> Bool {
        guard key >= 0, Int(key >> 6) < bits.count else { return false }
        return bits[Int(key >> 6)] & (UInt64(1) << UInt64(key & 63)) != 0
    }

    func intersection(_ other: AssetSelection) -> AssetSelection {
        var both = AssetSelection()
        both.bits = zip(bits, other.bits).map { $0 & $1 }
        both.count = both.bits.reduce(0) { $0 + $1.nonzeroBitCount }
        return both
    }

    /// In ascending order.
    func forEach<Failure: Error>(_ body: (Int64) throws(Failure) -> Void) throws(Failure) {
        for (index, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                try body(Int64(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }
}
