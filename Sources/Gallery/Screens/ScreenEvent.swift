import JSON
import LineServer
import Navigation

/// What happened on a screen, as subscribers are told.
struct ScreenEvent: LineEvent {
    /// How many events there have been with it.
    let number: Int
    let screen: ScreenName
    /// With its line end.
    let line: [UInt8]

    init(number: Int, _ screen: ScreenName, _ name: String, _ members: [JSONValue.Member] = []) {
        self.number = number
        self.screen = screen
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.member("event", name)
        writer.member("screen", screen.description)
        for member in members {
            writer.key(member.name)
            writer.value(member.value)
        }
        writer.endObject()
        writer.endLine()
        line = writer.bytes
    }

    static let opened = "screenOpened"
    static let closed = "screenClosed"

    /// A long one counts as many.
    var weight: Int { 1 + line.count / 1024 }
    var isState: Bool { false }
}
