import PhotoModel

/// Reads a request's words as values, or says what to write instead.
///
/// Making one checks what every command needs checked: that the command exists, that it takes that many words, and
/// that it knows every key.
public struct Arguments: Sendable {
    public let request: Request
    public let definition: CommandDefinition

    /// - Throws: `unknown-command`, or `argument` for too few or too many words or an unknown key.
    public init(_ request: Request, knowing commands: CommandDefinitions) throws(ProtocolError) {
        guard let definition = commands[request.command] else {
            throw .unknownCommand(request.command, knowing: commands)
        }
        try self.init(request, of: definition)
    }

    /// - Throws: `argument` for too few or too many words or an unknown key.
    public init(_ request: Request, of definition: CommandDefinition) throws(ProtocolError) {
        self.request = request
        self.definition = definition
        let count = request.positionals.count
        if count < definition.positionals.lowerBound {
            throw failure("too few words; write: \(definition.usage)")
        }
        if count > definition.positionals.upperBound {
            let word = ProtocolError.excerpt(request.positionals[definition.positionals.upperBound])
            throw failure(
                "unexpected word: \(word); \(request.command) takes \(Self.count(definition.positionals.upperBound)); "
                    + "write: \(definition.usage) (a word with spaces goes in quotes)"
            )
        }
        for option in request.options where !definition.options.contains(option.key) {
            throw unknownOption(option.key)
        }
    }

    private static func count(_ most: Int) -> String {
        switch most {
        case 0: "no words"
        case 1: "one word at most"
        default: "\(most) words at most"
        }
    }

    public func failure(_ message: String) -> ProtocolError {
        ProtocolError(code: .argument, command: request.command, message: message)
    }

    private func unknownOption(_ key: String) -> ProtocolError {
        let remedy =
            if definition.options.isEmpty {
                "\(request.command) takes none"
            } else if let nearest = NearestName.near(key, among: definition.options) {
                "did you mean \(nearest)=?"
            } else {
                "\(request.command) knows \(definition.options.map { $0 + "=" }.joined(separator: " "))"
            }
        return failure(
            "unknown option: \(ProtocolError.excerpt(key))=; \(remedy) (a word that holds “=” goes in quotes)"
        )
    }
}

// MARK: - Numbers and flags

extension Arguments {
    /// A whole number in decimal digits; `nil` where the key was not given.
    public func integer(_ key: String, in range: ClosedRange<Int>) throws(ProtocolError) -> Int? {
        guard let text = request[option: key] else { return nil }
        let digits = text.utf8
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text),
            range.contains(value)
        else {
            let bounds =
                range.upperBound == .max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw failure(
                "\(key)=\(ProtocolError.excerpt(text)) is out of range; write a whole number \(bounds)"
            )
        }
        return value
    }

    /// `key=1` or `key=0`; what holds `otherwise` where the key was not given.
    public func flag(_ key: String, otherwise: Bool = false) throws(ProtocolError) -> Bool {
        guard let text = request[option: key] else { return otherwise }
        switch text {
        case "1": return true
        case "0": return false
        default: throw failure("\(key)=\(ProtocolError.excerpt(text)) is no flag; write \(key)=1 or \(key)=0")
        }
    }

    /// Seconds, with up to three decimal places kept, at most a day; `nil` where the key was not given.
    public func seconds(_ key: String) throws(ProtocolError) -> Duration? {
        guard let text = request[option: key] else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            (1...9).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard areDigits, let whole = parts.first.flatMap({ Int64($0) }), whole <= 86_400 else {
            throw failure(
                "\(key)=\(ProtocolError.excerpt(text)) is no time; write seconds from 0 to 86400, such as 60 or 0.5"
            )
        }
        var milliseconds: Int64 = 0
        if parts.count == 2 {
            let padded = (parts[1] + "00").prefix(3)
            milliseconds = Int64(padded) ?? 0
        }
        return .milliseconds(whole * 1000 + milliseconds)
    }
}

// MARK: - Values of the library

extension Arguments {
    /// A month by its position among the words.
    public func month(at position: Int = 0) throws(ProtocolError) -> MonthKey {
        guard position < request.positionals.count else {
            throw failure("the month is missing; write YYYY-MM or undated")
        }
        let text = request.positionals[position]
        guard let month = MonthKey(text) else {
            throw failure("not a month: \(ProtocolError.excerpt(text)); write YYYY-MM or undated")
        }
        return month
    }

