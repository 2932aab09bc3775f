import PhotoModel
import TestSupport
import Testing

@testable import CaptureRules

/// 2016-03-04T05:06:07.5Z
private let modified: Int64 = 1_457_067_967_500_000_000
private let dated = FileName("IMG_20150102_030405.jpg")
private let plain = FileName("DSC_0001.JPG")

@Suite("The capture date")
struct CaptureDateRuleTests {
    private let rule = CaptureDateRule(zones: CaptureZones(home: .utc), now: noon2024)

    /// Facts in which every source has a date of its own, by its minute.
    private var everything: CaptureSubject {
        var sidecar = EmbeddedFacts()
        sidecar.xmpOriginal = "2016-09-12T12:01:00+02:00"
        sidecar.xmpCreated = "2016-09-12T12:02:00"
        sidecar.xmpDigitized = "2016-09-12T12:03:00"
        sidecar.xmpModified = "2016-09-12T12:59:00"
        var facts = EmbeddedFacts()
        facts.original = .init(text: "2016:09:12 12:04:00", subseconds: "78", offset: "+02:00")
        facts.xmpOriginal = "2016-09-12T12:05:00.5-07:00"
        facts.xmpCreated = "2016-09-12T12:06:00"
        facts.iptcDate = "20160912"
        facts.iptcTime = "120700+0100"
        facts.digitized = .init(text: "2016:09:12 12:08:00", subseconds: "12", offset: "+01:00")
        facts.xmpDigitized = "2016-09-12T12:09:00"
        facts.quickTimeCreation = "2016-09-12T12:10:00+0300"
        facts.recorded = "Mon Sep 12 12:11:00 2016"
        facts.movieHeader = "2016-09-12T12:12:00.000000Z"
        facts.modified = .init(text: "2016:09:12 12:13:00")
        facts.xmpModified = "2016-09-12T12:14:00"
        facts.pngCreation = "Mon, 12 Sep 2016 12:15:00 +0200"
        facts.pngModified = "2016:09:12 12:16:00"
        return CaptureSubject(
            facts: facts,
            sidecar: sidecar,
            fileName: dated,
            modificationTime: modified,
            overlay: CaptureDate(
                localTime: LocalTime(microseconds: 1_000_000_000_000_000),
                source: .exifOriginal,
                precision: .month
            ),
            companionOffset: 540
        )
    }

    /// The sources in the order of trust, each taken away after it won.
    private static let order: [(DateSource, String, @Sendable (inout CaptureSubject) -> Void)] = [
        (.overlay, "2001-09-09T01:46:40 month", { $0.overlay = nil }),
        (.sidecar, "2016-09-12T12:01:00 120", { $0.sidecar?.xmpOriginal = nil }),
        (.sidecar, "2016-09-12T12:02:00", { $0.sidecar?.xmpCreated = nil }),
        (.sidecar, "2016-09-12T12:03:00", { $0.sidecar?.xmpDigitized = nil }),
        (.exifOriginal, "2016-09-12T12:04:00.78 120", { $0.facts?.original = nil }),
        (.xmpOriginal, "2016-09-12T12:05:00.5 -420", { $0.facts?.xmpOriginal = nil }),
        (.xmpCreated, "2016-09-12T12:06:00", { $0.facts?.xmpCreated = nil }),
        (.iptcCreated, "2016-09-12T12:07:00 60", { $0.facts?.iptcDate = nil }),
        (.exifDigitized, "2016-09-12T12:08:00.12 60", { $0.facts?.digitized = nil }),
        (.xmpDigitized, "2016-09-12T12:09:00", { $0.facts?.xmpDigitized = nil }),
        (.quickTimeCreation, "2016-09-12T12:10:00 180", { $0.facts?.quickTimeCreation = nil }),
        (.recorded, "2016-09-12T12:11:00", { $0.facts?.recorded = nil }),
        (.companion, "2016-09-12T21:12:00 540", { $0.companionOffset = nil }),
        (.movieHeader, "2016-09-12T12:12:00 0", { $0.facts?.movieHeader = nil }),
        (.exifModified, "2016-09-12T12:13:00", { $0.facts?.modified = nil }),
        (.xmpModified, "2016-09-12T12:14:00", { $0.facts?.xmpModified = nil }),
        (.pngCreation, "2016-09-12T12:15:00 120", { $0.facts?.pngCreation = nil }),
        (.pngTime, "2016-09-12T12:16:00", { $0.facts?.pngModified = nil }),
        (.fileName, "2015-01-02T03:04:05", { $0.fileName = plain }),
        (.modificationTime, "2016-03-04T05:06:07 0", { $0.modificationTime = 0 }),
    ]

