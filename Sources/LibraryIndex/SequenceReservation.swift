/// Sequence numbers of the change log, reserved in blocks.
///
/// The index is written without waiting for the disk, so a power cut may take the last transactions and the numbers
/// they used. Numbers are therefore given out only below `reserved`, which *is* on the disk; after an unclean stop
/// numbering goes on behind it.
struct SequenceReservation: Sendable {
    /// Large, because a block costs one wait for the disk and the numbers cost nothing.
    static let blockSize: Int64 = 1 << 20

    /// The last number given out.
    var last: Int64
    /// Numbers up to this one may be given out.
    var reserved: Int64

    /// Takes `count` numbers and returns the first.
    mutating func take(_ count: Int64) -> Int64 {
        let first = last + 1
        last += count
        if last > reserved { reserved = last + Self.blockSize }
        return first
    }
}
