import JSON

/// What the machine is told: what happened, one after the other.
public enum NavigationInput: Sendable {
    /// A page has begun, or begun anew.
    case launched
    /// Its members are checked when it is its turn. The id is the caller's, who sees to it that no other has it.
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
        let value = try JSONValue.layoutText(text)
        if let twice = value.nameSaidTwice {
            throw NavigationError(.malformed, key: twice, "the member is there twice")
        }
        if let name = value["command"]?.string {
            guard let id = value["commandId"]?.string else {
                throw NavigationError(.malformed, key: "commandId")
            }
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
