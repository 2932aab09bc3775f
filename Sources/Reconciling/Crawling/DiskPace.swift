/// Whether a lane's disk has the files that are come to at hand, or fetches each while the lane waits.
struct DiskPace {
    /// Nanoseconds. What is in memory takes some five thousand, what is fetched a hundred thousand or more.
    private static let slowness: UInt64 = 60_000
    /// Looks after a slow one that are reckoned with more of them: those that are fetched ahead are quick.
    private static let memory = 64

    private var left = 0

    var isSlow: Bool { left > 0 }

    /// - Parameter nanoseconds: what the look at a shot has taken.
    mutating func note(_ nanoseconds: UInt64) {
        if nanoseconds > Self.slowness { left = Self.memory } else if left > 0 { left -= 1 }
    }
}
