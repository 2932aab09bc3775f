/// Why a text is no glob.
public struct GlobError: Error, Hashable, Sendable, CustomStringConvertible {
    public var pattern: String
    /// Half a sentence for people, without a full stop.
    public var problem: String
    public var remedy: String

    public var description: String { "the pattern \"\(pattern)\" \(problem); \(remedy)" }
}

/// A pattern in the manner of gitignore's, over bytes.
///
/// `*` is any run and `?` any one character, neither of them a `/`; `[a-z]` and `[!a-z]` are one character in
/// or out of a set; `**` between slashes is any number of folders; a backslash takes the next character's
/// meaning away. A pattern with a `/` before its end counts from the root, one without matches a name at any
/// depth. A `/` at the end restricts it to folders.
///
/// Matching goes back to the last star only, within a name and, for `**`, within a path: a star that an
/// earlier one has passed need never be tried again. So the work is at most the product of the lengths,
/// whatever the pattern.
struct Glob: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case folders
        case name([Token])
    }

    private enum Token: Sendable, Hashable {
        case byte(UInt8)
        case anyCharacter
        case anyRun
        case set(ranges: [ClosedRange<UInt32>], negated: Bool)
    }

    private let parts: [Part]
    let isAnchored: Bool
    let matchesOnlyFolders: Bool

    init(_ pattern: String) throws(GlobError) {
        let reader = Reader(pattern: pattern)
        if pattern.isEmpty { throw reader.error("is empty", "remove it") }
        if pattern.utf8.first == UInt8(ascii: "!") {
            throw reader.error(
                "begins with !, and nothing can be taken out of what is ignored",
                "remove the pattern that ignores too much, or write \\! for a name that begins with !"
            )
        }
        if pattern.utf8.contains(0) { throw reader.error("holds a NUL character", "remove it") }
        var bytes = Array(pattern.utf8)[...]
        let onlyFolders = bytes.last == UInt8(ascii: "/")
        if onlyFolders { bytes.removeLast() }
        var anchored = false
        if bytes.first == UInt8(ascii: "/") {
            anchored = true
            bytes.removeFirst()
        }
        let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var parts: [Part] = []
        for name in names {
            if name.isEmpty { throw reader.error("holds an empty name between slashes", "write one / there") }
            if name == [UInt8(ascii: "*"), UInt8(ascii: "*")] {
                if parts.last != .folders { parts.append(.folders) }
            } else {
                parts.append(.name(try reader.tokens(name)))
            }
        }
        self.parts = parts
        isAnchored = anchored || names.count > 1
        matchesOnlyFolders = onlyFolders
    }

    /// Whether one name matches; only for a pattern that is not anchored.
    func matches(name: ArraySlice<UInt8>) -> Bool {
        guard let part = parts.first else { return false }
        return Self.matches(part, name)
    }

    /// Whether a path below the root matches, without a slash at either end.
    func matches(path: [UInt8]) -> Bool {
        let names = path.split(separator: UInt8(ascii: "/"))
        var part = 0
        var name = 0
        var resume: (part: Int, name: Int)?
        while name < names.count {
            if part < parts.count, parts[part] == .folders {
                // `folder/**` is all inside the folder, not the folder: the run then takes at least one name.
                resume = (part + 1, name)
                part += 1
                if part == parts.count { return true }
            } else if part < parts.count, Self.matches(parts[part], names[name]) {
                part += 1
                name += 1
            } else if let last = resume {
                resume = (last.part, last.name + 1)
                part = last.part
                name = last.name + 1
            } else {
                return false
            }
        }
        return part == parts.count
    }

    private static func matches(_ part: Part, _ name: ArraySlice<UInt8>) -> Bool {
        guard case .name(let tokens) = part else { return true }
        var token = 0
        var position = name.startIndex
        var resume: (token: Int, position: Int)?
        while position < name.endIndex {
            if token < tokens.count, tokens[token] == .anyRun {
                token += 1
                resume = (token, position)
            } else if token < tokens.count, let length = length(tokens[token], name, at: position) {
                token += 1
                position += length
            } else if let last = resume {
                position = last.position + character(name, at: last.position).length
                resume = (last.token, position)
                token = last.token
            } else {
                return false
            }
        }
        while token < tokens.count, tokens[token] == .anyRun { token += 1 }
        return token == tokens.count
    }

    /// How many bytes the token takes; `nil` where it does not match.
    private static func length(_ token: Token, _ name: ArraySlice<UInt8>, at position: Int) -> Int? {
        switch token {
        case .byte(let byte): return name[position] == byte ? 1 : nil
        case .anyCharacter: return character(name, at: position).length
        case .set(let ranges, let negated):
            let (scalar, length) = character(name, at: position)
            return ranges.contains { $0.contains(scalar) } != negated ? length : nil
        case .anyRun: return nil
        }
    }

    /// One character of UTF-8; a byte that begins none stands for itself, outside of Unicode.
    private static func character(_ name: ArraySlice<UInt8>, at position: Int) -> (
        scalar: UInt32, length: Int
    ) {
        let first = name[position]
        if first < 0x80 { return (UInt32(first), 1) }
        var decoder = UTF8()
        var bytes = name[position...].prefix(4).makeIterator()
        if case .scalarValue(let scalar) = decoder.decode(&bytes) {
            return (scalar.value, UTF8.width(scalar))
        }
        return (0x11_0000 + UInt32(first), 1)
    }

    // MARK: - Reading a pattern

    private struct Reader {
        let pattern: String

        func error(_ problem: String, _ remedy: String) -> GlobError {
            GlobError(pattern: pattern, problem: problem, remedy: remedy)
        }

        func tokens(_ name: ArraySlice<UInt8>) throws(GlobError) -> [Token] {
            var tokens: [Token] = []
            var position = name.startIndex
            while position < name.endIndex {
                switch name[position] {
                case UInt8(ascii: "*"):
                    if tokens.last != .anyRun { tokens.append(.anyRun) }
                    position += 1
                case UInt8(ascii: "?"):
                    tokens.append(.anyCharacter)
                    position += 1
                case UInt8(ascii: "["): tokens.append(try set(name, &position))
                case UInt8(ascii: "\\"):
                    guard position + 1 < name.endIndex else {
                        throw error("ends with a backslash", "write \\\\ for a backslash")
                    }
                    tokens.append(.byte(name[position + 1]))
                    position += 2
                default:
                    tokens.append(.byte(name[position]))
                    position += 1
                }
            }
            return tokens
        }

        /// From `[` to its `]`. A `]` at the beginning stands for itself.
        private func set(_ name: ArraySlice<UInt8>, _ position: inout Int) throws(GlobError) -> Token {
            position += 1
            var negated = false
            if position < name.endIndex,
                name[position] == UInt8(ascii: "!") || name[position] == UInt8(ascii: "^")
            {
                negated = true
                position += 1
            }
            var ranges: [ClosedRange<UInt32>] = []
            while let scalar = member(name, &position, isFirst: ranges.isEmpty) {
                guard position + 1 < name.endIndex, name[position] == UInt8(ascii: "-"),
                    name[position + 1] != UInt8(ascii: "]")
                else {
                    ranges.append(scalar...scalar)
                    continue
                }
                position += 1
                guard let end = member(name, &position, isFirst: true) else { break }
                guard scalar <= end else {
                    throw error("holds a range that runs backwards", "write its smaller end first")
                }
                ranges.append(scalar...end)
            }
            guard position < name.endIndex else {
                throw error("holds a [ without its ]", "close it, or write \\[ for a bracket")
            }
            position += 1
            return .set(ranges: ranges, negated: negated)
        }

        /// `nil` at the closing bracket and at the end.
        private func member(_ name: ArraySlice<UInt8>, _ position: inout Int, isFirst: Bool) -> UInt32? {
            guard position < name.endIndex else { return nil }
            if name[position] == UInt8(ascii: "]"), !isFirst { return nil }
            if name[position] == UInt8(ascii: "\\"), position + 1 < name.endIndex { position += 1 }
            let (scalar, length) = Glob.character(name, at: position)
            position += length
            return scalar
        }
    }
}
