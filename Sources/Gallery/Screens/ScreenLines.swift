import JSON
import LineProtocol
import Navigation

/// What who commands screens is told of them: lines of a reply.
enum ScreenLines {
    /// A command is done.
    static func done(_ screen: ScreenName, command: Int, component: String?, time: Double) -> [UInt8] {
        line(screen) { writer in
            writer.member("commandId", "\(command)")
            if let component { writer.member("componentId", component) }
            writer.member("time", time)
        }
    }

    static func refused(_ screen: ScreenName, command: Int, _ error: NavigationError) -> [UInt8] {
        line(screen) { writer in
            writer.member("commandId", "\(command)")
            writer.member("error", error.reason.rawValue)
            if let node = error.node { writer.member("node", node) }
            if let key = error.key { writer.member("key", key) }
            writer.member("message", error.description)
        }
    }

    /// A command that is not done in time stays in its turn.
    static func late(_ screen: ScreenName, command: Int, _ message: String) -> [UInt8] {
        line(screen) { writer in
            writer.member("commandId", "\(command)")
            writer.member("error", ReplyCode.timeout.name)
            writer.member("message", message)
        }
    }

    static func state(_ screen: Screen) -> [UInt8] {
        line(screen.name) { writer in
            writer.member("open", screen.isOpen)
            for name in ["width", "height"] {
                writer.key(name)
                writer.value(screen.constants[name] ?? .null)
            }
            writer.key("topmost")
            writer.value(screen.navigation.tree.topmost.map { .string($0.id) } ?? .null)
            writer.key("running")
            writer.value(screen.navigation.runningID.map { .string($0) } ?? .null)
            writer.member("waiting", screen.navigation.waitingCount)
            writer.member("kept", screen.name.isChosen)
        }
    }

    static func tree(_ screen: Screen) -> [UInt8] {
        line(screen.name) { screen.navigation.writeMembers(to: &$0) }
    }

    static func constants(_ screen: Screen) -> [UInt8] {
        line(screen.name) { writer in
            for member in screen.constants.members {
                writer.key(member.name)
                writer.value(member.value)
            }
        }
    }

    private static func line(_ screen: ScreenName, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("screen", screen.description)
        write(&writer)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}