    /// `photo` or `video`; `nil` (both) where the key was not given.
    public func assetType(_ key: String = "type") throws(ProtocolError) -> AssetType? {
        switch request[option: key] {
        case nil: return nil
        case "photo": return .photo
        case "video": return .video
        case .some(let text):
            throw failure("not a type: \(ProtocolError.excerpt(text)); write \(key)=photo or \(key)=video")
        }
    }

    /// Where the time a date prefix names begins; `nil` where the key was not given.
    public func date(_ key: String) throws(ProtocolError) -> LocalTime? {
        guard let text = request[option: key] else { return nil }
        guard let time = DatePrefix.start(of: text) else {
            throw failure(
                "not a date: \(ProtocolError.excerpt(text)); write \(key)=YYYY, YYYY-MM, YYYY-MM-DD or "
                    + "YYYY-MM-DDTHH:MM:SS, or any beginning of it"
            )
        }
        return time
    }

    /// A point in the change log; `nil` where the key was not given. Whether it is a fresh instance is not decided
    /// here: only bad syntax is an error.
    public func clock(_ key: String = "since") throws(ProtocolError) -> Clock? {
        guard let text = request[option: key] else { return nil }
        guard let clock = Clock(text) else {
            throw failure(
                "not a clock: \(ProtocolError.excerpt(text)); give one that photod sent, such as "
                    + "c:00f1e2d3c4b5a697:42"
            )
        }
        return clock
    }

    /// The item members asked for, all of them where the key was not given.
    public func fields(_ key: String = "fields") throws(ProtocolError) -> ItemFields {
        guard let text = request[option: key] else { return .all }
        var fields: ItemFields = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let field = ItemFields(name: String(name)) else {
                let nearest = NearestName.near(String(name), among: ItemFields.names)
                let remedy =
                    nearest.map { "did you mean \($0)?" }
                    ?? "known are \(ItemFields.names.joined(separator: ","))"
                throw failure("no such field: \(ProtocolError.excerpt(String(name))); \(remedy)")
            }
            fields.insert(field)
        }
        return fields
    }

    /// An absolute path by its position among the words, given as it is or as a `file://` uri; `nil` where there
    /// is no such word.
    public func path(at position: Int = 0) throws(ProtocolError) -> FilePath? {
        guard position < request.positionals.count else { return nil }
        let text = request.positionals[position]
        guard let path = AssetReference.path(text) else {
            throw failure(
                "not an absolute path: \(ProtocolError.excerpt(text)); write /… or a file:// uri with "
                    + "percent-encoding"
            )
        }
        return path
    }

    /// The absolute path that is an option's value, `nil` where it is not given.
    public func path(_ key: String) throws(ProtocolError) -> FilePath? {
        guard let text = request[option: key] else { return nil }
        guard let path = AssetReference.path(text) else {
            throw failure(
                "\(key)=\(ProtocolError.excerpt(text)) is no absolute path; write \(key)=/… or a file:// uri with "
                    + "percent-encoding"
            )
        }
        return path
    }

    /// What `subscribe` is asked for: the topics named, the usual ones where none is.
    public func topics() throws(ProtocolError) -> [SubscriptionTopic] {
        if request.positionals.isEmpty { return SubscriptionTopic.usual }
        var topics: [SubscriptionTopic] = []
        for word in request.positionals {
            guard let topic = SubscriptionTopic(rawValue: word) else {
                let known = SubscriptionTopic.allCases.map(\.rawValue).joined(separator: ", ")
                throw failure("no such topic: \(ProtocolError.excerpt(word)); known are \(known)")
            }
            if !topics.contains(topic) { topics.append(topic) }
        }
        return topics
    }

    /// The photo a word names.
    ///
    /// - Throws: `no-such` where the word can name none: a malformed id is one that does not exist.
    public func reference(at position: Int = 0) throws(ProtocolError) -> AssetReference {
        guard position < request.positionals.count else {
            throw failure("too few words; write: \(definition.usage)")
        }
        let text = request.positionals[position]
        guard let reference = AssetReference(text) else {
            throw ProtocolError(
                code: .noSuch,
                command: request.command,
                message:
                    "no such photo: \(ProtocolError.excerpt(text)); give an id, a file:// uri or an absolute path"
            )
        }
        return reference
    }
}

extension ProtocolError {
    /// Names the nearest command there is.
    public static func unknownCommand(_ name: String, knowing commands: CommandDefinitions) -> ProtocolError {
        let nearest = NearestName.near(name, among: commands.all.lazy.map(\.name))
        let hint = nearest.map { "did you mean \($0)? " } ?? ""
        return ProtocolError(
            code: .unknownCommand,
            command: "",
            message: "unknown command: \(ProtocolError.excerpt(name)); \(hint)“commands” lists them"
        )
    }
}
