import PhotoModel

/// The offsets of one time zone, made once and looked up without allocating or locking.
///
/// All changes for four hundred years are worked out when the zone is made; the Gregorian calendar repeats
/// after that long to the weekday, so any later time is looked up that much earlier.
///
/// A wall-clock time that a change of clocks skips or repeats is read with the offset *before* the change: of
/// a repeated hour the first is meant, and a skipped 02:30 is the instant half an hour after the change.
public struct ZoneOffsets: Sendable {
    private let table: ZoneTable

    public static let utc = ZoneOffsets(table: ZoneTable(initialOffset: 0))

    /// Reads the bytes of a zone file, as those below `/usr/share/zoneinfo` or `/etc/localtime`.
    public init(zoneFile bytes: [UInt8]) throws(ZoneFileError) {
        table = ZoneTable(file: try ZoneFile(bytes))
    }

    /// Reads a POSIX rule, `CET-1CEST,M3.5.0,M10.5.0/3`, as the `TZ` variable may hold one.
    public init(rule text: String) throws(ZoneFileError) {
        guard let rule = ZoneRule(text) else { throw .notARule(text) }
        table = ZoneTable(rule: rule)
    }

    private init(table: ZoneTable) {
        self.table = table
    }

    /// Seconds east of UTC at an instant in seconds since 1970.
    public func offset(atSecond second: Int64) -> Int {
        Int(table.offset(at: second, in: .universal))
    }

    /// The wall clock at an instant, in microseconds since 1970, and minutes east of UTC.
    ///
    /// Zones had odd seconds before the 1970s; the minutes are rounded towards zero.
    public func localTime(atMicrosecond instant: Int64) -> (time: LocalTime, offsetMinutes: Int) {
        let offset = offset(atSecond: Self.floorSeconds(instant))
        return (LocalTime(microseconds: instant &+ Int64(offset) * 1_000_000), offset / 60)
    }

    /// The instant, in microseconds since 1970, at which clocks of the zone show `time`.
    public func instant(of time: LocalTime) -> Int64 {
        let offset = table.offset(at: Self.floorSeconds(time.microseconds), in: .wallClock)
        return time.microseconds &- Int64(offset) * 1_000_000
    }

    /// `timestamp` of the wire: milliseconds since 1970, by the date's own offset, else by this zone.
    public func timestampMilliseconds(of date: CaptureDate) -> Int64 {
        let microseconds =
            if let minutes = date.offsetMinutes {
                date.localTime.microseconds &- Int64(minutes) * 60_000_000
            } else {
                instant(of: date.localTime)
            }
        let milliseconds = microseconds / 1000
        return microseconds % 1000 < 0 ? milliseconds - 1 : milliseconds
    }

    private static func floorSeconds(_ microseconds: Int64) -> Int64 {
        let seconds = microseconds / 1_000_000
        return microseconds % 1_000_000 < 0 ? seconds - 1 : seconds
    }
}

/// A zone's changes, for looking up by binary search. A class, so that passing a zone on copies one pointer.
private final class ZoneTable: Sendable {
    enum TimeScale {
        case universal
        case wallClock
    }

    private let initialOffset: Int32
    private let instants: [Int64]
    private let offsets: [Int32]
    /// The wall-clock second from which on an offset is used: the later of what clocks show before and after
    /// the change, which is what makes the offset before it win.
    private let boundaries: [Int64]
    /// Times outside are looked up a multiple of 400 years nearer.
    private let covered: Range<Int64>

    private static let cycle: Int64 = 146_097 * 86_400
    private static let everything: Range<Int64> = -(1 << 60)..<1 << 60

    init(
        initialOffset: Int32,
        changes: [(instant: Int64, offset: Int32)] = [],
        covered: Range<Int64> = ZoneTable.everything
    ) {
        self.initialOffset = initialOffset
        self.covered = covered
        instants = changes.map(\.instant)
        offsets = changes.map(\.offset)
        var before = initialOffset
        var boundaries: [Int64] = []
        boundaries.reserveCapacity(changes.count)
        for change in changes {
            boundaries.append(change.instant + Int64(max(before, change.offset)))
            before = change.offset
        }
        self.boundaries = boundaries
    }

    convenience init(rule: ZoneRule) {
        // The rule knows no beginning. One year more than the cycle covers what a change at New Year reaches
        // into.
        self.init(
            initialOffset: rule.standardOffset,
            changes: Self.changes(of: rule, years: 1798..<2204),
            covered: Self.newYear(1800)..<Self.newYear(2200)
        )
    }

    convenience init(file: ZoneFile) {
        guard let rule = file.rule, rule.daylight != nil else {
            self.init(initialOffset: file.initialOffset, changes: Array(zip(file.instants, file.offsets)))
            return
        }
        guard let last = file.instants.last else {
            self.init(rule: rule)
            return
        }
        let year = LocalTime(microseconds: last * 1_000_000).civilDate.year
        let further = Self.changes(of: rule, years: year..<year + 404).drop { $0.instant <= last }
        self.init(
            initialOffset: file.initialOffset,
            changes: Array(zip(file.instants, file.offsets)) + further,
            covered: Self.everything.lowerBound..<Self.newYear(year + 402)
        )
    }

    func offset(at time: Int64, in scale: TimeScale) -> Int32 {
        var time = min(max(time, Self.everything.lowerBound), Self.everything.upperBound)
        if time >= covered.upperBound {
            time -= ((time - covered.upperBound) / Self.cycle + 1) * Self.cycle
        } else if time < covered.lowerBound {
            time += ((covered.lowerBound - 1 - time) / Self.cycle + 1) * Self.cycle
        }
        let index = Self.countNotAfter(time, in: scale == .universal ? instants : boundaries)
        return index == 0 ? initialOffset : offsets[index - 1]
    }

    /// How many of the ascending `times` are at or before `time`.
    private static func countNotAfter(_ time: Int64, in times: [Int64]) -> Int {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// In ascending order. Where a year's daylight time ends as the next year's begins, the later rule holds.
    private static func changes(of rule: ZoneRule, years: Range<Int>) -> [(instant: Int64, offset: Int32)] {
        let all = years.flatMap { rule.changes(inYear: $0).sorted { $0.instant < $1.instant } }
        return all.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
    }

    private static func newYear(_ year: Int) -> Int64 {
        // Only called with years of the table, all far inside the calendar; the epoch would merely shorten
        // it.
        (LocalTime(year: year, month: 1, day: 1)?.microseconds ?? 0) / 1_000_000
    }
}
