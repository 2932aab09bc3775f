import Glibc

/// The machine's clock, which is set: for times that files have, and for no age of anything else.
public enum WallClock {
    /// Nanoseconds since 1970.
    public static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
