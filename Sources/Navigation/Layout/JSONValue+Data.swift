import JSON

extension JSONValue {
    /// Reads a text that may nest as deep as layouts do.
    ///
    /// - Throws: `malformed` where it is no JSON.
    package static func layoutText(_ text: some Collection<UInt8>) throws(NavigationError) -> JSONValue {
        do {
            return try parse(Array(text), depthLimit: NavigationLimits.nesting)
        } catch {
            throw NavigationError(.malformed, error.description)
        }
    }

    /// How much room a value takes, however its numbers are written: bytes of all texts and names, and 8 for everything else.
    var dataSize: Int {
        switch self {
        case .null, .bool, .integer, .number: 8
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(8) { $0 + $1.dataSize }
        case .object(let members): members.reduce(8) { $0 + $1.name.utf8.count + $1.value.dataSize }
        }
    }

    /// The members in the order of their names' bytes, so that of several wrong ones it is always the same that is named.
    var membersByName: [Member]? {
        members?.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// `null` says no more than nothing.
    func said(_ name: String) -> JSONValue? {
        let value = self[name]
        return value == .null ? nil : value
    }

    /// Checks which members there are.
    func checkMembers(_ allowed: [String], node: String?) throws(NavigationError) {
        for member in membersByName ?? [] where !allowed.contains(member.name) {
            throw NavigationError(.malformed, node: node, key: member.name, "there is no such member")
        }
    }
}
