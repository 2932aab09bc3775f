import EditRules
import LineProtocol
import PhotoModel

/// What `edit` was asked to do.
struct EditOrder: Sendable {
    /// In the order of the request.
    let entries: [Entry]
    let isDryRun: Bool
    /// `nil`: where the options of its folder have it.
    let layer: EditLayer?
    /// Whether a photo with several names may become a file of its own.
    let breaksLinks: Bool
    /// Each photo has a wish of its own.
    let isEach: Bool

    struct Entry: Sendable {
        /// An id, a uri or a path.
        let word: String
        let wish: EditWish
    }

    init(_ arguments: Arguments) throws(ProtocolError) {
        let words = try arguments.uploadedIdentifiers()
        isDryRun = try arguments.flag("dry-run")
        layer = try Self.layer(arguments.request[option: "write"], arguments)
        breaksLinks = try arguments.flag("break-links")
        isEach = try arguments.flag("each")
        guard isEach else {
            let wish = try EditWish(arguments)
            entries = words.map { Entry(word: $0, wish: wish) }
            return
        }
        if let key = EditWish.keys.first(where: { arguments.request[option: $0] != nil }) {
            throw arguments.failure(
                "\(key)= is said of each photo by itself where each=1 is: write it behind the photo's id"
            )
        }
        let definition = Self.line(of: arguments.definition)
        var entries: [Entry] = []
        for (index, line) in words.enumerated() {
            entries.append(try Self.entry(line, number: index + 1, definition, arguments))
        }
        self.entries = entries
    }

    /// Whether stars may be written that are given as a photo is to be a favourite: a sidecar that was written a moment ago may say
    /// others, which stay.
    func mayGiveStars(_ wish: EditWish) -> Bool {
        wish.wanted.favorite == .yes && wish.wanted.rating == nil && layer?.isOnDisk ?? true
    }

    /// `ID location=48.86,2.29 favorite=yes`: a photo with what is wanted of it, as a request of its own has them.
    private static func line(of edit: CommandDefinition) -> CommandDefinition {
        CommandDefinition(
            edit.name,
            usage: "ID KEY=VALUE…",
            words: 1...1,
            options: EditWish.keys,
            since: edit.since,
            summary: edit.summary
        )
    }

    private static func entry(
        _ line: String,
        number: Int,
        _ definition: CommandDefinition,
        _ arguments: Arguments
    ) throws(ProtocolError) -> Entry {
        do throws(ProtocolError) {
            let request = try RequestParser.parse(
                "\(definition.name) \(line)",
                knowing: CommandDefinitions([definition])
            )
            guard let request else { throw arguments.failure("it is blank") }
            let words = try Arguments(request, of: definition)
            return Entry(word: request.positionals.first ?? "", wish: try EditWish(words))
        } catch {
            throw arguments.failure("line \(number) of the list: \(error.message)")
        }
    }

    private static func layer(_ word: String?, _ arguments: Arguments) throws(ProtocolError) -> EditLayer? {
        guard let word else { return nil }
        guard let layer = EditLayer(rawValue: word) else {
            throw arguments.failure(
                "write=\(ProtocolError.excerpt(word)) is no place to write to; use write=sidecar, write=file, "
                    + "write=both or write=index"
            )
        }
        return layer
    }
}
