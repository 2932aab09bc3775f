import PhotoModel
import Testing

@testable import CaptureRules

@Suite("The capture date")
struct CaptureDateRuleTests {
    /// 2016-03-04T05:06:07.5Z
    private let modified: Int64 = 1_457_067_967_500_000_000
    private let rule = CaptureDateRule(zone: .utc, now: noon2024)

    private func facts(
        original: String? = nil,
        digitized: String? = nil,
        modified: String? = nil
    ) -> EmbeddedFacts {
        var facts = EmbeddedFacts()
        facts.original = original.map { .init(text: $0, subseconds: "78", offset: "+02:00") }
        facts.digitized = digitized.map { .init(text: $0, subseconds: "12", offset: "+01:00") }
        facts.modified = modified.map { .init(text: $0) }
        return facts
    }

    private let dated = FileName("IMG_20150102_030405.jpg")
    private let plain = FileName("DSC_0001.JPG")

    @Test("comes from the first source that has one")
    func order() {
        let overlay = CaptureDate(
            localTime: LocalTime(microseconds: 1),
            source: .exifOriginal,
            precision: .month
        )
        let sidecar = CaptureDate(localTime: LocalTime(microseconds: 2), offsetMinutes: 60, source: .sidecar)
        let all = facts(
            original: "2016:09:12 12:34:56",
            digitized: "2016:09:13 12:34:56",
            modified: "2016:09:14 12:34:56"
        )

        let first = rule.decide(
            facts: all,
            fileName: dated,
            modificationTime: modified,
            overlay: overlay,
            sidecar: sidecar
        )
        #expect(first.source == .overlay && first.precision == .month && first.localTime.microseconds == 1)

        let second = rule.decide(facts: all, fileName: dated, modificationTime: modified, sidecar: sidecar)
        #expect(second.source == .sidecar && second.offsetMinutes == 60)

        let third = rule.decide(facts: all, fileName: dated, modificationTime: modified)
        #expect(third.source == .exifOriginal && summary(third) == "2016-09-12T12:34:56.78 120")

        let fourth = rule.decide(
            facts: facts(original: "0000:00:00 00:00:00", digitized: "2016:09:13 12:34:56", modified: "x"),
            fileName: dated,
            modificationTime: modified
        )
        #expect(fourth.source == .exifDigitized && summary(fourth) == "2016-09-13T12:34:56.12 60")

        let fifth = rule.decide(
            facts: facts(original: "    :  :     :  :  ", modified: "2016:09:14 12:34:56"),
            fileName: dated,
            modificationTime: modified
        )
        #expect(fifth.source == .exifModified && summary(fifth) == "2016-09-14T12:34:56")

        let sixth = rule.decide(facts: facts(), fileName: dated, modificationTime: modified)
        #expect(sixth.source == .fileName && summary(sixth) == "2015-01-02T03:04:05")

        let seventh = rule.decide(facts: nil, fileName: plain, modificationTime: modified)
        #expect(seventh.source == .modificationTime && summary(seventh) == "2016-03-04T05:06:07 0")
    }

    @Test("is undated where nothing has one", arguments: [0, -1, -1_000_000_000, 999_999_999])
    func undated(modificationTime: Int64) {
        let date = rule.decide(facts: nil, fileName: plain, modificationTime: modificationTime)
        #expect(date == .undated)
        #expect(date.source == .none)
        #expect(date.monthKey == .undated)
    }

    @Test("takes a modification time a day in the future, and none beyond")
    func futureModification() {
        let day: Int64 = 86_400_000_000_000
        let near = rule.decide(facts: nil, fileName: plain, modificationTime: noon2024 + day)
        #expect(summary(near) == "2024-06-16T12:00:00 0")
        let far = rule.decide(facts: nil, fileName: plain, modificationTime: noon2024 + day + 1_000_000_000)
        #expect(far.source == .none)
        let farthest = rule.decide(facts: nil, fileName: plain, modificationTime: .max)
        #expect(farthest.source == .none)
        let earliest = rule.decide(facts: nil, fileName: plain, modificationTime: .min)
        #expect(earliest.monthKey == MonthKey(year: 1677, month: 9))
    }

