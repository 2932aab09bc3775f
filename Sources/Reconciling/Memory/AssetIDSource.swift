import PhotoModel

/// Gives out new ids, each larger than the last, however many are wanted in a millisecond and whatever the machine's clock
/// does meanwhile.
struct AssetIDSource: Sendable {
    private var last: UInt64 = 0
    private var random = RandomReserve()

    /// - Parameter milliseconds: since 1970; ids tell roughly when they were made, and nothing relies on it.
    mutating func next(at milliseconds: Int64) -> AssetID {
        last = max(last &+ 1, UInt64(clamping: milliseconds) << 12)
        return AssetID(ordinal: last, random: random.next())
    }
}
