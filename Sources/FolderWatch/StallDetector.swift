/// When a crawler that does not come back from a call is given up: after ten seconds in one and the same.
///
/// Pure: what is seen and the time go in, what to do comes out. It looks now and then while work is out, and not at all
/// while none is.
struct StallDetector: Sendable {
    /// Nanoseconds that a call may take.
    static let limit: Int64 = 10_000_000_000
    /// Nanoseconds between two looks. A call is given up after the limit and at most this much.
    static let interval: Int64 = 2_500_000_000

    /// Whether it wants to look again.
    private(set) var isArmed = false
    private var seen: [Int: (call: UInt64, since: Int64)] = [:]

    /// Begins or ends looking, as work is out or not. Returns whether that is news.
    mutating func update(isWorking: Bool) -> Bool {
        guard isWorking != isArmed else { return false }
        isArmed = isWorking
        if !isWorking { seen = [:] }
        return true
    }

    /// - Parameter calls: the lanes whose crawlers are inside a call, and which.
    /// - Returns: those of them that have been in it too long.
    mutating func look(at calls: [Int: UInt64], now: Int64) -> [Int] {
        var overdue: [Int] = []
        var next: [Int: (call: UInt64, since: Int64)] = [:]
        for (lane, call) in calls {
            guard let before = seen[lane], before.call == call else {
                next[lane] = (call, now)
                continue
            }
            if now - before.since >= Self.limit { overdue.append(lane) } else { next[lane] = before }
        }
        seen = next
        return overdue.sorted()
    }
}
