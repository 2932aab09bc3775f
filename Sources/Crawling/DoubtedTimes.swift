import FolderWatch
import Threads

/// Which change times say little where an event tells of a file that has its stamp still: file times are the kernel's of its last
/// tick, up to a hundredth of a second ago (timestamps of their own, where one has been asked for, are new in Linux 6.13), and
/// what was read between two changes of one tick has the stamp of both.
enum DoubtedTimes {
    /// In nanoseconds, how late an event may be: what is not closed is told of after two seconds, and in a sweep there is other work
    /// first.
    private static let lateness: Int64 = 60_000_000_000
    /// Where it is not known which files are told of, as they are so many: with two seconds, 20,000 photos that are copied into one
    /// folder take half as much time again.
    private static let latenessOfMany: Int64 = 200_000_000

    /// In nanoseconds since 1970.
    static func now(_ work: FolderWork) -> PartialRangeFrom<Int64> {
        (WallClock.now() - (work.includesPending ? latenessOfMany : lateness))...
    }
}
