import Foundation
import TestSupport
import Testing

@testable import CaptureRules

@Suite("Zones of places")
struct PlaceZonesTests {
    private static func zones(_ name: String) throws -> PlaceZones {
        let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
        return try PlaceZones(table: Array(data))
    }

    @Test(
        "are those of the nearest place",
        arguments: [
            ("Asia/Tokyo", 35.68, 139.69), ("Europe/Paris", 48.86, 2.35), ("America/New_York", 40.71, -74.01),
            ("Australia/Sydney", -33.87, 151.21), ("America/Denver", 39.74, -104.98),
            ("Pacific/Honolulu", 21.31, -157.86), ("Atlantic/Reykjavik", 64.15, -21.94),
            ("Asia/Kolkata", 19.07, 72.87), ("America/Los_Angeles", 34.05, -118.24),
            ("Europe/Lisbon", 38.72, -9.14), ("Europe/Berlin", 52.52, 13.4),
            ("America/Sao_Paulo", -22.91, -43.17),
            ("Pacific/Auckland", -41.29, 174.78), ("Europe/Istanbul", 38.42, 27.14),
            // Beside the date line, and at it.
            ("Pacific/Fiji", -17.8, 177.42), ("Asia/Anadyr", 66, -180),
        ] as [(String, Double, Double)]
    )
    func cities(expected: String, latitude: Double, longitude: Double) throws {
        #expect(try Self.zones("zone.tab").zoneName(latitude: latitude, longitude: longitude) == expected)
    }

    @Test(
        "show the same clock by either table of the time zone database",
        arguments: [
            ("Asia/Tokyo", 34.69, 135.5), ("Asia/Kolkata", 28.61, 77.21),
            ("Atlantic/Reykjavik", 64.15, -21.94),
            ("America/Los_Angeles", 37.87, -119.54), ("America/New_York", 25.09, -80.45),
            ("Europe/Zurich", 46.69, 7.86), ("Asia/Shanghai", 39.9, 116.4), ("Europe/Madrid", 42.88, -8.54),
            ("Asia/Bangkok", 18.79, 98.98), ("Australia/Darwin", -25.34, 131.04),
            ("Africa/Cairo", 25.69, 32.64),
            ("Europe/Athens", 36.39, 25.46), ("America/Phoenix", 36.06, -112.14), ("Europe/Oslo", 62.1, 7.09),
            ("Africa/Johannesburg", -33.92, 18.42), ("America/Chicago", 29.76, -95.37),
        ] as [(String, Double, Double)]
    )
    func clocks(expected: String, latitude: Double, longitude: Double) throws {
        for table in ["zone.tab", "zone1970.tab"] {
            let name = try #require(
                try Self.zones(table).zoneName(latitude: latitude, longitude: longitude)
            )
            // The beginnings of 2024's months.
            for second in [1_704_067_200, 1_711_929_600, 1_719_792_000, 1_727_740_800] as [Int64] {
                #expect(
                    try offsets(name).offset(atSecond: second) == offsets(expected).offset(atSecond: second),
                    "\(name) in \(table)"
                )
            }
        }
    }

    private func offsets(_ name: String) throws -> ZoneOffsets {
        let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
        return try ZoneOffsets(zoneFile: Array(data))
    }

    @Test("that cities have are zones of the database")
    func cityZones() throws {
        for city in CityZones.all {
            #expect(throws: Never.self, "\(city.zone)") { try offsets(city.zone) }
            for place in city.places {
                #expect((-90...90).contains(place.latitude) && (-180...180).contains(place.longitude))
            }
        }
    }

    @Test("of what is no position are none")
    func noPosition() throws {
        let zones = try Self.zones("zone1970.tab")
        #expect(zones.zoneName(latitude: 91, longitude: 0) == nil)
        #expect(zones.zoneName(latitude: 0, longitude: -181) == nil)
        #expect(zones.zoneName(latitude: .nan, longitude: 0) == nil)
        #expect(zones.zoneName(latitude: 0, longitude: .infinity) == nil)
    }

    // MARK: The table

    @Test("are read from positions with and without seconds, and from lines with and without comments")
    func table() throws {
        let text =
            "#countries\n\nAA\t+0130-00215\tSomewhere/One\nBB,CC\t-013030+0021545\tSomewhere/Two\ta comment"
        let zones = try PlaceZones(table: Array(text.utf8))
        #expect(zones.zoneName(latitude: 1.5, longitude: -2.25) == "Somewhere/One")
        #expect(zones.zoneName(latitude: -1.5, longitude: 2.26) == "Somewhere/Two")
    }

    @Test(
        "of a damaged table are refused with the line",
        arguments: [
            ("AA\t+0130-00215", "fewer than three columns"), ("AA", "fewer than three columns"),
            ("AA\t\tZone", "no position in the second column"),
            ("AA\t+0130\tZone", "no position in the second column"),
            ("AA\t0130-00215\tZone", "no position in the second column"),
            ("AA\t+0130-0215\tZone", "no position in the second column"),
            ("AA\t+013-00215\tZone", "no position in the second column"),
            ("AA\t+9130-00215\tZone", "no position in the second column"),
            ("AA\t+0130-18001\tZone", "no position in the second column"),
            ("AA\t+0160-00215\tZone", "no position in the second column"),
            ("AA\t+013060-0021500\tZone", "no position in the second column"),
            ("AA\t+01x0-00215\tZone", "no position in the second column"),
            ("AA\t+0130-00215+\tZone", "no position in the second column"),
            ("AA\t+0130-00215\t", "no name in the third column"),
        ]
    )
    func damaged(line: String, what: String) {
        #expect(throws: PlaceZonesError.badLine(2, what)) {
            try PlaceZones(table: Array("#head\n\(line)\n".utf8))
        }
        #expect(PlaceZonesError.badLine(2, what).description.contains("line 2"))
    }

    @Test("of a table without any are refused", arguments: ["", "\n\n", "# nothing\n"])
    func empty(text: String) {
        #expect(throws: PlaceZonesError.empty) { try PlaceZones(table: Array(text.utf8)) }
    }

    @Test("of damaged tables never stop the program")
    func fuzz() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let whole = Array("JP,AU\t+353916+1394441\tAsia/Tokyo\tEyre\n".utf8)
        for _ in 0..<5000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            do throws(PlaceZonesError) {
                let zones = try PlaceZones(table: bytes)
                #expect(zones.zoneName(latitude: 35, longitude: 139) != nil, "seed \(seed)")
            } catch {
                #expect(!error.description.isEmpty, "seed \(seed)")
            }
        }
    }
}
