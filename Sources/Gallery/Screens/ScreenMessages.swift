import JSON
import Navigation

/// What a page is told of its screen, each one object without a line end.
enum ScreenMessages {
    /// All that the page's own machine begins with.
    static func restore(_ screen: Screen, stream: Int) -> [UInt8] {
        message { writer in
            writer.member("screen", screen.name.description)
            writer.member("stream", stream)
            writer.key("restore")
            screen.navigation.writeWhole(to: &writer)
        }
    }

    /// What the gallery's machine was told, and the page's is to be told as well.
    static func told(_ input: NavigationInput) -> [UInt8] {
        message { writer in
            writer.key("told")
            input.write(to: &writer)
        }
    }

    /// Another page has the name now.
    static let taken = message { $0.member("taken", true) }

    /// There is no room for another screen.
    static func refused(_ reason: String) -> [UInt8] { message { $0.member("refused", reason) } }

    private static func message(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("event", "screen")
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}
