import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import CaptureRules

@Suite("Zone offsets")
struct ZoneOffsetsTests {
    private static func zone(_ name: String) throws -> ZoneOffsets {
        let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
        return try ZoneOffsets(zoneFile: Array(data))
    }

    private static func time(_ text: String) throws -> LocalTime {
        try DateText(text, latest: LocalTime(microseconds: .max), mayPrecedePhotography: true).localTime
    }

    @Test(
        "of real zones are those of the time zone database",
        arguments: [
            ("Asia/Tokyo", "2016-09-12T12:00:00", 32_400), ("Asia/Tokyo", "1949-07-01T00:00:00", 36_000),
            ("America/New_York", "2016-01-15T12:00:00", -18_000),
            ("America/New_York", "2016-07-15T12:00:00", -14_400),
            ("America/New_York", "2016-03-13T06:59:59", -18_000),
            ("America/New_York", "2016-03-13T07:00:00", -14_400),
            ("America/New_York", "2016-11-06T05:59:59", -14_400),
            ("America/New_York", "2016-11-06T06:00:00", -18_000),
            ("America/New_York", "2099-07-15T12:00:00", -14_400),
            ("America/New_York", "9999-07-15T12:00:00", -14_400),
            ("America/New_York", "9999-12-15T12:00:00", -18_000),
            ("America/New_York", "1800-01-01T00:00:00", -17_762),
            ("Australia/Sydney", "2016-01-15T12:00:00", 39_600),
            ("Australia/Sydney", "2016-07-15T12:00:00", 36_000),
            ("Australia/Sydney", "2016-10-01T15:59:59", 36_000),
            ("Australia/Sydney", "2016-10-01T16:00:00", 39_600),
            ("Australia/Sydney", "2250-01-15T12:00:00", 39_600),
            ("Europe/Dublin", "2016-01-15T12:00:00", 0), ("Europe/Dublin", "2050-07-15T12:00:00", 3600),
            ("Asia/Kolkata", "2016-01-15T12:00:00", 19_800), ("UTC", "2016-01-15T12:00:00", 0),
        ]
    )
    func real(zone: String, universal: String, offset: Int) throws {
        let seconds = try Self.time(universal).microseconds / 1_000_000
        #expect(try Self.zone(zone).offset(atSecond: seconds) == offset)
    }

    @Test("turn an instant into the wall clock and minutes east")
    func localTime() throws {
        // 2016-07-15T12:00:00.25Z
        let local = try Self.zone("America/New_York").localTime(atMicrosecond: 1_468_584_000_250_000)
        #expect(local.time.text(fractionDigits: 2) == "2016-07-15T08:00:00.25")
        #expect(local.offsetMinutes == -240)
        // Half a second before 1970 and the second it lies in.
        let before = ZoneOffsets.utc.localTime(atMicrosecond: -500_000)
        #expect(before.time.text(fractionDigits: 1) == "1969-12-31T23:59:59.5")
    }

    @Test(
        "read skipped and repeated hours with the offset before the change",
        arguments: [
            // New York skips 02:00–03:00 and repeats 01:00–02:00.
            ("America/New_York", "2016-03-13T01:59:59", "2016-03-13T06:59:59"),
            ("America/New_York", "2016-03-13T02:30:00", "2016-03-13T07:30:00"),
            ("America/New_York", "2016-03-13T03:00:00", "2016-03-13T07:00:00"),
            ("America/New_York", "2016-11-06T00:59:59", "2016-11-06T04:59:59"),
            ("America/New_York", "2016-11-06T01:30:00", "2016-11-06T05:30:00"),
            ("America/New_York", "2016-11-06T02:00:00", "2016-11-06T07:00:00"),
            ("Australia/Sydney", "2016-10-02T02:30:00", "2016-10-01T16:30:00"),
            ("Australia/Sydney", "2016-04-03T02:30:00", "2016-04-02T15:30:00"),
            // By the footer, and a cycle beyond it.
            ("America/New_York", "2099-11-01T01:30:00", "2099-11-01T05:30:00"),
            ("America/New_York", "2899-11-01T01:30:00", "2899-11-01T05:30:00"),
        ]
    )
    func changes(zone: String, local: String, universal: String) throws {
        let instant = try Self.zone(zone).instant(of: try Self.time(local))
        #expect(LocalTime(microseconds: instant) == (try Self.time(universal)))
    }

