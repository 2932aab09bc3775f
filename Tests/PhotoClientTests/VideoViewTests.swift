import LineProtocol
import Testing

@testable import photoctl

@Suite("A video on a terminal")
struct VideoViewTests {
    private func text(_ json: String) throws -> String {
        VideoView.text(of: try JSONValue.parse(Array(json.utf8)))
    }

    @Test("it is told with what is known of it, and a file name steers no terminal")
    func view() throws {
        let told = try text(
            """
            {"id":"A/L0/001","uri":"file:///a","path":"/p/\\u001b[31m.mov","container":"mov","width":1080,"height":1920,\
            "rotation":90,"duration":12.48,"frameRate":29.97,"videoCodec":"h264","audioCodec":"aac","supported":true}
            """
        )
        #expect(told.contains("pictures     1080 × 1920, turned by 90°, 29.97 a second, h264\n"))
        #expect(told.contains("sound        aac\n") && told.contains("duration     12.5 s\n"))
        #expect(told.contains("frames       can be taken\n") && !told.contains("\u{1B}"))
    }

    @Test("of one that no frame can be taken of the reason stands there, and no empty line")
    func reason() throws {
        let told = try text(
            #"{"id":"A","path":"/p/a.mp4","container":"mp4","supported":false,"reason":"there is sound in it and no pictures"}"#
        )
        #expect(
            told == """
                container    mp4
                frames       none: there is sound in it and no pictures
                path         /p/a.mp4
                id           A

                """
        )
    }

    @Test("an event of videos is a record like one of photos")
    func event() throws {
        let json =
            #"{"event":"videos","change":"deleted","id":"A","oldMonthKey":"2016-11","clock":"c:1:2"}"#
        let fields = EventRecord.fields(of: try JSONValue.parse(Array(json.utf8)))
        #expect(fields == ["videos", "deleted", "A", "", "2016-11", "c:1:2"])
    }
}
