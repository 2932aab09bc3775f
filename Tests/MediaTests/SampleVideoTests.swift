import Extraction
import PhotoModel
import Testing

@testable import photod_media

@Suite("What the worker reads out of videos")
struct SampleVideoTests {
    private let fixture: MediaFixture

    init() throws {
        fixture = try MediaFixture()
    }

    @Test("an MP4 has its header's date, its texts, a place and what its streams are")
    func mp4() async throws {
        let video = try fixture.video(
            "a.mp4",
            FFmpeg.pictures + FFmpeg.sound + [
                "-c:v", "mpeg4", "-c:a", "aac", "-metadata", "creation_time=2016-09-12T10:34:56Z",
                "-metadata", "location=+52.3693+006.6761/", "-metadata", "description=Beach trip",
                "-metadata", "title=The beach", "-metadata", "comment=Sonne über Köln",
            ]
        )
        var expected = EmbeddedFacts()
        expected.movieHeader = "2016-09-12T10:34:56.000000Z"
        expected.quickTimeDescription = "Beach trip"
        expected.quickTimeComment = "Sonne über Köln"
        expected.title = Array("The beach".utf8)
        // ffmpeg writes a box of 16 bits before the point and 16 behind it.
        expected.latitude = 3_432_074.0 / 65_536
        expected.longitude = 437_524.0 / 65_536
        expected.pixelWidth = 64
        expected.pixelHeight = 48
        expected.duration = 1
        expected.videoCodec = "mpeg4"
        expected.audioCodec = "aac"
        #expect(try await fixture.facts(video) == expected)
    }

    @Test("a QuickTime movie has Apple's keys")
    func quickTime() async throws {
        let keys = [
            "creationdate": "2016-09-12T12:34:56+0200", "make": "Apple", "model": "iPhone 6",
            "content.identifier": "0A1B", "location.ISO6709": "+32.0929+034.8620+028.516/",
            "description": "At home", "rating.user": "5",
        ]
        let video = try fixture.video(
            "a.mov",
            FFmpeg.pictures
                + keys.flatMap { ["-metadata", "com.apple.quicktime.\($0)=\($1)"] }
                + ["-c:v", "mpeg4", "-movflags", "use_metadata_tags"]
        )
        let facts = try await fixture.facts(video)
        #expect(facts.quickTimeCreation == "2016-09-12T12:34:56+0200")
        #expect(facts.movieHeader == nil)
        #expect(facts.make == "Apple")
        #expect(facts.model == "iPhone 6")
        #expect(facts.contentIdentifier == "0A1B")
        #expect(facts.latitude == 32.0929)
        #expect(facts.longitude == 34.862)
        #expect(facts.altitude == 28.516)
        #expect(facts.quickTimeDescription == "At home")
        #expect(facts.rating == 5)
        #expect(facts.audioCodec == nil)
    }

    @Test(
        "a phone's 3GP tells its size, though libavformat leaves it to a decoder",
        arguments: ["h263", "mpeg4"]
    )
    func threeGP(codec: String) async throws {
        let video = try fixture.video(
            "a.3gp",
            FFmpeg.pictures + ["-c:v", codec, "-s", "176x144", "-metadata", "location=+00.0000+000.0000/"]
        )
        let facts = try await fixture.facts(video)
        #expect(facts.pixelWidth == 176)
        #expect(facts.pixelHeight == 144)
        #expect(facts.videoCodec == codec)
        #expect(facts.latitude == nil)
    }

    @Test("an AVI's day is when it was recorded")
    func avi() async throws {
        let video = try fixture.video(
            "a.avi",
            FFmpeg.pictures + ["-c:v", "mjpeg", "-metadata", "date=2020-08-28", "-metadata", "title=Garden"]
        )
        let facts = try await fixture.facts(video)
        #expect(facts.recorded == "2020-08-28")
        #expect(facts.quickTimeDescription == "Garden")
        #expect(facts.videoCodec == "mjpeg")
        #expect(facts.duration == 1)
        #expect(facts.pixelWidth == 64)
    }

    @Test("a Matroska file has both dates")
    func matroska() async throws {
        let video = try fixture.video(
            "a.mkv",
            FFmpeg.pictures + FFmpeg.sound + [
                "-c:v", "mpeg4", "-c:a", "aac", "-metadata", "creation_time=2016-09-12T10:34:56Z",
                "-metadata", "DATE_RECORDED=2016-09-12 12:34:55", "-metadata", "SYNOPSIS=A day out",
            ]
        )
        let facts = try await fixture.facts(video)
        #expect(facts.movieHeader == "2016-09-12T10:34:56.000000Z")
        #expect(facts.recorded == "2016-09-12 12:34:55")
        #expect(facts.quickTimeDescription == "A day out")
        #expect(facts.pixelHeight == 48)
    }

    @Test("a WebM file has size, codec and duration")
    func webm() async throws {
        let facts = try await fixture.facts(
            try fixture.video("a.webm", FFmpeg.pictures + ["-c:v", "libvpx"])
        )
        #expect(facts.videoCodec == "vp8")
        #expect(facts.pixelWidth == 64)
        #expect(facts.duration == 1)
        #expect(facts.movieHeader == nil)
    }

