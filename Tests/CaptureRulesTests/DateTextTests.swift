import PhotoModel
import TestSupport
import Testing

@testable import CaptureRules

@Suite("Date texts")
struct DateTextTests {
    @Test(
        "are read in every form that cameras and programs write",
        arguments: [
            ("2016:09:12 12:34:56", "2016-09-12T12:34:56"),
            ("2016-09-12 12:34:56", "2016-09-12T12:34:56"),
            ("2016/09/12 12:34:56", "2016-09-12T12:34:56"),
            ("2005.09.15 16:28:54", "2005-09-15T16:28:54"),
            ("2005.09.15 16.28.54", "2005-09-15T16:28:54"),
            ("1997:08:25:13:12:50", "1997-08-25T13:12:50"),
            ("2016:09:12T12:34:56", "2016-09-12T12:34:56"),
            ("2015-06-29T18:19:12+01:00", "2015-06-29T18:19:12 60"),
            ("2016:09:12 12:34:56Z", "2016-09-12T12:34:56 0"),
            ("2016:09:12 12:34:56.78-0730", "2016-09-12T12:34:56.78 -450"),
            ("2016:09:12 12:34:56,5", "2016-09-12T12:34:56.5"),
            ("2016:09:12 12:34:56.123456789", "2016-09-12T12:34:56.123456"),
            ("2016:09:12 12:34:56\0", "2016-09-12T12:34:56"),
            ("2016:09:12 12:34:56   ", "2016-09-12T12:34:56"),
            ("2016:09:12 12:34:56\0\0junk", "2016-09-12T12:34:56"),
            ("2016:09:12 12:34:56 DST", "2016-09-12T12:34:56"),
            ("  2016:09:12  12:34:56", "2016-09-12T12:34:56"),
            ("2016: 9: 2  1: 2: 3", "2016-09-02T01:02:03"),
            ("2016:9:2 1:2:3", "2016-09-02T01:02:03"),
            ("2016:09:12 02:34:56 PM", "2016-09-12T14:34:56"),
            ("2016:09:12 12:34:56 am", "2016-09-12T00:34:56"),
            ("2016:09:12 02:34:56 PM.", "2016-09-12T14:34:56"),
            ("2016:09:12 12:34:56 America/Manaus", "2016-09-12T12:34:56"),
            ("2016:09:12 13:34:56 America/Manaus", "2016-09-12T13:34:56"),
            ("2016:09:12 05:34:56 Pmelbourne", "2016-09-12T05:34:56"),
            ("2016:09:12 12:34:56 AM\u{E9}rique", "2016-09-12T12:34:56"),
            ("2016:09:12 02:34:56 PM2", "2016-09-12T02:34:56"),
            ("2016:12:31 23:59:60", "2016-12-31T23:59:59"),
            ("2016:09:12 12:34", "2016-09-12T12:34:00 minute"),
            ("2016-09-12T12:34+02:00", "2016-09-12T12:34:00 120 minute"),
            ("2016:09:12 12:34:  ", "2016-09-12T12:34:00 minute"),
            ("2016:09:12 12", "2016-09-12T12:00:00 hour"),
            ("2016:09:12", "2016-09-12T00:00:00 day"),
            ("2016:09:12   :  :  ", "2016-09-12T00:00:00 day"),
            ("2016:09:12 00:00:00", "2016-09-12T00:00:00"),
            ("2016-09-12T12+02:00", "2016-09-12T12:00:00 120 hour"),
            ("2016:09:12 2 PM", "2016-09-12T14:00:00 hour"),
            ("2004-12", "2004-12-01T00:00:00 month"),
            ("2004:12:00 00:00:00", "2004-12-01T00:00:00 month"),
            ("2004:12:  ", "2004-12-01T00:00:00 month"),
            ("2004", "2004-01-01T00:00:00 year"),
            ("2004:00:00 00:00:00", "2004-01-01T00:00:00 year"),
            ("1904", "1904-01-01T00:00:00 year"),
            ("1970:01:01 00:00:01", "1970-01-01T00:00:01"),
            ("1826:01:01 00:00:00", "1826-01-01T00:00:00"),
            ("1899:12:30", "1899-12-30T00:00:00 day"),
            ("1899:12:30 00:00:01", "1899-12-30T00:00:01"),
            ("2024:06:16 12:00:00", "2024-06-16T12:00:00"),
        ]
    )
    func reads(text: String, expected: String) throws {
        #expect(summary(try DateText(text, latest: latest2024)) == expected)
    }

    @Test(
        "keep their day where the time is none",
        arguments: [
            "2016:09:12 24:00:00", "2016:09:12 12:60:00", "2016:09:12 13:00:00 PM", "2016:09:12 12:34:567",
            "2016:09:12 12:34 o'clock", "2016:09:12 12:34 Amsterdam", "2016.09.12 16:28:M4",
            "2016.09.12 a6:28:54", "2016-09-12Z", "2016-09-12+02:00", "2016:09:12T          ",
        ]
    )
    func impossibleTimes(text: String) throws {
        #expect(summary(try DateText(text, latest: latest2024)) == "2016-09-12T00:00:00 day")
    }

