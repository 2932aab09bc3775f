import LibraryIndex
import PhotoModel
import SidecarText
import Testing

@testable import PhotoService

@Suite("What a frame says of itself")
struct FrameFactsTests {
    private static func facts(_ date: CaptureDate?) -> FrameFacts {
        FrameFacts(
            date: date,
            modificationTime: 1_479_200_000_000_000_000,
            place: .at(latitude: 48.137, longitude: 11.575, altitude: nil),
            description: "At the sea"
        )
    }

    private static func date(
        _ precision: DatePrecision = .second,
        _ source: DateSource = .quickTimeCreation
    ) throws -> CaptureDate {
        let time = LocalTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 58)
        return CaptureDate(
            localTime: try #require(time),
            offsetMinutes: 120,
            source: source,
            precision: precision
        )
    }

    @Test("the video's date and where in it the frame is, with the offset, place and description")
    func values() throws {
        let values = Self.facts(try Self.date()).values(at: 2_345_678)
        #expect(values.date == .set("2017-01-01T00:00:00.345+02:00"))
        #expect(values.place == .set(SidecarValues.Place(latitude: 48.137, longitude: 11.575)))
        #expect(values.description == .set("At the sea"))
        #expect(Self.facts(try Self.date()).modificationTime(at: 1) == nil)
    }

    @Test("no more is said of the date than is known")
    func precision() throws {
        for (precision, text) in [
            (DatePrecision.minute, "2017-01-01T00:00+02:00"), (.day, "2017-01-01"), (.month, "2017-01"),
            (.year, "2017"),
        ] {
            #expect(Self.facts(try Self.date(precision)).values(at: 2_345_678).date == .set(text))
        }
        #expect(Self.facts(nil).values(at: 1).date == nil)
    }

    @Test("of a video that is dated by its last change the frame has that, and does not claim more")
    func guessed() throws {
        let facts = Self.facts(try Self.date(.second, .modificationTime))
        #expect(facts.values(at: 2_345_678).date == nil)
        #expect(facts.modificationTime(at: 2_345_678) == 1_479_200_002_345_678_000)
    }

    @Test("a date that somebody has said, and that is not read in the frame's file, is said beside it")
    func unreadDates() throws {
        let facts = Self.facts(try Self.date(.second, .overlay))
        let unread = try #require(facts.unreadDate(at: 2_345_678, beside: nil))
        let time = LocalTime(
            year: 2017,
            month: 1,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
            microsecond: 345_000
        )
        #expect(unread.localTime == time && unread.fractionDigits == 3 && unread.offsetMinutes == 120)
        #expect(unread.source == .overlay)
        #expect(facts.unreadDate(at: 2_345_678, beside: try Self.date()) == unread)
        // As it is read in a file: it has no more of the second than it says.
        #expect(facts.unreadDate(at: 2_345_678, beside: unread) == nil)
        let day = Self.facts(try Self.date(.day, .overlay)).unreadDate(at: 2_345_678, beside: nil)
        #expect(day?.localTime == LocalTime(year: 2017, month: 1, day: 1) && day?.precision == .day)
        // A file that is believed of its video is of its frames.
        #expect(Self.facts(try Self.date()).unreadDate(at: 0, beside: nil) == nil)
        #expect(Self.facts(nil).unreadDate(at: 0, beside: nil) == nil)
    }

    @Test("a frame is called as its video and by where it is, and its name has room for that of a sidecar")
    func names() {
        #expect(
            FrameName.of(FileName("a b.MOV"), at: 12_520_999, isJPEG: true).display == "a b-0h00m12s520.jpg"
        )
        #expect(
            FrameName.of(FileName("a.mp4"), at: 36_061_000_000, isJPEG: false).display == "a-10h01m01s000.png"
        )
        let long = FrameName.of(FileName(String(repeating: "é", count: 125) + ".mp4"), at: 0, isJPEG: true)
        #expect(long.bytes.count <= 251 && long.text?.hasSuffix("é-0h00m00s000.jpg") == true)
    }
}