    @Test("a Windows Media file has the date of its header")
    func windowsMedia() async throws {
        let video = try fixture.video(
            "a.wmv",
            FFmpeg.pictures + ["-c:v", "wmv2", "-metadata", "creation_time=2016-09-12T10:34:56Z"]
        )
        let facts = try await fixture.facts(video)
        #expect(facts.movieHeader == "2016-09-12T10:34:56.000Z")
        #expect(facts.videoCodec == "wmv2")
        #expect(facts.pixelWidth == 64)
    }

    @Test(
        "streams without headers are looked into for size and duration",
        arguments: [
            ("a.mts", "mpegts", "mpeg2video"), ("a.mpg", "mpeg", "mpeg1video"),
            ("b.mts", "mpegts", "libx264"),
        ]
    )
    func withoutHeaders(name: String, format: String, encoder: String) async throws {
        let video = try fixture.video(
            name,
            FFmpeg.pictures + FFmpeg.sound + ["-c:v", encoder, "-r", "25", "-c:a", "mp2", "-f", format]
        )
        let facts = try await fixture.facts(video)
        #expect(facts.pixelWidth == 64)
        #expect(facts.pixelHeight == 48)
        #expect(facts.videoCodec == (encoder == "libx264" ? "h264" : encoder))
        #expect(facts.audioCodec == "mp2")
        #expect(facts.duration.map { (0.9...1.2).contains($0) } == true)
    }

    @Test("a camcorder's stream has its date beside the pictures")
    func avchd() async throws {
        // A date and a time, as text: none of their bytes is a zero.
        let pack = "MDPM\u{2}\u{18}\u{44}\u{20}\u{19}\u{4}\u{19}\u{24}\u{22}\u{24}\u{11}"
        let data = "17ee8c60-f84d-11d9-8cd6-0800200c9a66+\(pack)"
        let video = try fixture.video(
            "a.mts",
            FFmpeg.pictures + [
                "-c:v", "libx264", "-bsf:v", "h264_metadata=sei_user_data=\(data)", "-f", "mpegts",
            ]
        )
        let facts = try await fixture.facts(video)
        #expect(facts.recorded == "2019:04:24 22:24:11+02:00")
        #expect(facts.videoCodec == "h264")
    }

    @Test("a movie that is turned says how")
    func rotated() async throws {
        let upright = try fixture.video("a.mp4", FFmpeg.pictures + ["-c:v", "mpeg4"])
        #expect(try await fixture.facts(upright).orientation == nil)
        // A quarter turn to the right, where the track header has none.
        let straight =
            Boxes.number(0x1_0000) + Boxes.number(0) + Boxes.number(0) + Boxes.number(0)
            + Boxes.number(0x1_0000)
        let turned =
            Boxes.number(0) + Boxes.number(0x1_0000) + Boxes.number(0) + Boxes.number(0xFFFF_0000)
            + Boxes.number(0)
        let header = try #require(upright.firstRange(of: Array("tkhd".utf8)))
        let matrix = try #require(upright[header.upperBound...].firstRange(of: straight))
        var video = upright
        video.replaceSubrange(matrix, with: turned)
        #expect(try await fixture.facts(video).orientation == 6)
    }

    @Test("text that is no UTF-8 costs no more than its letters")
    func foreignText() async throws {
        var video = try fixture.video(
            "a.avi",
            FFmpeg.pictures + ["-c:v", "mjpeg", "-metadata", "comment=KXln"]
        )
        let comment = try #require(video.firstRange(of: Array("KXln".utf8)))
        video[comment.lowerBound + 1] = 0xF6
        #expect(try await fixture.facts(video).quickTimeComment == "K\u{FFFD}ln")
    }

    // MARK: What is no video

    @Test("a file of another kind, an empty one and one that is cut off each have their reason")
    func unreadable() async throws {
        let movie = try fixture.video("a.mp4", FFmpeg.pictures + ["-c:v", "mpeg4"])
        // ffmpeg writes the header last.
        let header = try #require(movie.firstRange(of: Array("moov".utf8)))
        let sound = try fixture.video("a.wav", FFmpeg.sound)
        let outcomes = try await fixture.outcomes([
            Array("Not a video, but enough text to be none.".utf8), [], Array(movie[..<header.lowerBound]),
            sound,
            [UInt8](repeating: 0, count: 10_000), movie,
        ])
        #expect(
            Array(outcomes.dropLast()) == [
                .unreadable(.notThisFormat), .unreadable(.empty), .unreadable(.truncated),
                .unreadable(.notThisFormat), .unreadable(.notThisFormat),
            ]
        )
        guard case .facts = outcomes.last else {
            Issue.record("no facts: \(outcomes)")
            return
        }
        #expect(fixture.failures.isEmpty)
    }

    @Test("a playlist that names other files has none of them opened")
    func playlist() async throws {
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
        #expect(try await fixture.outcomes([Array(playlist.utf8)]) == [.unreadable(.notThisFormat)])
        #expect(fixture.failures.isEmpty)
    }
}
