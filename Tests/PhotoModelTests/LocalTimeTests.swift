import Testing

@testable import PhotoModel

@Suite("Local times")
struct LocalTimeTests {
    @Test(
        "count microseconds of the wall clock",
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2016, 9, 12, 17_056),
            (1900, 3, 1, -25_508),
            (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
        ]
    )
    func days(year: Int, month: Int, day: Int, days: Int64) throws {
        let time = try #require(LocalTime(year: year, month: month, day: day))
        #expect(time.microseconds == days * 86_400_000_000)
        #expect(time.civilDate == LocalTime.CivilDate(year: year, month: month, day: day))
    }

    @Test("go through every day of four centuries and back")
    func everyDay() throws {
        let first = try #require(LocalTime(year: 1800, month: 1, day: 1)).microseconds
        var expected = (year: 1800, month: 1, day: 1)
        for day in 0..<Int64(146_097) {
            let date = LocalTime(microseconds: first + day * 86_400_000_000 + 86_399_999_999).civilDate
            guard (date.year, date.month, date.day) == expected else {
                Issue.record("\(expected) was read as \(date)")
                return
            }
            expected.day += 1
            if expected.day > LocalTime.daysInMonth(year: expected.year, month: expected.month) {
                expected =
                    expected.month == 12 ? (expected.year + 1, 1, 1) : (expected.year, expected.month + 1, 1)
            }
        }
        #expect(expected == (2200, 1, 1))
    }

    @Test("keep every part of a clock, before 1970 too", arguments: [1, 1955, 1969, 1970, 2016, 9999])
    func clock(year: Int) throws {
        let time = try #require(
            LocalTime(year: year, month: 12, day: 31, hour: 23, minute: 59, second: 58, microsecond: 123_456)
        )
        #expect(time.clockTime == LocalTime.ClockTime(hour: 23, minute: 59, second: 58, microsecond: 123_456))
        #expect(time.civilDate == LocalTime.CivilDate(year: year, month: 12, day: 31))
    }

    @Test(
        "are some time whatever their number is, and have a text",
        arguments: [
            Int64.min, .min + 1, -1 << 60, -62_135_596_800_000_001, 253_402_300_800_000_000, 1 << 60,
            .max - 1, .max,
        ]
    )
    func anyNumber(microseconds: Int64) {
        let time = LocalTime(microseconds: microseconds)
        #expect(
            (0..<86_400).contains(
                time.clockTime.hour * 3600 + time.clockTime.minute * 60 + time.clockTime.second
            )
        )
        #expect((1...12).contains(time.civilDate.month) && (1...31).contains(time.civilDate.day))
        #expect(time.text(fractionDigits: 6).utf8.count == LocalTime.maximumTextLength)
        #expect(MonthKey(time) == .undated)
    }

    @Test("begin with the year 1 and end with 9999")
    func ends() {
        #expect(LocalTime.first.text(fractionDigits: 6) == "0001-01-01T00:00:00.000000")
        #expect(LocalTime.last.text(fractionDigits: 6) == "9999-12-31T23:59:59.999999")
    }

    @Test("refuse what no calendar and no clock has")
    func refuse() {
        #expect(LocalTime(year: 2015, month: 2, day: 29) == nil)
        #expect(LocalTime(year: 1900, month: 2, day: 29) == nil)
        #expect(LocalTime(year: 2016, month: 2, day: 30) == nil)
        #expect(LocalTime(year: 2016, month: 13, day: 1) == nil)
        #expect(LocalTime(year: 2016, month: 0, day: 1) == nil)
        #expect(LocalTime(year: 2016, month: 4, day: 31) == nil)
        #expect(LocalTime(year: 2016, month: 4, day: 0) == nil)
        #expect(LocalTime(year: 0, month: 1, day: 1) == nil)
        #expect(LocalTime(year: 10_000, month: 1, day: 1) == nil)
        #expect(LocalTime(year: 2016, month: 1, day: 1, hour: 24) == nil)
        #expect(LocalTime(year: 2016, month: 1, day: 1, minute: 60) == nil)
        #expect(LocalTime(year: 2016, month: 1, day: 1, second: 61) == nil)
        #expect(LocalTime(year: 2016, month: 1, day: 1, microsecond: 1_000_000) == nil)
    }

    @Test("take a leap second for the second before it")
    func leapSecond() {
        #expect(
            LocalTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60)
                == LocalTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 59)
        )
    }

    @Test(
        "are written with the digits their source gave",
        arguments: [
            (0, "2016-09-02T01:04:06"), (1, "2016-09-02T01:04:06.0"), (2, "2016-09-02T01:04:06.07"),
            (6, "2016-09-02T01:04:06.078900"), (9, "2016-09-02T01:04:06.078900"), (-1, "2016-09-02T01:04:06"),
        ]
    )
    func text(digits: Int, expected: String) throws {
        let time = try #require(
            LocalTime(year: 2016, month: 9, day: 2, hour: 1, minute: 4, second: 6, microsecond: 78_900)
        )
        #expect(time.text(fractionDigits: digits) == expected)
    }

    @Test("fill years up to four digits")
    func earlyYear() throws {
        #expect(try #require(LocalTime(year: 33, month: 4, day: 3)).text() == "0033-04-03T00:00:00")
    }
}
