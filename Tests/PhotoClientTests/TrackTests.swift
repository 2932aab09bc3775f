import ArgumentParser
import TestSupport
import Testing

@testable import photoctl

@Suite("A track")
struct TrackTests {
    private static func gpx(_ points: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\(points)</trkseg></trk></gpx>
            """.utf8
        )
    }

    private func points(_ text: String) throws -> [TrackPoint] { try TrackFile(Self.gpx(text)).points }

    @Test("has the points of its file that have a time, with their heights")
    func file() throws {
        let found = try points(
            """
            <trkpt lat="48.85" lon="2.29"><ele> 35.5 </ele><time>2016-11-05T11:00:00Z</time></trkpt>
            <trkpt lat="48.86" lon="2.30"><time>2016-11-05T12:00:10.5+01:00</time>
              <extensions><time>1999-01-01T00:00:00Z</time><ele>9</ele></extensions></trkpt>
            <trkpt lat="3" lon="4"><ele>1e300</ele><time>2016-11-05T11:01:00Z</time></trkpt>
            <trkpt lat="1" lon="2"/><trkpt lat="91" lon="2"><time>2016-11-05T11:00:00Z</time></trkpt>
            <trkpt lat="1" lon="2"><time>at noon</time></trkpt>
            """
        )
        #expect(
            found == [
                TrackPoint(time: 1_478_343_600_000, latitude: 48.85, longitude: 2.29, altitude: 35.5),
                TrackPoint(time: 1_478_343_610_500, latitude: 48.86, longitude: 2.30),
                TrackPoint(time: 1_478_343_660_000, latitude: 3, longitude: 4),
            ]
        )
    }

    @Test("may have a prefix before its names, and points of waypoints and routes are none of its own")
    func names() throws {
        let text = """
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/0"><g:wpt lat="5" lon="5"><g:time>2016-11-05T11:00:00Z</g:time></g:wpt>\
            <g:trk><g:trkseg><g:trkpt lat="1" lon="2"><g:time>2016-11-05T11:00:00Z</g:time></g:trkpt></g:trkseg></g:trk></g:gpx>
            """
        #expect(try TrackFile(Array(text.utf8)).points.map(\.latitude) == [1])
    }

    @Test(
        "what is no GPX file is refused, with the line that is wrong",
        arguments: ["", "no track", "<gpx>", "<kml/>", "<gpx><trk></gpx>", "<gpx/><gpx/>"]
    )
    func damaged(text: String) {
        #expect(throws: TrackFile.Damage.self) { try TrackFile(Array(text.utf8)) }
    }

    @Test("that cannot be read is refused with the reason")
    func unreadable() throws {
        let scratch = try TemporaryFolder()
        for (name, reason) in [("", "Is a directory"), ("none.gpx", "No such file or directory")] {
            let failure = #expect(throws: Failure.self) { try GeotagCommand.track(scratch.path(name)) }
            #expect(failure?.message?.contains("cannot be read (\(reason)): name a GPX file") == true)
        }
    }

    @Test("that is longer than any is refused, with what to do")
    func longest() throws {
        let scratch = try TemporaryFolder()
        let bytes = Self.gpx("<trkpt lat=\"1\" lon=\"2\"><time>2016-11-05T11:00:00Z</time></trkpt>")
        let path = scratch.location + "long.gpx"
        try Disk.write(bytes, to: path)
        #expect(try GeotagCommand.track(path.display, atMost: bytes.count).points.count == 1)
        let failure = #expect(throws: Failure.self) {
            try GeotagCommand.track(path.display, atMost: bytes.count - 1)
        }
        #expect(failure?.status == .usage)
        #expect(failure?.message?.contains("several files") == true)
    }

    private let track = Track(
        [
            TrackPoint(time: 600_000, latitude: 10, longitude: 20, altitude: 100),
            TrackPoint(time: 0, latitude: 0, longitude: 10, altitude: 0),
            TrackPoint(time: 600_000, latitude: 99, longitude: 99),
            TrackPoint(time: 10_000_000, latitude: 50, longitude: 179),
            TrackPoint(time: 10_100_000, latitude: 50, longitude: -179),
        ],
        longestGap: 1_000_000
    )

    @Test("leads between its points on the line between them")
    func between() throws {
        let half = try #require(track.position(at: 300_000))
        #expect(half == TrackPoint(time: 300_000, latitude: 5, longitude: 15, altitude: 50))
        #expect(track.position(at: 600_000)?.latitude == 10)
    }

    @Test("crosses the line where the date changes by the shorter way")
    func dateLine() throws {
        #expect(try #require(track.position(at: 10_050_000)).longitude.magnitude == 180)
        #expect(try #require(track.position(at: 10_075_000)).longitude == -179.5)
    }

    @Test("ends at its last point, and nobody knows where it leads when that is long ago")
    func gaps() {
        #expect(track.position(at: -1_000_000)?.latitude == 0)
        #expect(track.position(at: -1_000_001) == nil)
        #expect(track.position(at: 1_600_000)?.latitude == 10)
        #expect(track.position(at: 5_000_000) == nil)
        #expect(track.position(at: 9_000_000)?.latitude == 50)
        #expect(Track([], longestGap: 1000).position(at: 0) == nil)
    }

    @Test("a place is written to the centimetre, and without an exponent")
    func words() {
        #expect(
            TrackPoint(time: 0, latitude: 48.858_370_123_4, longitude: -0.000_000_4, altitude: 33.333).word
                == "48.8583701,0,33.3"
        )
    }

    @Test(
        "times are seconds, or hours, minutes and seconds",
        arguments: [("90", Int64(90)), ("1h30m", 5400), ("-45s", -45), ("+2m", 120), ("0", 0)]
    )
    func spans(text: String, seconds: Int64) {
        #expect(TimeSpan(argument: text)?.milliseconds == seconds * 1000)
    }

    @Test(
        "the help tells times as they are written",
        arguments: [(Int64(0), "0"), (1800, "30m"), (7200, "2h"), (90, "90"), (-45, "-45")]
    )
    func described(seconds: Int64, text: String) {
        #expect(TimeSpan(seconds: seconds).defaultValueDescription == text)
        #expect(TimeSpan(argument: text)?.milliseconds == seconds * 1000)
    }

    @Test("the help of geotag says what its times are where nothing is said")
    func help() {
        let help = GeotagCommand.helpMessage(columns: 200)
        #expect(help.contains("(default: 0)") && help.contains("(default: 30m)"))
    }

    @Test(
        "what is no time is none",
        arguments: ["", "-", "1x", "1m1h", "h", "1.5", "1234567890123", "999999999999d"]
    )
    func noSpan(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }
}
