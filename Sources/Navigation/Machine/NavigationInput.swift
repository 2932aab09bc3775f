import JSON

/// What the machine is told: what happened, one after the other.
public enum NavigationInput: Sendable {
    /// A page has begun, or begun anew.
    case launched
    /// A command, whose members are checked when it is its turn. The id is the caller's, who sees to it that no other has it.
    case command(id: String, name: String, JSONValue)
    /// A user did something, as the page tells it.
    case gesture(name: String, JSONValue)
    /// The page has carried out what it was told; `time` is how long that took, in milliseconds.
    case finished(id: String, time: Double)
}

extension NavigationInput {
    /// Reads one line of docs/navigation.md.
    ///
    /// - Throws: `malformed` where it is no such line.
    public init(parsing text: some Collection<UInt8>) throws(NavigationError) {
        try self.init(JSONValue.layoutText(text))
    }

    /// The same of a value.
    ///
    /// - Parameter commandID: the id of a command that brings none along, where it must not: who gives ids gives all of them.
    public init(_ value: JSONValue, commandID: String? = nil) throws(NavigationError) {
        if let twice = value.nameSaidTwice {
            throw NavigationError(.malformed, key: twice, "the member is there twice")
        }
        if let name = value["command"]?.string {
            guard let id = commandID ?? value["commandId"]?.string,
                commandID == nil || value["commandId"] == nil
            else { throw NavigationError(.malformed, key: "commandId") }
            self = .command(id: id, name: name, value.without(["command", "commandId"]))
        } else if let name = value["gesture"]?.string {
            self = .gesture(name: name, value.without(["gesture"]))
        } else if let id = value["finished"]?.string {
            self = .finished(id: id, time: value["time"]?.double ?? 0)
        } else if value["launched"] == .bool(true) {
            self = .launched
        } else {
            throw NavigationError(.malformed, "neither launched, command, gesture nor finished")
        }
    }
}

extension NavigationInput {
    /// A command whose members are a text: an object, or nothing for one that has none.
    ///
    /// - Throws: `unknown-command`, or `malformed` where the text is no such object.
    public static func command(
        id: String,
        name: String,
        parsing text: some Collection<UInt8>
    ) throws(NavigationError) -> NavigationInput {
        _ = try NavigationCommand.named(name)
        let members = text.isEmpty ? .object([]) : try JSONValue.layoutText(text)
        guard members.members != nil else {
            throw NavigationError(.malformed, "what a command says is an object")
        }
        if let twice = members.nameSaidTwice {
            throw NavigationError(.malformed, key: twice, "the member is there twice")
        }
        for key in ["command", "commandId"] where members[key] != nil {
            throw NavigationError(.malformed, key: key, "there is no such member")
        }
        return .command(id: id, name: name, members)
    }

    /// The line that is read as the same, without a line end.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .launched: writer.member("launched", true)
        case .command(let id, let name, let said):
            writer.member("command", name)
            writer.member("commandId", id)
            writer.members(of: said)
        case .gesture(let name, let said):
            writer.member("gesture", name)
            writer.members(of: said)
        case .finished(let id, let time):
            writer.member("finished", id)
            writer.member("time", time)
        }
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func members(of object: JSONValue) {
        for member in object.members ?? [] {
            key(member.name)
            value(member.value)
        }
    }
}

extension JSONValue {
    fileprivate func without(_ names: Set<String>) -> JSONValue {
        .object((members ?? []).filter { !names.contains($0.name) })
    }

    /// A name that one object has twice, anywhere. Which of the two counts readers of JSON do not agree on.
    var nameSaidTwice: String? {
        switch self {
        case .null, .bool, .integer, .number, .string: return nil
        case .array(let elements): return elements.lazy.compactMap(\.nameSaidTwice).first
        case .object(let members):
            var names: Set<[UInt8]> = []
            for member in members {
                if !names.insert(Array(member.name.utf8)).inserted { return member.name }
                if let twice = member.value.nameSaidTwice { return twice }
            }
            return nil
        }
    }
}
