import Glibc
import PhotoModel

/// The time on the wall, and how far it is east of UTC: what a batch is named by.
public struct WallTime: Hashable, Sendable {
    public var localTime: LocalTime
    /// Minutes east of UTC.
    public var offsetMinutes: Int

    public init(localTime: LocalTime, offsetMinutes: Int) {
        self.localTime = localTime
        self.offsetMinutes = offsetMinutes
    }

    /// Now, in the system's zone.
    public static func now() -> WallTime {
        var clock = time(nil)
        var parts = tm()
        // Else it would be the zone of the start for ever.
        tzset()
        // A system whose zone cannot be read has UTC.
        if localtime_r(&clock, &parts) == nil { gmtime_r(&clock, &parts) }
        let microseconds = (Int64(clock) + Int64(parts.tm_gmtoff)) * 1_000_000
        return WallTime(
            localTime: LocalTime(microseconds: microseconds),
            offsetMinutes: parts.tm_gmtoff / 60
        )
    }

    /// `2026-11-21T10:15:00+01:00`.
    public var text: String {
        let magnitude = abs(offsetMinutes)
        let offset = BatchName.padded(magnitude / 60, 2) + ":" + BatchName.padded(magnitude % 60, 2)
        return localTime.text() + (offsetMinutes < 0 ? "-" : "+") + offset
    }

    /// As many days later, or earlier.
    package func adding(days: Int64) -> WallTime {
        let microseconds = localTime.microseconds.addingSaturating(days * 86_400_000_000)
        return WallTime(localTime: LocalTime(microseconds: microseconds), offsetMinutes: offsetMinutes)
    }

    /// `year × 10,000 + month × 100 + day`.
    package var date: Int {
        let date = localTime.civilDate
        return date.year * 10_000 + date.month * 100 + date.day
    }
}