    @Test("before photography are a painting's, where somebody may have said them")
    func paintings() throws {
        #expect(throws: DateRejection.beforePhotography) { try DateText("1750", latest: latest2024) }
        let date = try DateText("1750-06-01T12:00:00", latest: latest2024, mayPrecedePhotography: true)
        #expect(summary(date) == "1750-06-01T12:00:00")
        for epoch in ["1601-01-01T00:00:00", "1899-12-30T00:00:00.0"] {
            #expect(throws: DateRejection.windowsEpoch) {
                try DateText(epoch, latest: latest2024, mayPrecedePhotography: true)
            }
        }
    }

    @Test(
        "that are none say why",
        arguments: [
            ("", DateRejection.blank), ("   ", .blank), ("    :  :     :  :  ", .blank), ("\0\0\0", .blank),
            ("0000:00:00 00:00:00", .unset), ("0000:00:00", .unset), ("0001:01:01 00:00:00", .unset),
            ("1904:01:01 00:00:00", .macintoshEpoch), ("1904:01:01 01:00:00", .macintoshEpoch),
            ("1904:01:01 24:00:00", .macintoshEpoch),
            ("1970:01:01 00:00:00", .unixEpoch), ("1970:01:01", .unixEpoch),
            ("1601:01:01 00:00:00", .windowsEpoch), ("1899:12:30 00:00:00", .windowsEpoch),
            ("0002:11:30 00:00:00", .beforePhotography), ("0002:11:30", .beforePhotography),
            ("1600:12:31 19:00:00", .beforePhotography), ("1825:12:31 23:59:59", .beforePhotography),
            ("2024:06:18 12:00:00", .future), ("9999:12:31 23:59:59", .future),
            ("06:01:1998", .unreadable), ("2008W06:13 10:53:40", .unreadable),
            ("2008:0Z:08 09:42:29", .unreadable),
            ("yesterday", .unreadable), ("20160912", .unreadable), ("2016:09:123", .unreadable),
            ("2016:00:12 12:34:56", .unreadable), ("2016:09:00 12:34:56", .unreadable),
            ("2016:13:01 00:00:00", .outsideCalendar), ("2015:02:29 00:00:00", .outsideCalendar),
            ("2016:02:30 24:00:00", .outsideCalendar),
        ]
    )
    func rejects(text: String, reason: DateRejection) {
        #expect(throws: reason) { try DateText(text, latest: latest2024) }
    }

    @Test(
        "take the sub-seconds and the offset that belong to them",
        arguments: [
            ("78", "+02:00", "2016-09-12T12:34:56.78 120"),
            ("078   ", "-0730", "2016-09-12T12:34:56.078 -450"),
            ("8606271", "Z", "2016-09-12T12:34:56.860627 0"),
            ("00", "+5:30", "2016-09-12T12:34:56.00 330"),
            ("", "", "2016-09-12T12:34:56"),
            ("   ", "   :  ", "2016-09-12T12:34:56"),
            ("x", "+2", "2016-09-12T12:34:56 120"),
            (nil, "+24:00", "2016-09-12T12:34:56"),
            (nil, "+02:0", "2016-09-12T12:34:56"),
            (nil, "02:00", "2016-09-12T12:34:56"),
        ] as [(String?, String?, String)]
    )
    func pairs(subseconds: String?, offset: String?, expected: String) throws {
        let field = EmbeddedFacts.DateField(
            text: "2016:09:12 12:34:56",
            subseconds: subseconds,
            offset: offset
        )
        #expect(summary(try DateText(field, latest: latest2024)) == expected)
    }

    @Test("let their own fields win over what stands in the text")
    func fieldsWin() throws {
        let field = EmbeddedFacts.DateField(
            text: "2016:09:12 12:34:56.9+01:00",
            subseconds: "12",
            offset: "+02:00"
        )
        #expect(summary(try DateText(field, latest: latest2024)) == "2016-09-12T12:34:56.12 120")
    }

    @Test("give sub-seconds to whole seconds only")
    func coarseDatesTakeNoFraction() throws {
        let field = EmbeddedFacts.DateField(text: "2016:09:12", subseconds: "12")
        #expect(summary(try DateText(field, latest: latest2024)) == "2016-09-12T00:00:00 day")
    }

    @Test("keep the fraction of times before 1970")
    func fractionBefore1970() throws {
        let field = EmbeddedFacts.DateField(text: "1955:03:04 05:06:07", subseconds: "25")
        #expect(summary(try DateText(field, latest: latest2024)) == "1955-03-04T05:06:07.25")
    }

    @Test("of chance bytes are read or rejected, and never stop the program")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789012:::-/. TZ+ampAPM\0\u{e9}".utf8) + [0xFF]
        for _ in 0..<20_000 {
            let bytes = generator.bytes(upTo: 30, from: alphabet)
            let text = String(decoding: bytes, as: UTF8.self)
            let field = EmbeddedFacts.DateField(
                text: Bool.random(using: &generator) ? text : "2016:09:12 12:34:56" + text,
                subseconds: text,
                offset: text
            )
            guard let date = try? DateText(field, latest: latest2024) else { continue }
            #expect(
                date.localTime <= latest2024 && (0...6).contains(date.fractionDigits),
                "seed \(seed): \(bytes)"
            )
            #expect(abs(date.offsetMinutes ?? 0) < 16 * 60, "seed \(seed): \(bytes)")
        }
    }
}