    @Test(
        "bring every instant outside of a repeated hour back",
        arguments: ["Asia/Tokyo", "America/New_York", "Australia/Sydney"]
    )
    func roundTrip(name: String) throws {
        let zone = try Self.zone(name)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let instant = Int64.random(in: -5_000_000_000_000_000...50_000_000_000_000_000, using: &generator)
            let back = zone.instant(of: zone.localTime(atMicrosecond: instant).time)
            // Of a repeated hour the first is meant: never later, and by no more than that hour earlier.
            #expect((0...3_600_000_000).contains(instant - back), "seed \(seed): \(instant)")
        }
    }

    @Test("never stop the program, however far the time")
    func extremes() throws {
        for zone in [try Self.zone("America/New_York"), try ZoneOffsets(rule: "EST5EDT"), .utc] {
            for time in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
                #expect(abs(zone.offset(atSecond: time)) <= 18_000)
                _ = zone.localTime(atMicrosecond: time)
                _ = zone.instant(of: LocalTime(microseconds: time))
            }
        }
    }

    @Test("make a timestamp of a date's own offset, else of the zone")
    func timestamp() throws {
        let zone = try Self.zone("Asia/Tokyo")
        let time = try Self.time("2016-09-12T12:34:56.789")
        let own = CaptureDate(localTime: time, offsetMinutes: 120, source: .exifOriginal)
        #expect(zone.timestampMilliseconds(of: own) == 1_473_676_496_789)
        let none = CaptureDate(localTime: time, source: .exifOriginal)
        #expect(zone.timestampMilliseconds(of: none) == 1_473_651_296_789)
        let early = CaptureDate(localTime: LocalTime(microseconds: -1), source: .exifOriginal)
        #expect(ZoneOffsets.utc.timestampMilliseconds(of: early) == -1)
    }

    // MARK: - POSIX rules

    @Test(
        "follow POSIX rules",
        arguments: [
            ("JST-9", "2016-01-01T00:00:00", 32_400),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2016-03-27T00:59:59", 3600),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2016-03-27T01:00:00", 7200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2016-10-30T01:00:00", 3600),
            ("EST5EDT", "2016-07-01T00:00:00", -14_400),
            ("<+0330>-3:30", "2016-01-01T00:00:00", 12_600),
            ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2016-03-27T00:59:59", -10_800),
            ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2016-03-27T01:00:00", -7200),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2016-12-01T00:00:00", 0),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2016-07-01T00:00:00", 3600),
            ("AAA0BBB-1,J60,J300", "2016-03-01T02:00:00", 3600),
            ("AAA0BBB-1,J60,J300", "2016-03-01T01:59:59", 0),
            ("AAA0BBB-1,59,300", "2016-02-29T02:00:00", 3600),
            ("AAA0BBB-1,59,300", "2015-03-01T02:00:00", 3600),
            // Daylight time all year (RFC 8536 §3.3.1).
            ("XXX3EDT4,0/0,J365/23", "2016-01-01T04:00:00", -14_400),
            ("XXX3EDT4,0/0,J365/23", "2016-12-31T23:59:59", -14_400),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "1700-07-01T00:00:00", 7200),
        ]
    )
    func rules(rule: String, universal: String, offset: Int) throws {
        let seconds = try Self.time(universal).microseconds / 1_000_000
        #expect(try ZoneOffsets(rule: rule).offset(atSecond: seconds) == offset)
    }

    @Test(
        "refuse what is no rule",
        arguments: [
            "", "Europe/Paris", "CE-1", "CET", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.6.0,M10.5.0",
            "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J366", "CET-1CEST,0,366", "CET-25", "<CET-1",
            "CET-1CEST,M3.5.0,M10.5.0x",
            "CET-1:60", "CET-1CEST,M3.5.0/168,M10.5.0",
        ]
    )
    func badRules(text: String) {
        #expect(throws: ZoneFileError.notARule(text)) { try ZoneOffsets(rule: text) }
    }

    // MARK: - Zone files

    /// A TZif file with one block of each size.
    private static func file(
        version: UInt8 = UInt8(ascii: "2"),
        times: [Int64] = [],
        indices: [UInt8] = [],
        offsets: [Int32] = [0],
        leaps: Int32 = 0,
        footer: String = "\n\n"
    ) -> [UInt8] {
        func big(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        func block(_ size: Int) -> [UInt8] {
            var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, leaps, Int32(times.count), Int32(offsets.count), 4] { bytes += big(count) }
            for time in times { bytes += size == 4 ? big(Int32(truncatingIfNeeded: time)) : big(time) }
            bytes += indices
            for offset in offsets { bytes += big(offset) + [0, 0] }
            return bytes + Array("AAA\0".utf8) + [UInt8](repeating: 0, count: Int(leaps) * (size + 4))
        }
        if version < UInt8(ascii: "2") { return block(4) }
        return block(4) + block(8) + Array(footer.utf8)
    }

    @Test("read files of both versions")
    func versions() throws {
        for version in [UInt8(0), UInt8(ascii: "2"), UInt8(ascii: "3")] {
            let zone = try ZoneOffsets(
                zoneFile: Self.file(
                    version: version,
                    times: [1000, 2000],
                    indices: [1, 0],
                    offsets: [60, 120]
                )
            )
            #expect([999, 1000, 1999, 2000].map { zone.offset(atSecond: $0) } == [60, 120, 120, 60])
        }
    }

    @Test("take the first of an older compiler's changes for the beginning")
    func bigBang() throws {
        let zone = try ZoneOffsets(
            zoneFile: Self.file(times: [-(1 << 59), 2000], indices: [1, 0], offsets: [60, 120])
        )
        #expect(zone.offset(atSecond: 0) == 120)
    }

    @Test("go on by the footer")
    func footer() throws {
        let zone = try ZoneOffsets(
            zoneFile: Self.file(
                times: [1000],
                indices: [0],
                offsets: [3600],
                footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n"
            )
        )
        #expect(zone.offset(atSecond: 1_468_584_000) == 7200)
        let only = try ZoneOffsets(
            zoneFile: Self.file(offsets: [3600], footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n")
        )
        #expect(only.offset(atSecond: 1_468_584_000) == 7200)
    }

    @Test("refuse damaged files with the reason")
    func damaged() {
        #expect(throws: ZoneFileError.notAZoneFile) { try ZoneOffsets(zoneFile: []) }
        #expect(throws: ZoneFileError.notAZoneFile) { try ZoneOffsets(zoneFile: Array("TZ database".utf8)) }
        #expect(throws: ZoneFileError.leapSeconds) { try ZoneOffsets(zoneFile: Self.file(leaps: 1)) }
        #expect(throws: ZoneFileError.malformed("no offset")) {
            try ZoneOffsets(zoneFile: Self.file(offsets: []))
        }
        #expect(throws: ZoneFileError.malformed("an unknown offset")) {
            try ZoneOffsets(zoneFile: Self.file(times: [1], indices: [1]))
        }
        #expect(throws: ZoneFileError.malformed("changes out of order")) {
            try ZoneOffsets(zoneFile: Self.file(times: [2, 1], indices: [0, 0]))
        }
        #expect(throws: ZoneFileError.malformed("an offset of 100000 seconds")) {
            try ZoneOffsets(zoneFile: Self.file(offsets: [100_000]))
        }
        #expect(throws: ZoneFileError.malformed("the footer nonsense")) {
            try ZoneOffsets(zoneFile: Self.file(footer: "\nnonsense\n"))
        }
        #expect(throws: ZoneFileError.malformed("a change beyond the year 9000")) {
            try ZoneOffsets(zoneFile: Self.file(times: [.max], indices: [0]))
        }
    }

    @Test("of damaged files never stop the program")
    func fuzz() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let whole = Self.file(
            times: [1000, 2000],
            indices: [1, 0],
            offsets: [60, 120],
            footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n"
        )
        for length in 0..<whole.count {
            #expect(throws: ZoneFileError.self) { try ZoneOffsets(zoneFile: Array(whole[..<length])) }
        }
        for _ in 0..<5000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255,
                    using: &generator
                )
            }
            do {
                let zone = try ZoneOffsets(zoneFile: bytes)
                #expect(abs(zone.offset(atSecond: 1_468_584_000)) < 100_000, "seed \(seed)")
            } catch {
                #expect(!error.description.isEmpty, "seed \(seed)")
            }
        }
    }
}
