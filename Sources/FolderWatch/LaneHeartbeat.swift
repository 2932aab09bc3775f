import Synchronization

/// Tells, without a lock, whether a lane's crawler is inside calls that ask a file system, and whether it has come
/// further since somebody looked.
///
/// One crawler writes. The watcher's thread only reads, and may note that a call has taken too long; that note is taken
/// back by the crawler when it comes out.
public final class LaneHeartbeat: Sendable {
    /// The two lowest bits, then a count of what was done.
    private let word = Atomic<UInt64>(0)
    private static let inside: UInt64 = 1
    private static let overdue: UInt64 = 2
    private static let step: UInt64 = 4

    public init() {}

    /// Calls that may hang follow.
    public func enter() {
        let old = word.load(ordering: .relaxed)
        word.store((old & ~(Self.inside | Self.overdue)) &+ Self.step | Self.inside, ordering: .relaxed)
    }

    /// One of the calls that may hang has come back, more follow.
    public func beat() {
        word.wrappingAdd(Self.step, ordering: .relaxed)
    }

    /// The calls that may hang have all come back. Returns whether one took so long that the lane was given up meanwhile:
    /// then tell the watcher with `laneIsBack`.
    public func leave() -> Bool {
        let old = word.load(ordering: .relaxed)
        let left = (old & ~(Self.inside | Self.overdue)) &+ Self.step
        return word.exchange(left, ordering: .acquiringAndReleasing) & Self.overdue != 0
    }

    /// What stands there now: the same value later means the same call. `nil` where no call is under way that could be
    /// given up.
    var call: UInt64? {
        let value = word.load(ordering: .relaxed)
        return value & (Self.inside | Self.overdue) == Self.inside ? value : nil
    }

    /// Notes that a call takes too long; `false` where it has come back by now.
    func giveUp(_ call: UInt64) -> Bool {
        word.compareExchange(expected: call, desired: call | Self.overdue, ordering: .acquiringAndReleasing)
            .exchanged
    }
}
