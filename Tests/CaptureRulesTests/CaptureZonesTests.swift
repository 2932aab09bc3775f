import PhotoModel
import Testing

@testable import CaptureRules

@Suite("Zones of capture dates")
struct CaptureZonesTests {
    private let tokyo: ZoneOffsets
    private let newYork: ZoneOffsets

    init() throws {
        tokyo = try ZoneOffsets(rule: "JST-9")
        newYork = try ZoneOffsets(rule: "EST5EDT,M3.2.0,M11.1.0")
    }

    /// 2026-11-21T12:00:00Z
    private let now: Int64 = 1_795_262_400_000_000_000

    private func rule(
        _ home: ZoneOffsets,
        name: String? = nil,
        isConfigured: Bool = false,
        knowsPositions: Bool = true
    ) -> CaptureDateRule {
        var zones = CaptureZones(home: home, homeName: name, isConfigured: isConfigured)
        if knowsPositions {
            let there = NamedZone(name: "Asia/Tokyo", offsets: tokyo)
            zones.zoneAt = { latitude, longitude in
                (34...36).contains(latitude) && (139...140).contains(longitude) ? there : nil
            }
        }
        return CaptureDateRule(zones: zones, now: now)
    }

    private func photo(_ text: String, offset: String? = nil) -> CaptureSubject {
        var facts = EmbeddedFacts()
        facts.original = .init(text: text, offset: offset)
        return CaptureSubject(facts: facts, fileName: FileName("a.jpg"), modificationTime: 0)
    }

    private func video(
        _ header: String,
        at position: (latitude: Double, longitude: Double)? = nil
    ) -> CaptureSubject {
        var facts = EmbeddedFacts()
        facts.movieHeader = header
        facts.latitude = position?.latitude
        facts.longitude = position?.longitude
        return CaptureSubject(facts: facts, fileName: FileName("a.mp4"), modificationTime: 0)
    }

    private func reason(_ rule: CaptureDateRule, _ subject: CaptureSubject) -> String? {
        rule.explain(subject).candidates.first { $0.verdict == .accepted }?.reason
    }

    private let turnOfTheYear = "2023-12-31T23:30:00.000000Z"

    @Test("move no written date: Sydney's first hours of July are July everywhere")
    func sydney() throws {
        for home in [ZoneOffsets.utc, tokyo, newYork] {
            let date = rule(home).decide(photo("2026:07:01 01:23:00", offset: "+10:00"))
            #expect(date.monthKey == MonthKey(year: 2026, month: 7))
            #expect(summary(date) == "2026-07-01T01:23:00 600")
        }
    }

    @Test("move no date without an offset: the last half hour of January is January everywhere")
    func noZone() throws {
        for home in [ZoneOffsets.utc, tokyo, newYork] {
            let date = rule(home).decide(photo("2024:01:31 23:30:00"))
            #expect(date.monthKey == MonthKey(year: 2024, month: 1) && date.offsetMinutes == nil)
        }
    }

    @Test("do not make December of the first half hour of January")
    func firstHalfHour() {
        for home in [ZoneOffsets.utc, tokyo, newYork] {
            let date = rule(home).decide(photo("2024:01:01 00:30:00", offset: "+02:00"))
            #expect(date.monthKey == MonthKey(year: 2024, month: 1))
        }
    }

