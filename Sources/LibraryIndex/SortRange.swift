import PhotoModel

/// A stretch of the time index: `after < sort_key ≤ through`. Sort keys are negated local times, so the end of a
/// span of time, which does not belong to it, becomes the open lower bound.
public struct SortRange: Sendable, Hashable {
    let after: Int64
    let through: Int64

    /// Everything, the undated last.
    public static let all = SortRange(after: .min, through: IndexSchema.undatedSortKey)

    private init(after: Int64, through: Int64) {
        self.after = after
        self.through = through
    }

    /// One month, or the undated.
    public init(month: MonthKey) {
        guard
            let year = month.year, let number = month.month,
            let start = LocalTime(year: year, month: number, day: 1)
        else {
            after = IndexSchema.undatedSortKey - 1
            through = IndexSchema.undatedSortKey
            return
        }
        let last = LocalTime.daysInMonth(year: year, month: number)
        through = -start.microseconds
        after = -(start.microseconds + Int64(last) * 86_400_000_000)
    }

    /// From `start` (inclusive) to `end` (exclusive); `nil` leaves a side open. Undated assets are never in it.
    public init(from start: LocalTime?, to end: LocalTime?) {
        through = start.map { -$0.microseconds } ?? IndexSchema.undatedSortKey - 1
        after = end.map { -$0.microseconds } ?? Int64.min
    }
}