    @Test("of a photo taken today in the easternmost zone is not in the future")
    func easternmost() {
        // At noon UTC it is 02:00 of the next day there.
        let facts = facts(original: "2024:06:16 02:00:00")
        #expect(rule.decide(facts: facts, fileName: plain, modificationTime: 0).source == .exifOriginal)
    }

    @Test("moves a modification time, and no written date, by the configured zone")
    func zone() throws {
        let tokyo = CaptureDateRule(zone: try ZoneOffsets(rule: "JST-9"), now: noon2024)
        let written = tokyo.decide(
            facts: facts(modified: "2016:09:30 23:30:00"),
            fileName: plain,
            modificationTime: modified
        )
        #expect(summary(written) == "2016-09-30T23:30:00")
        #expect(written.monthKey == MonthKey(year: 2016, month: 9))
        // 2016-09-30T23:30:00Z is October in Tokyo.
        let instant = tokyo.decide(facts: nil, fileName: plain, modificationTime: 1_475_278_200_000_000_000)
        #expect(summary(instant) == "2016-10-01T08:30:00 540")
        #expect(instant.monthKey == MonthKey(year: 2016, month: 10))
    }

    @Test("is explained with every candidate and why it lost")
    func reasoning() {
        let reasoning = rule.explain(
            facts: facts(
                original: "0000:00:00 00:00:00",
                digitized: "2016:09:13 12:34:56",
                modified: "2016:09:14 12:34:56"
            ),
            fileName: plain,
            modificationTime: modified
        )
        #expect(reasoning.date.source == .exifDigitized)
        let lines = reasoning.candidates.map {
            "\($0.source.name) | \($0.value) | \($0.verdict.name) | \($0.reason)"
        }
        #expect(
            lines == [
                "exif:DateTimeOriginal | 0000:00:00 00:00:00.78 +02:00 | rejected | "
                    + "the clock was never set (year 0000 or 0001)",
                "exif:DateTimeDigitized | 2016:09:13 12:34:56.12 +01:00 | accepted | the first source with a date",
                "exif:DateTime | 2016:09:14 12:34:56 | outranked | a date, but an earlier source has one",
                "filename | DSC_0001.JPG | rejected | the name holds no date in a known form",
                "mtime | 2016-03-04T05:06:07Z | outranked | a date, but an earlier source has one",
            ]
        )
    }

    @Test("is the same with and without its explanation")
    func agreement() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let texts: [String?] = [
            nil, "", "2016:09:12 12:34:56", "0000:00:00 00:00:00", "1970:01:01 00:00:00",
            "2099:01:01 00:00:00", "2004",
            "junk",
        ]
        let names = [
            plain, dated, FileName("2099-01-01.jpg"), FileName("IMG-20160912-WA0001.jpg"), FileName([0xFF]),
        ]
        let times: [Int64] = [0, -1, 1, modified, .max, .min, -2_082_844_800_000_000_000]
        let overlays: [CaptureDate?] = [
            nil, nil, nil,
            CaptureDate(localTime: latest2024, fractionDigits: 3, offsetMinutes: -90, source: .overlay),
        ]
        for _ in 0..<5000 {
            let facts = facts(
                original: texts.randomElement(using: &generator) ?? nil,
                digitized: texts.randomElement(using: &generator) ?? nil,
                modified: texts.randomElement(using: &generator) ?? nil
            )
            let name = names.randomElement(using: &generator) ?? plain
            let time = times.randomElement(using: &generator) ?? 0
            let overlay = overlays.randomElement(using: &generator) ?? nil
            let sidecar = overlays.randomElement(using: &generator) ?? nil
            let date = rule.decide(
                facts: facts,
                fileName: name,
                modificationTime: time,
                overlay: overlay,
                sidecar: sidecar
            )
            let reasoning = rule.explain(
                facts: facts,
                fileName: name,
                modificationTime: time,
                overlay: overlay,
                sidecar: sidecar
            )
            #expect(reasoning.date == date, "seed \(seed)")
            let accepted = reasoning.candidates.filter { $0.verdict == .accepted }
            #expect(accepted.map(\.source) == (date.source == .none ? [] : [date.source]), "seed \(seed)")
        }
    }
}