    @Test("are those of a video's position")
    func position() {
        let subject = video(turnOfTheYear, at: (35.68, 139.69))
        let date = rule(.utc, name: "Etc/UTC", isConfigured: true).decide(subject)
        #expect(date.source == .movieHeader && date.monthKey == MonthKey(year: 2024, month: 1))
        #expect(summary(date) == "2024-01-01T08:30:00 540")
        #expect(
            reason(rule(.utc), subject)
                == "the first source with a date; UTC, in the zone of its position (Asia/Tokyo)"
        )
    }

    @Test("are those of the position that a sidecar gives, where it gives one")
    func sidecarPosition() {
        var subject = video(turnOfTheYear, at: (48.86, 2.35))
        subject.sidecar = EmbeddedFacts()
        subject.sidecar?.latitude = 35.68
        #expect(rule(.utc).decide(subject).offsetMinutes == 0)
        subject.sidecar?.longitude = 139.69
        #expect(rule(.utc).decide(subject).offsetMinutes == 540)
    }

    @Test("are the configured one without a position")
    func configured() {
        let rule = rule(tokyo, name: "Asia/Tokyo", isConfigured: true)
        let date = rule.decide(video(turnOfTheYear))
        #expect(date.monthKey == MonthKey(year: 2024, month: 1) && date.offsetMinutes == 540)
        #expect(
            reason(rule, video(turnOfTheYear))
                == "the first source with a date; UTC, in the configured zone (Asia/Tokyo)"
        )
    }

    @Test("are the system's where nothing else is known, and the reason says so")
    func system() {
        let date = rule(.utc).decide(video(turnOfTheYear))
        #expect(date.monthKey == MonthKey(year: 2023, month: 12) && date.offsetMinutes == 0)
        #expect(
            reason(rule(.utc), video(turnOfTheYear))
                == "the first source with a date; UTC, in the system's zone: "
                + "no position, no companion and no configured timezone tells another"
        )
    }

    @Test("of a position that nobody knows are not called those of no position")
    func unknownPosition() {
        let subject = video(turnOfTheYear, at: (48.86, 2.35))
        for rule in [rule(.utc, name: "Etc/UTC"), rule(.utc, name: "Etc/UTC", knowsPositions: false)] {
            #expect(
                reason(rule, subject) == "the first source with a date; UTC, in the system's zone (Etc/UTC): "
                    + "the zone of its position is not known, and no companion and no configured timezone "
                    + "tells another"
            )
        }
        #expect(
            reason(rule(tokyo, name: "Asia/Tokyo", isConfigured: true), subject)
                == "the first source with a date; UTC, in the configured zone (Asia/Tokyo)"
        )
    }

    @Test("are not looked up at 0°, 0°, where receivers are that know nothing")
    func nullIsland() {
        let zones = CaptureZones(home: tokyo) { _, _ in NamedZone(name: "Africa/Accra", offsets: .utc) }
        let subject = video(turnOfTheYear, at: (0, 0))
        #expect(CaptureDateRule(zones: zones, now: now).decide(subject).offsetMinutes == 540)
    }

    @Test("give way to the offset of the photo of the same name")
    func companion() {
        var subject = video(turnOfTheYear, at: (48.86, 2.35))
        subject.companionOffset = 540
        let date = rule(.utc, name: "Etc/UTC", isConfigured: true).decide(subject)
        #expect(date.source == .companion && summary(date) == "2024-01-01T08:30:00 540")
        #expect(
            reason(rule(.utc), subject) == "the first source with a date; "
                + "UTC, with the offset of the photo of the same name (+09:00)"
        )
    }

    @Test("follow the clocks: New York's summer and winter differ")
    func daylight() {
        let rule = rule(newYork, name: "America/New_York", isConfigured: true)
        #expect(summary(rule.decide(video("2024-07-01T03:30:00.000000Z"))) == "2024-06-30T23:30:00 -240")
        #expect(summary(rule.decide(video("2024-01-01T03:30:00.000000Z"))) == "2023-12-31T22:30:00 -300")
    }

    @Test(
        "cannot save a movie header that no clock wrote",
        arguments: [
            ("1904-01-01T00:00:00.000000Z", DateRejection.macintoshEpoch),
            ("1970-01-01T00:00:00.000000Z", .unixEpoch), ("2026-11-22T12:00:01Z", .future), ("", .blank),
            ("soon", .unreadable),
        ]
    )
    func unset(header: String, expected: DateRejection) {
        var subject = video(header)
        subject.companionOffset = 540
        let candidates = rule(tokyo, isConfigured: true).explain(subject).candidates
        #expect(candidates.first?.source == .companion && candidates.first?.verdict == .rejected(expected))
        #expect(candidates[1].source == .movieHeader && candidates[1].verdict == .rejected(expected))
    }

    @Test("leave a movie header without a time, which is no instant, as it is written")
    func dayOnly() {
        let date = rule(tokyo, isConfigured: true).decide(video("2016-09-12"))
        #expect(summary(date) == "2016-09-12T00:00:00 day")
    }

    @Test("move a modification time, which is an instant, and say where it is one")
    func modificationTime() {
        // 2016-09-30T23:30:00Z is October in Tokyo.
        let subject = CaptureSubject(
            facts: nil,
            fileName: FileName("a.jpg"),
            modificationTime: 1_475_278_200_000_000_000
        )
        let rule = rule(tokyo, name: "Asia/Tokyo")
        #expect(summary(rule.decide(subject)) == "2016-10-01T08:30:00 540")
        #expect(
            reason(rule, subject) == "the first source with a date; UTC, in the system's zone (Asia/Tokyo)"
        )
    }
}
