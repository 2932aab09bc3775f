import JSON

/// What the machine says is to be done.
public enum NavigationOutput: Sendable {
    /// What a page does with the tree as it is now.
    public struct Transition: Hashable, Sendable {
        /// The command or gesture; `restore` for a page that begins anew.
        public let name: String
        /// What `finished` names when it is done.
        public let commandID: String
        /// Components to be made before it is shown.
        public let make: [String]
        /// And after.
        public let later: [String]
        /// Components that go.
        public let remove: [String]
        /// What was said of how they go.
        public let options: Options?
    }

    case event(NavigationEvent)
    case carryOut(Transition)
    /// A command is done.
    case done(command: String, component: String?)
    /// A command or gesture that came to nothing.
    case refused(command: String, NavigationError)
}

extension NavigationOutput {
    /// One line of docs/navigation.md, without a line end.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .event(let event):
            writer.member("event", event.name)
            for member in event.members {
                writer.key(member.name)
                writer.value(member.value)
            }
        case .carryOut(let transition):
            writer.member("carryOut", transition.name)
            writer.member("commandId", transition.commandID)
            writer.texts("make", transition.make)
            writer.texts("later", transition.later)
            writer.texts("remove", transition.remove)
            if let options = transition.options {
                writer.key("options")
                writer.options(options)
            }
        case .done(let command, let component):
            writer.member("done", command)
            if let component { writer.member("componentId", component) }
        case .refused(let command, let error):
            writer.member("refused", command)
            writer.member("error", error.reason.rawValue)
            if let node = error.node { writer.member("node", node) }
            if let key = error.key { writer.member("key", key) }
        }
        writer.endObject()
    }

    public var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    mutating func texts(_ name: StaticString, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }
}
