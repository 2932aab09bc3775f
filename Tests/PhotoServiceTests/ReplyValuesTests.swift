import LineProtocol
import Testing

@testable import PhotoService

@Suite("Values of replies")
struct ReplyValuesTests {
    @Test(
        "an offset has a sign, two digits of hours and two of minutes",
        arguments: [
            (0, "+00:00"), (5, "+00:05"), (120, "+02:00"), (765, "+12:45"), (-210, "-03:30"), (-1, "-00:01"),
            (5999, "+99:59"), (-5999, "-99:59"),
        ]
    )
    func offset(minutes: Int, text: String) {
        var json = JSONWriter()
        json.offset(minutes: minutes)
        #expect(String(decoding: json.bytes, as: UTF8.self) == "\"\(text)\"")
    }
}
