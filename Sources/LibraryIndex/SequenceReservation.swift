/// Sequence numbers of the change log, reserved in blocks.
///
/// The index is written without waiting for the disk, so a power cut may take the last transactions and the numbers
/// they used. Numbers are therefore given out only below `reserved`, which *is* on the disk; after an unclean stop
/// numbering goes on behind it.
struct SequenceReservation: Sendable {
    /// Large, because a block costs one wait for the disk and the numbers cost nothing.
    static let blockSize: Int64 = 1 << 20

    /// No log comes so far in a thousand years: what says so is damaged.
    static let limit: Int64 = 1 << 60

    /// The last number given out.
    var last: Int64
    /// Numbers up to this one may be given out.
    var reserved: Int64

    /// Reserves another block where less than half of one is left. Returns whether it did: the new `reserved` must
    /// then be on the disk before any of its numbers is given out.
    mutating func extend() -> Bool {
        guard reserved - last < Self.blockSize / 2 else { return false }
        reserved = last + Self.blockSize
        return true
    }

    /// Takes `count` numbers and returns the first. Where a single transaction takes more than are left, they count as
    /// reserved with it; a number so given out is lost only together with what it stands for, before anybody heard of
    /// it, or in a power cut within seconds of half a million changes.
    mutating func take(_ count: Int64) -> Int64 {
        let first = last + 1
        last += count
        reserved = max(reserved, last)
        return first
    }
}
