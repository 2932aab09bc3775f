/// Which fields there are. It has room for every number that a field may have.
struct FactSet {
    private var words = SIMD4<UInt64>()

    var isEmpty: Bool { words == SIMD4() }

    func contains(_ field: FactField) -> Bool {
        words[Int(field.rawValue >> 6)] & Self.bit(field) != 0
    }

    /// Returns `false` where the field is there already.
    mutating func insert(_ field: FactField) -> Bool {
        let word = Int(field.rawValue >> 6)
        guard words[word] & Self.bit(field) == 0 else { return false }
        words[word] |= Self.bit(field)
        return true
    }

    private static func bit(_ field: FactField) -> UInt64 { 1 << UInt64(field.rawValue & 63) }
}
