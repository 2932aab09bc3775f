import PhotoModel
import TestSupport
import Testing

@testable import CaptureRules

@Suite("Dates of IPTC")
struct IPTCDateTests {
    @Test(
        "join the day and the time",
        arguments: [
            ("20160912", "123456+0200", "2016-09-12T12:34:56 120"),
            ("20160912", "123456-0730", "2016-09-12T12:34:56 -450"),
            ("20160912", "123456", "2016-09-12T12:34:56"),
            ("2016-09-12", "12:34:56+02:00", "2016-09-12T12:34:56 120"),
            ("2016-09-12", "12:34:56", "2016-09-12T12:34:56"),
            ("20160912", "12:34:56+02:00", "2016-09-12T12:34:56 120"),
            ("20160912\0", "000000+0000\0", "2016-09-12T00:00:00 0"),
            ("20160912", nil, "2016-09-12T00:00:00 day"),
            ("2016-09-12", nil, "2016-09-12T00:00:00 day"),
            ("20160912", "", "2016-09-12T00:00:00 day"),
            ("20160912", "           ", "2016-09-12T00:00:00 day"),
            ("20160912", "250000", "2016-09-12T00:00:00 day"),
            ("20160900", nil, "2016-09-01T00:00:00 month"),
            ("20160000", "123456", "2016-01-01T00:00:00 year"),
        ] as [(String, String?, String)]
    )
    func reads(day: String, time: String?, expected: String) throws {
        #expect(summary(try IPTCDate(day: day, time: time, latest: latest2024).date) == expected)
    }

    @Test(
        "that are none say why",
        arguments: [
            ("00000000", "000000+0000", DateRejection.unset), ("00000000", nil, .unset), ("", nil, .blank),
            ("20161301", nil, .outsideCalendar), ("20150229", "120000", .outsideCalendar),
            ("20250101", "000000", .future), ("20240617", "030000", .future),
            ("19700101", "000000+0000", .unixEpoch),
            ("2016091", nil, .unreadable),
            ("yesterday", "123456", .unreadable),
        ] as [(String, String?, DateRejection)]
    )
    func rejects(day: String, time: String?, reason: DateRejection) {
        #expect(throws: reason) { try IPTCDate(day: day, time: time, latest: latest2024) }
    }
}

@Suite("Dates with a spelled month")
struct SpelledDateTests {
    @Test(
        "are read in the forms of mails, programs and people",
        arguments: [
            ("Mon, 12 Sep 2016 12:34:56 +0200", "2016-09-12T12:34:56 120"),
            ("Mon, 12 Sep 2016 12:34:56 -0730", "2016-09-12T12:34:56 -450"),
            ("Mon, 12 Sep 2016 12:34:56 GMT", "2016-09-12T12:34:56 0"),
            ("Mon, 12 Sep 2016 12:34:56 UT", "2016-09-12T12:34:56 0"),
            ("Mon, 12 Sep 2016 12:34:56 Z", "2016-09-12T12:34:56 0"),
            ("Mon, 12 Sep 2016 12:34:56 EST", "2016-09-12T12:34:56 -300"),
            ("Mon, 12 Sep 2016 12:34:56 PDT", "2016-09-12T12:34:56 -420"),
            ("Mon, 12 Sep 2016 12:34:56 CEST", "2016-09-12T12:34:56"),
            ("Mon, 12 Sep 2016 12:34:56 +0200 (CEST)", "2016-09-12T12:34:56 120"),
            ("Mon, 12 Sep 2016 12:34", "2016-09-12T12:34:00 minute"),
            ("12 Sep 2016 12:34:56", "2016-09-12T12:34:56"),
            ("12 Sep 2016 12:34:56.78", "2016-09-12T12:34:56.78"),
            ("12 September 2016", "2016-09-12T00:00:00 day"),
            ("2 Sept 2016", "2016-09-02T00:00:00 day"),
            ("September 2016", "2016-09-01T00:00:00 month"),
            ("Monday, September 12, 2016 2:34:56 PM", "2016-09-12T14:34:56"),
            ("Monday, 12-Sep-2016 12:34:56 GMT", "2016-09-12T12:34:56 0"),
            ("Mon Sep 12 12:34:56 2016\n", "2016-09-12T12:34:56"),
            ("MON SEP 12 12:34:56 2016\n\0", "2016-09-12T12:34:56"),
            ("Mon Sep  2 12:34:56 CEST 2016", "2016-09-02T12:34:56"),
        ]
    )
    func reads(text: String, expected: String) throws {
        #expect(summary(try SpelledDate(text, latest: latest2024).date) == expected)
        #expect(summary(try DateText.ofAnyForm(text, latest: latest2024)) == expected)
    }

    @Test(
        "stand beside those in digits",
        arguments: [
            ("2016-09-12T12:34:56+02:00", "2016-09-12T12:34:56 120"),
            ("2016:09:12 12:34:56", "2016-09-12T12:34:56"), ("2016-09-12", "2016-09-12T00:00:00 day"),
        ]
    )
    func digits(text: String, expected: String) throws {
        #expect(summary(try DateText.ofAnyForm(text, latest: latest2024)) == expected)
    }

    @Test(
        "that are none say why",
        arguments: [
            ("Mon, 31 Sep 2016 12:34:56", DateRejection.outsideCalendar), ("12 Sep 2099", .future),
            ("1 Jan 1970 00:00:00 GMT", .unixEpoch), ("1 Jan 1904", .macintoshEpoch), ("12 Sep 0000", .unset),
            ("Mon, 12 Sep 16 12:34:56", .unreadable), ("12 Foo 2016", .unreadable), ("12 2016", .unreadable),
            ("Sep Oct 2016", .unreadable), ("Sep 2016 2017", .unreadable), ("+0200 Sep 2016", .unreadable),
            ("Sep", .unreadable), ("last summer", .unreadable), ("09/12/16", .unreadable),
            ("Ma 2016", .unreadable),
        ]
    )
    func rejects(text: String, reason: DateRejection) {
        #expect(throws: reason) { try SpelledDate(text, latest: latest2024) }
    }

    @Test("of chance words are read or rejected, and never stop the program")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let words = [
            "Mon,", "12", "Sep", "2016", "12:34:56", "+0200", "GMT", "PM", "-", "12-Sep-2016", ":", "(x)",
            "\0",
            "é", "99", "-0000", "2016-09-12", "\u{301}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...7, using: &generator))
                .map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
            guard let date = try? DateText.ofAnyForm(text, latest: latest2024) else { continue }
            #expect(date.localTime <= latest2024, "seed \(seed): \(text)")
        }
    }
}
