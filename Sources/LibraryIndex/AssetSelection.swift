/// A set of assets by the numbers of their rows: a bit for each, because a frequent word selects most of them.
struct AssetSelection {
    /// 8 MB of bits. SQLite numbers rows one after another, so no library comes near; a damaged row may have any number.
    private static let limit: Int64 = 1 << 26

    private var bits: [UInt64] = []
    private var beyond: Set<Int64> = []
    private(set) var count = 0

    private static func hasBit(_ key: Int64) -> Bool { (0..<limit).contains(key) }

    mutating func insert(_ key: Int64) {
        guard Self.hasBit(key) else {
            if beyond.insert(key).inserted { count += 1 }
            return
        }
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
        count -= 1
        guard Self.hasBit(key) else {
            beyond.remove(key)
            return
        }
        bits[Int(key >> 6)] &= ~(UInt64(1) << UInt64(key & 63))
    }

    func contains(_ key: Int64) -> Bool {
        guard Self.hasBit(key) else { return beyond.contains(key) }
        guard Int(key >> 6) < bits.count else { return false }
        return bits[Int(key >> 6)] & (UInt64(1) << UInt64(key & 63)) != 0
    }

    func intersection(_ other: AssetSelection) -> AssetSelection {
        var both = AssetSelection()
        both.bits = zip(bits, other.bits).map { $0 & $1 }
        both.beyond = beyond.intersection(other.beyond)
        both.count = both.bits.reduce(both.beyond.count) { $0 + $1.nonzeroBitCount }
        return both
    }

    /// In ascending order, but for those that have no bit, which come last.
    func forEach<Failure: Error>(_ body: (Int64) throws(Failure) -> Void) throws(Failure) {
        for (index, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                try body(Int64(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        for key in beyond.sorted() { try body(key) }
    }
}