    @Test("comes from the first source that has one")
    func order() {
        var subject = everything
        for (source, expected, remove) in Self.order {
            let date = rule.decide(subject)
            #expect(date.source == source && summary(date) == expected)
            remove(&subject)
        }
        #expect(rule.decide(subject) == .undated)
    }

    @Test("is explained with all sources in that order, the first of them accepted")
    func explainedOrder() {
        let candidates = rule.explain(everything).candidates
        #expect(candidates.map(\.source) == Self.order.map(\.0))
        #expect(candidates.map(\.verdict) == [.accepted] + Array(repeating: .outranked, count: 19))
    }

    @Test("falls to the next source where one holds no date")
    func fallThrough() {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: dated, modificationTime: modified)
        subject.sidecar = EmbeddedFacts()
        subject.sidecar?.xmpOriginal = "0000-00-00"
        subject.facts?.original = .init(text: "    :  :     :  :  ", subseconds: "78", offset: "+02:00")
        subject.facts?.xmpOriginal = "x"
        subject.facts?.xmpCreated = "2099-01-01"
        subject.facts?.iptcDate = "00000000"
        subject.facts?.digitized = .init(text: "1904:01:01 00:00:00")
        subject.facts?.quickTimeCreation = "1970-01-01T00:00:00Z"
        subject.facts?.recorded = "Mon Sep 31 12:00:00 2016"
        subject.facts?.movieHeader = "1904-01-01T00:00:00.000000Z"
        subject.facts?.modified = .init(text: "2016:09:14 12:34:56")
        let date = rule.decide(subject)
        #expect(date.source == .exifModified && summary(date) == "2016-09-14T12:34:56")
        #expect(
            rule.explain(subject).candidates.prefix(10).map(\.verdict) == [
                .rejected(.unset), .rejected(.blank), .rejected(.unreadable), .rejected(.future),
                .rejected(.unset), .rejected(.macintoshEpoch), .rejected(.unixEpoch),
                .rejected(.outsideCalendar), .rejected(.macintoshEpoch), .accepted,
            ]
        )
    }

    @Test("whose time is none is a day, of which another source may know the time")
    func impossibleTime() {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: plain, modificationTime: modified)
        subject.facts?.original = .init(text: "2016:09:12 24:00:00", subseconds: "78")
        #expect(summary(rule.decide(subject)) == "2016-09-12T00:00:00 day")
        subject.facts?.modified = .init(text: "2016:09:12 12:34:56")
        let date = rule.decide(subject)
        #expect(date.source == .exifOriginal && summary(date) == "2016-09-12T12:34:56")
    }

    @Test("before photography is nobody's but XMP's, where somebody may have dated a painting")
    func beforePhotography() {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: dated, modificationTime: modified)
        subject.facts?.original = .init(text: "1750:06:01 12:00:00")
        subject.facts?.digitized = .init(text: "0002:11:30 00:00:00")
        subject.facts?.modified = .init(text: "1899:12:30 00:00:00")
        #expect(rule.decide(subject).source == .fileName)
        subject.facts?.xmpOriginal = "1750-06-01T12:00:00"
        #expect(summary(rule.decide(subject)) == "1750-06-01T12:00:00")
        subject.sidecar = EmbeddedFacts()
        subject.sidecar?.xmpOriginal = "1503"
        #expect(summary(rule.decide(subject)) == "1503-01-01T00:00:00 year")
    }

    @Test(
        "of XMP may be a part of one",
        arguments: [
            ("2016-09-12T12:34:56.78+02:00", "2016-09-12T12:34:56.78 120"),
            ("2016-09-12T12:34:56Z", "2016-09-12T12:34:56 0"),
            ("2016-09-12T12:34-05:00", "2016-09-12T12:34:00 -300 minute"),
            ("2016-09-12", "2016-09-12T00:00:00 day"),
            ("2016-09", "2016-09-01T00:00:00 month"),
            ("2016", "2016-01-01T00:00:00 year"),
        ]
    )
    func partialXMP(text: String, expected: String) {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: plain, modificationTime: modified)
        subject.facts?.xmpCreated = text
        #expect(summary(rule.decide(subject)) == expected)
    }

    @Test(
        "of an AVI's clock is spelled or of digits",
        arguments: [
            ("Mon Sep 12 12:34:56 2016", "2016-09-12T12:34:56"),
            ("MON SEP  5 12:34:56 2016", "2016-09-05T12:34:56"),
            ("2016:09:12 12:03:15", "2016-09-12T12:03:15"), ("2016-09-12  12:03:15", "2016-09-12T12:03:15"),
        ]
    )
    func recorded(text: String, expected: String) {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: plain, modificationTime: modified)
        subject.facts?.recorded = text
        let date = rule.decide(subject)
        #expect(date.source == .recorded && summary(date) == expected)
    }

    @Test("of EXIF borrows no offset and no fraction from an XMP date of the same second")
    func borrowsNothing() {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: plain, modificationTime: modified)
        subject.facts?.original = .init(text: "2016:09:12 12:34:56")
        subject.facts?.xmpOriginal = "2016-09-12T12:34:56.78+02:00"
        let date = rule.decide(subject)
        #expect(date.source == .exifOriginal && summary(date) == "2016-09-12T12:34:56")
    }

    @Test("is no modification time that nobody has given", arguments: [0, -1_000_000_000, Int64.min])
    func noModificationTime(time: Int64) {
        let subject = CaptureSubject(facts: nil, fileName: plain, modificationTime: time)
        #expect(rule.decide(subject) == .undated)
    }

    @Test("that is a day without a time has the time of the next source of that day that knows it")
    func dayAndTime() {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: plain, modificationTime: modified)
        subject.facts?.xmpCreated = "2016-09-12"
        subject.facts?.iptcDate = "20160912"
        subject.facts?.digitized = .init(text: "2016:09:13 11:12:13")
        subject.facts?.xmpDigitized = "2016-09-12T12:34:56.78+02:00"
        subject.facts?.modified = .init(text: "2016:09:12 23:59:59")
        let date = rule.decide(subject)
        #expect(date.source == .xmpCreated && summary(date) == "2016-09-12T12:34:56.78 120")
        let explained = rule.explain(subject)
        #expect(explained.date == date)
        #expect(
            explained.candidates.map(\.verdict)
                == [
                    .accepted, .outranked, .outranked, .completing, .outranked, .rejected(.noPattern),
                    .outranked,
                ]
        )
        #expect(explained.candidates[3].reason == "the time of the day that an earlier source gives")
        // A month is not made a day, nor a day of one source that of another.
        subject.facts?.xmpCreated = "2016-09"
        #expect(summary(rule.decide(subject)) == "2016-09-01T00:00:00 month")
        subject.facts?.xmpCreated = "1988-12-01"
        #expect(summary(rule.decide(subject)) == "1988-12-01T00:00:00 day")
        // Days before 1970 begin at midnight, too.
        subject.facts?.modified = .init(text: "1965:12:01 23:59:59")
        subject.facts?.xmpCreated = "1965-12-01"
        #expect(summary(rule.decide(subject)) == "1965-12-01T23:59:59")
        // A name and a modification time are sources like others.
        subject = CaptureSubject(
            facts: nil,
            fileName: FileName("IMG-20160304-WA0001.jpg"),
            modificationTime: modified
        )
        #expect(summary(rule.decide(subject)) == "2016-03-04T05:06:07 0")
        #expect(rule.decide(subject).source == .fileName)
    }

    @Test("that lies in the future is asked for again in the hour when the first of its kind no longer does")
    func expiry() {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: plain, modificationTime: modified)
        #expect(rule.decideWithExpiry(subject).expiry == nil)
        subject.facts?.original = .init(text: "2098:01:01 12:00:00")
        subject.facts?.digitized = .init(text: "2031:05:06 12:00:00")
        subject.facts?.modified = .init(text: "2020:05:06 12:00:00")
        subject.facts?.xmpModified = "2027-01-01"
        let (date, expiry) = rule.decideWithExpiry(subject)
        #expect(date.source == .exifModified)
        // 2031-05-06 12:00 in the easternmost zone, and a day before: less 38 hours, in the hour behind that.
        let hour: Int64 = 1_935_831_600 - 38 * 3600 + 3600
        #expect(
            expiry.map { $0 % 3600 == 0 && abs($0 - hour) <= 3600 } == true,
            "\(String(describing: expiry))"
        )
        if let expiry {
            let then = CaptureDateRule(zones: CaptureZones(home: .utc), now: expiry * 1_000_000_000)
            #expect(then.decideWithExpiry(subject).date.source == .exifDigitized)
            #expect(then.decideWithExpiry(subject).expiry.map { $0 > expiry } == true)
            let before = CaptureDateRule(
                zones: CaptureZones(home: .utc),
                now: (expiry - 2 * 3600) * 1_000_000_000
            )
            #expect(before.decideWithExpiry(subject).date.source == .exifModified)
        }
        // A modification time in the future, and nothing else.
        let undated = CaptureSubject(facts: nil, fileName: plain, modificationTime: 1_900_000_000_000_000_000)
        #expect(rule.decideWithExpiry(undated).date == .undated)
        #expect(
            rule.decideWithExpiry(undated).expiry.map { (1_899_800_000..<1_900_000_000).contains($0) } == true
        )
        // Whatever is decided with less trust than what won may be what it likes.
        subject.facts?.original = .init(text: "2016:01:01 12:00:00")
        #expect(rule.decideWithExpiry(subject).expiry == nil)
    }

    /// Asked at its expiry a date is believed, and an hour before it is not.
    private func expectExpiry(
        _ expiry: Int64?,
        at second: Int64,
        _ subject: CaptureSubject,
        _ zones: CaptureZones,
        becomes source: DateSource,
        _ comment: Comment
    ) {
        // The full hour behind.
        let expected = (second + 3599) / 3600 * 3600
        #expect(expiry == expected, comment)
        for (hours, isBelieved) in [(Int64(-1), false), (0, true), (1, true)] {
            let now = (expected + hours * 3600) * 1_000_000_000
            let then = CaptureDateRule(zones: zones, now: now).decideWithExpiry(subject)
            #expect((then.date.source == source) == isBelieved, comment)
            #expect(isBelieved || then.expiry == expected, comment)
        }
    }

    /// Seconds.
    private static let aheads: [Int64] = [86_401, 108_000, 133_200, 136_800, 140_400, 360_001, 252_000_000]
    private static let homes = ["UTC0", "<+14>-14", "<-12>12", "EST5EDT,M3.2.0,M11.1.0"]

    @Test(
        "that is an instant in the future is believed a day before it, wherever home is, and asked for again then",
        arguments: homes,
        aheads
    )
    func expiryOfInstants(home: String, ahead: Int64) throws {
        let zones = CaptureZones(home: try ZoneOffsets(rule: home))
        let rule = CaptureDateRule(zones: zones, now: noon2024)
        let instant = noon2024 / 1_000_000_000 + ahead
        let day: Int64 = 24 * 3600
        let file = CaptureSubject(
            facts: nil,
            fileName: plain,
            modificationTime: instant * 1_000_000_000
        )
        #expect(rule.decide(file) == .undated)
        expectExpiry(
            rule.decideWithExpiry(file).expiry,
            at: instant - day,
            file,
            zones,
            becomes: .modificationTime,
            "file"
        )
        var video = CaptureSubject(facts: EmbeddedFacts(), fileName: plain, modificationTime: modified)
        video.facts?.movieHeader = LocalTime(microseconds: instant * 1_000_000).text() + "Z"
        for (offset, source) in [(nil, DateSource.movieHeader), (-720, .companion), (840, .companion)] {
            video.companionOffset = offset
            let (date, expiry) = rule.decideWithExpiry(video)
            #expect(date.source == .modificationTime)
            expectExpiry(expiry, at: instant - day, video, zones, becomes: source, "video")
        }
    }

    @Test(
        "that lies in the future beside others is asked for again when the nearest is believed, instant or not"
    )
    func expiryOfSeveral() throws {
        let zones = CaptureZones(home: .utc)
        let now = noon2024 / 1_000_000_000
        func text(_ second: Int64) -> String { LocalTime(microseconds: second * 1_000_000).text() }
        var subject = CaptureSubject(
            facts: EmbeddedFacts(),
            fileName: plain,
            modificationTime: (now + 50 * 3600) * 1_000_000_000
        )
        subject.facts?.original = .init(text: text(now + 9000 * 3600))
        subject.facts?.modified = .init(text: text(now + 60 * 3600))
        // The instant is believed 24 hours before it, a wall clock 38 hours before what it shows.
        var expiry = rule.decideWithExpiry(subject).expiry
        expectExpiry(expiry, at: now + 22 * 3600, subject, zones, becomes: .exifModified, "wall clock")
        subject.facts?.modified = .init(text: text(now + 70 * 3600))
        expiry = rule.decideWithExpiry(subject).expiry
        expectExpiry(expiry, at: now + 26 * 3600, subject, zones, becomes: .modificationTime, "instant")
        subject.facts?.modified = nil
        subject.facts?.movieHeader = text(now + 45 * 3600) + "Z"
        expiry = rule.decideWithExpiry(subject).expiry
        expectExpiry(expiry, at: now + 21 * 3600, subject, zones, becomes: .movieHeader, "video")
    }

    @Test("is not when a sidecar was changed")
    func changedSidecar() {
        var subject = CaptureSubject(facts: nil, fileName: plain, modificationTime: modified)
        subject.sidecar = EmbeddedFacts()
        subject.sidecar?.xmpModified = "2020-01-01T00:00:00"
        #expect(rule.decide(subject).source == .modificationTime)
        #expect(rule.explain(subject).candidates.allSatisfy { $0.source != .sidecar })
    }

    @Test("is undated where nothing has one", arguments: [0, -1, -1_000_000_000, 999_999_999])
    func undated(modificationTime: Int64) {
        let date = rule.decide(
            CaptureSubject(facts: nil, fileName: plain, modificationTime: modificationTime)
        )
        #expect(date == .undated)
        #expect(date.source == .none)
        #expect(date.monthKey == .undated)
    }

    @Test("takes a modification time a day in the future, and none beyond")
    func futureModification() {
        func date(_ modificationTime: Int64) -> CaptureDate {
            rule.decide(CaptureSubject(facts: nil, fileName: plain, modificationTime: modificationTime))
        }
        let day: Int64 = 86_400_000_000_000
        #expect(summary(date(noon2024 + day)) == "2024-06-16T12:00:00 0")
        #expect(date(noon2024 + day + 1_000_000_000).source == .none)
        #expect(date(.max).source == .none)
        #expect(date(.min) == .undated && date(.min + 1).monthKey == MonthKey(year: 1677, month: 9))
    }

    @Test("of a photo taken today in the easternmost zone is not in the future")
    func easternmost() {
        var subject = CaptureSubject(facts: EmbeddedFacts(), fileName: plain, modificationTime: 0)
        // At noon UTC it is 02:00 of the next day there.
        subject.facts?.original = .init(text: "2024:06:16 02:00:00")
        #expect(rule.decide(subject).source == .exifOriginal)
    }

    @Test("is explained with every candidate and why it lost")
    func reasoning() {
        var facts = EmbeddedFacts()
        facts.original = .init(text: "0000:00:00 00:00:00", subseconds: "78", offset: "+02:00")
        facts.iptcDate = "20160913"
        facts.iptcTime = "123456+0100"
        facts.modified = .init(text: "2016:09:14 12:34:56")
        let reasoning = rule.explain(
            CaptureSubject(facts: facts, fileName: plain, modificationTime: modified)
        )
        #expect(reasoning.date.source == .iptcCreated)
        let lines = reasoning.candidates.map {
            "\($0.source.name) | \($0.value) | \($0.verdict.name) | \($0.reason)"
        }
        #expect(
            lines == [
                "exif:DateTimeOriginal | 0000:00:00 00:00:00.78 +02:00 | rejected | "
                    + "the clock was never set (year 0000 or 0001)",
                "iptc:DateCreated | 20160913 123456+0100 | accepted | the first source with a date",
                "exif:DateTime | 2016:09:14 12:34:56 | outranked | a date, but an earlier source has one",
                "filename | DSC_0001.JPG | rejected | the name holds no date in a known form",
                "mtime | 2016-03-04T05:06:07Z | outranked | a date, but an earlier source has one",
            ]
        )
    }

    @Test("of a sidecar is explained with the property that has it")
    func sidecarReason() {
        var subject = CaptureSubject(facts: nil, fileName: plain, modificationTime: 0)
        subject.sidecar = EmbeddedFacts()
        subject.sidecar?.xmpCreated = "2016-09-12"
        #expect(
            rule.explain(subject).candidates.first?.reason
                == "the first source with a date; photoshop:DateCreated"
        )
    }

    @Test("is the same with and without its explanation")
    func agreement() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let texts: [String?] = [
            nil, nil, "", "2016:09:12 12:34:56", "0000:00:00 00:00:00", "1970:01:01 00:00:00",
            "2099:01:01 00:00:00", "2004", "junk", "Mon, 12 Sep 2016 12:34:56 EST", "20160912",
            "9999-12-31T23:59:59-15:00", "0002-01-01T00:00:00+15:00",
        ]
        func text() -> String? { texts.randomElement(using: &generator) ?? nil }
        let names = [
            plain, dated, FileName("2099-01-01.jpg"), FileName("IMG-20160912-WA0001.jpg"), FileName([0xFF]),
        ]
        let times: [Int64] = [0, -1, 1, modified, .max, .min, -2_082_844_800_000_000_000]
        let overlay = CaptureDate(
            localTime: latest2024,
            fractionDigits: 3,
            offsetMinutes: -90,
            source: .overlay
        )
        func facts() -> EmbeddedFacts {
            var facts = EmbeddedFacts()
            facts.original = text().map { .init(text: $0, subseconds: "78", offset: "+02:00") }
            facts.digitized = text().map { .init(text: $0) }
            facts.xmpCreated = text()
            facts.iptcDate = text()
            facts.iptcTime = text()
            facts.recorded = text()
            facts.movieHeader = text()
            facts.pngCreation = text()
            facts.latitude = 35
            return facts
        }
        for _ in 0..<5000 {
            let subject = CaptureSubject(
                facts: facts(),
                sidecar: Int.random(in: 0..<4, using: &generator) == 0 ? facts() : nil,
                fileName: names.randomElement(using: &generator) ?? plain,
                modificationTime: times.randomElement(using: &generator) ?? 0,
                overlay: Int.random(in: 0..<4, using: &generator) == 0 ? overlay : nil,
                companionOffset: [nil, 540, Int.max].randomElement(using: &generator) ?? nil
            )
            let date = rule.decide(subject)
            let reasoning = rule.explain(subject)
            #expect(reasoning.date == date, "seed \(seed)")
            let accepted = reasoning.candidates.filter { $0.verdict == .accepted }
            #expect(accepted.map(\.source) == (date.source == .none ? [] : [date.source]), "seed \(seed)")
        }
    }
}
