import PhotoModel

/// A POSIX `TZ` rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, with RFC 8536's wider range of hours (§3.3.1).
///
/// It is the footer of a zone file, and a value that the `TZ` variable may hold.
struct ZoneRule: Hashable, Sendable {
    /// Seconds east of UTC.
    var standardOffset: Int32
    var daylight: Daylight?

    struct Daylight: Hashable, Sendable {
        var offset: Int32
        var start: Change
        var end: Change
    }

    /// When clocks change: a day of the year, and seconds of wall clock from that day's midnight.
    struct Change: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// 1–365; 29 February is never counted.
            case julian(Int)
            /// 0–365.
            case ordinal(Int)
            /// `week` 5 is the last; weekday 0 is Sunday.
            case weekday(month: Int, week: Int, weekday: Int)
        }

        var day: Day
        var time: Int64
    }

    /// `nil` where `text` is no such rule.
    init?(_ text: String) {
        let rule = ByteScanner.scan(text) { scanner -> ZoneRule? in
            guard scanner.skipZoneName(), let west = scanner.clockSeconds(mostHours: 24) else { return nil }
            var rule = ZoneRule(standardOffset: Int32(-west))
            if scanner.isAtEnd { return rule }
            guard let daylight = Daylight(&scanner, standardOffset: rule.standardOffset) else { return nil }
            rule.daylight = daylight
            return rule
        }
        guard let rule else { return nil }
        self = rule
    }

    private init(standardOffset: Int32) {
        self.standardOffset = standardOffset
    }

    /// The instants of `year`'s two changes and the offset that holds from each on, in seconds since 1970.
    func changes(inYear year: Int) -> [(instant: Int64, offset: Int32)] {
        guard let daylight, let start = daylight.start.wallSeconds(inYear: year),
            let end = daylight.end.wallSeconds(inYear: year)
        else { return [] }
        return [
            (start - Int64(standardOffset), daylight.offset), (end - Int64(daylight.offset), standardOffset),
        ]
    }
}

extension ZoneRule.Daylight {
    fileprivate init?(_ scanner: inout ByteScanner, standardOffset: Int32) {
        guard scanner.skipZoneName() else { return nil }
        if scanner.current == UInt8(ascii: ",") || scanner.isAtEnd {
            offset = standardOffset + 3600
        } else {
            guard let west = scanner.clockSeconds(mostHours: 24) else { return nil }
            offset = Int32(-west)
        }
        if scanner.isAtEnd {
            // POSIX leaves this case open; every implementation takes the rule of the United States.
            start = ZoneRule.Change(day: .weekday(month: 3, week: 2, weekday: 0), time: 7200)
            end = ZoneRule.Change(day: .weekday(month: 11, week: 1, weekday: 0), time: 7200)
            return
        }
        guard scanner.skip(UInt8(ascii: ",")), let first = ZoneRule.Change(&scanner),
            scanner.skip(UInt8(ascii: ",")), let second = ZoneRule.Change(&scanner), scanner.isAtEnd
        else { return nil }
        start = first
        end = second
    }
}

extension ZoneRule.Change {
    fileprivate init?(_ scanner: inout ByteScanner) {
        if scanner.skip(UInt8(ascii: "J")) {
            guard let number = scanner.number(least: 1, most: 3), (1...365).contains(number) else {
                return nil
            }
            day = .julian(number)
        } else if scanner.skip(UInt8(ascii: "M")) {
            guard let month = scanner.number(least: 1, most: 2), scanner.skip(UInt8(ascii: ".")),
                let week = scanner.number(least: 1, most: 1), scanner.skip(UInt8(ascii: ".")),
                let weekday = scanner.number(least: 1, most: 1),
                (1...12).contains(month), (1...5).contains(week), weekday <= 6
            else { return nil }
            day = .weekday(month: month, week: week, weekday: weekday)
        } else {
            guard let number = scanner.number(least: 1, most: 3), number <= 365 else { return nil }
            day = .ordinal(number)
        }
        time = 7200
        if scanner.skip(UInt8(ascii: "/")) {
            guard let seconds = scanner.clockSeconds(mostHours: 167) else { return nil }
            time = seconds
        }
    }

    /// Seconds of wall clock since 1970; `nil` outside the years 1–9999.
    fileprivate func wallSeconds(inYear year: Int) -> Int64? {
        let midnight: Int64
        switch day {
        case .julian(let number):
            guard let newYear = LocalTime(year: year, month: 1, day: 1) else { return nil }
            let passesLeapDay = number >= 60 && LocalTime.daysInMonth(year: year, month: 2) == 29
            midnight = newYear.seconds + Int64(number - 1 + (passesLeapDay ? 1 : 0)) * 86_400
        case .ordinal(let number):
            guard let newYear = LocalTime(year: year, month: 1, day: 1) else { return nil }
            midnight = newYear.seconds + Int64(number) * 86_400
        case .weekday(let month, let week, let weekday):
            guard let first = LocalTime(year: year, month: month, day: 1) else { return nil }
            // 1970-01-01 was a Thursday.
            let firstWeekday = Int(((first.seconds / 86_400 + 4) % 7 + 7) % 7)
            var dayOfMonth = 1 + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            if dayOfMonth > LocalTime.daysInMonth(year: year, month: month) { dayOfMonth -= 7 }
            midnight = first.seconds + Int64(dayOfMonth - 1) * 86_400
        }
        return midnight + time
    }
}

extension LocalTime {
    /// Whole seconds since 1970, of a time that is one.
    fileprivate var seconds: Int64 { microseconds / 1_000_000 }
}

extension ByteScanner {
    /// `CET` (three letters or more) or `<+03>`.
    fileprivate mutating func skipZoneName() -> Bool {
        if skip(UInt8(ascii: "<")) {
            while current.isLetterOrDigit || current == UInt8(ascii: "+") || current == UInt8(ascii: "-") {
                advance()
            }
            return skip(UInt8(ascii: ">"))
        }
        let start = position
        while current.isLetterOrDigit, ByteScanner.digit(current) == nil { advance() }
        return position - start >= 3
    }

    /// `[+-]h[:mm[:ss]]` in seconds.
    fileprivate mutating func clockSeconds(mostHours: Int) -> Int64? {
        let negative = skip(UInt8(ascii: "-"))
        if !negative { _ = skip(UInt8(ascii: "+")) }
        guard let hours = number(least: 1, most: 3), hours <= mostHours else { return nil }
        var seconds = Int64(hours) * 3600
        if skip(UInt8(ascii: ":")) {
            guard let minutes = number(least: 2, most: 2), minutes <= 59 else { return nil }
            seconds += Int64(minutes) * 60
            if skip(UInt8(ascii: ":")) {
                guard let rest = number(least: 2, most: 2), rest <= 59 else { return nil }
                seconds += Int64(rest)
            }
        }
        return negative ? -seconds : seconds
    }
}
