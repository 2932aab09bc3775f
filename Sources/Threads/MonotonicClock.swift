import Glibc

/// A clock that only runs forward, in nanoseconds: setting the time must not wake or delay anyone.
public enum MonotonicClock {
    public static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    public static func after(_ duration: Duration) -> UInt64 { add(now(), duration) }

    /// `time` and a duration, held to the range of 64 bits (584 years).
    public static func add(_ time: UInt64, _ duration: Duration) -> UInt64 {
        let parts = duration.components
        let (whole, overflow) = UInt64(clamping: parts.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (span, carried) = whole.addingReportingOverflow(
            UInt64(clamping: parts.attoseconds / 1_000_000_000)
        )
        let (sum, wrapped) = time.addingReportingOverflow(span)
        return overflow || carried || wrapped ? .max : sum
    }

    /// What `poll` takes: rounded up, so that it does not return just before the time; −1 for ever.
    public static func milliseconds(until deadline: UInt64?) -> Int32 {
        guard let deadline else { return -1 }
        let current = now()
        guard deadline > current else { return 0 }
        let rest = deadline - current
        return Int32(clamping: rest / 1_000_000 + (rest % 1_000_000 == 0 ? 0 : 1))
    }
}
