import CaptureRules
import EditRules
import LineProtocol
import PhotoModel

/// What an edit wants of a photo.
struct EditWish: Sendable {
    /// What is the same whatever the photo is.
    let wanted: EditedValues
    /// The date that the photo gets; `nil`: what `wanted` says.
    let date: DateOrder?
    /// The keywords that it gets; `nil`: what `wanted` says.
    let keywords: KeywordOrder?

    /// The keys that say it.
    static let keys = [
        "date", "offset", "shift", "location", "description", "title", "rating", "keywords", "favorite",
        "group",
        "other", "unset",
    ]

    /// Bytes. What is longer is no description, and every client would have to read it.
    private static let longestDescription = 64 << 10
    /// Bytes: as much of a title as is read again.
    private static let longestTitle = 1_024
    /// Bytes of all: as many keywords as are read again.
    private static let longestKeywords = 8_000

    init(_ arguments: Arguments) throws(ProtocolError) {
        date = try DateOrder(arguments)
        let forgotten = try Self.forgotten(arguments)
        guard date == nil || forgotten.date == nil else {
            throw arguments.failure("a date is given, and unset=date forgets it; do one of both")
        }
        keywords = try Self.keywords(arguments)
        wanted = EditedValues(
            favorite: try Self.favorite(arguments),
            group: try Self.group(arguments),
            date: forgotten.date,
            place: try Self.place(arguments) ?? forgotten.place,
            description: try Self.description(arguments) ?? forgotten.description,
            title: try Self.title(arguments) ?? forgotten.title,
            rating: try Self.rating(arguments) ?? forgotten.rating,
            keywords: forgotten.keywords
        )
        guard !wanted.isEmpty || date != nil || keywords != nil else {
            throw arguments.failure(
                "what shall be edited? write date=, location=, description=, title=, rating=, keywords=, favorite= or "
                    + "group=: \(arguments.definition.usage)"
            )
        }
    }

    /// Whether what is shown of a photo has to be known.
    var asksShown: Bool {
        date != nil || keywords != nil || wanted.properties.contains { $0 != .group }
    }

    /// Whether it follows from what a photo has: a sidecar that was written a moment ago has to be read for it.
    var isRelative: Bool { relative != nil }

    /// What of it follows from what a photo has; `nil`: nothing.
    var relative: RelativeOrder? { RelativeOrder(keywords: keywords, date: date) }

    /// Whether a photo may have more keywords than are read, so that nobody could change some of them and keep the others.
    /// Those that are left out come behind nearly as many bytes as are read: no keyword has half of them.
    func isTooMuch(for shown: EditSubject.Shown?) -> Bool {
        relative.map { Self.isTooMuch(shown?.values.keywords?.value ?? [], for: $0) } ?? false
    }

    /// The same of the keywords that a photo has.
    static func isTooMuch(_ known: [String], for relative: RelativeOrder) -> Bool {
        guard relative.keywords != nil else { return false }
        return known.reduce(0) { $0 + $1.utf8.count + 1 } > longestKeywords / 2
    }

    /// What is wanted of a photo with these values.
    ///
    /// - Parameter date: the date that the order comes to.
    func values(of shown: EditSubject.Shown?, date: CaptureDate?) -> EditedValues {
        var values = wanted
        if let date { values.date = .value(date) }
        if let keywords {
            values.keywords = .value(keywords.keywords(from: shown?.values.keywords?.value ?? []))
        }
        return values
    }

    private static func favorite(_ arguments: Arguments) throws(ProtocolError) -> FavoriteMark? {
        guard let text = arguments.request[option: "favorite"] else { return nil }
        guard let mark = FavoriteMark(word: text) else {
            throw arguments.failure(
                "favorite=\(ProtocolError.excerpt(text)) is no mark; write yes, no or unset"
            )
        }
        return mark
    }

    private static func group(_ arguments: Arguments) throws(ProtocolError) -> GroupMark? {
        let isOther = try arguments.flag("other")
        guard let text = arguments.request[option: "group"] else { return isOther ? .other : nil }
        guard !isOther else {
            throw arguments.failure("group= and other=1 exclude each other; give one of them")
        }
        if text.isEmpty { return .unset }
        guard !text.utf8.contains(0), let name = GroupName.name(fromDescription: text) else {
            throw arguments.failure(
                "a group's name is not blank; group=\"\" has description and folder decide again, other=1 means none"
            )
        }
        return .named(name)
    }

    private static func place(_ arguments: Arguments) throws(ProtocolError) -> Said<PlaceMark>? {
        guard let text = arguments.request[option: "location"] else { return nil }
        guard let place = PlaceMark(word: text) else {
            throw arguments.failure(
                "location=\(ProtocolError.excerpt(text)) is no place; write LAT,LON or LAT,LON,ALT in degrees from "
                    + "-90,-180 to 90,180 and metres, or none"
            )
        }
        return .value(place)
    }

    private static func description(_ arguments: Arguments) throws(ProtocolError) -> Said<String>? {
        guard let text = arguments.request[option: "description"] else { return nil }
        guard text.utf8.count <= longestDescription, !text.utf8.contains(0) else {
            throw arguments.failure("a description has at most 65,536 bytes, and none of them is 0")
        }
        return .value(TypedText.asRead(text))
    }

    private static func title(_ arguments: Arguments) throws(ProtocolError) -> Said<String>? {
        guard let text = arguments.request[option: "title"] else { return nil }
        guard text.utf8.count <= longestTitle, !text.utf8.contains(0) else {
            throw arguments.failure("a title has at most 1,024 bytes, and none of them is 0")
        }
        return .value(TypedText.asRead(text))
    }

    private static func rating(_ arguments: Arguments) throws(ProtocolError) -> Said<Int>? {
        guard let text = arguments.request[option: "rating"] else { return nil }
        if text == "unset" { return .unset }
        guard let stars = Int(text), (0...5).contains(stars) else {
            throw arguments.failure(
                "rating=\(ProtocolError.excerpt(text)) is no number of stars; write 0 to 5, or unset"
            )
        }
        return .value(stars)
    }

    private static func keywords(_ arguments: Arguments) throws(ProtocolError) -> KeywordOrder? {
        guard let text = arguments.request[option: "keywords"] else { return nil }
        guard text.utf8.count <= longestKeywords else {
            throw arguments.failure("keywords have at most 8,000 bytes")
        }
        guard let order = KeywordOrder(text) else {
            throw arguments.failure(
                "keywords=\(ProtocolError.excerpt(text)) is no list; write +beach,-work to change what there is, "
                    + "beach,holidays to replace it, or nothing for none"
            )
        }
        // Another program may have written them, and then they can be taken away.
        guard order.given.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } }) else {
            throw arguments.failure(
                "a keyword has no control characters; write it without them, or take such a one away (-NAME)"
            )
        }
        return order
    }

    /// What `unset=` names: of that nothing is said any more.
    private static func forgotten(_ arguments: Arguments) throws(ProtocolError) -> EditedValues {
        var values = EditedValues()
        guard let text = arguments.request[option: "unset"] else { return values }
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            switch name {
            case "date": values.date = .unset
            case "location": values.place = .unset
            case "description": values.description = .unset
            case "title": values.title = .unset
            case "rating": values.rating = .unset
            case "keywords": values.keywords = .unset
            default:
                throw arguments.failure(
                    "unset=\(ProtocolError.excerpt(String(name))) is nothing that can be unset; write date, location, "
                        + "description, title, rating or keywords, or several with commas between"
                )
            }
            // A date is ordered in several ways: that is looked at elsewhere.
            guard name == "date" || arguments.request[option: String(name)] == nil else {
                throw arguments.failure("\(name)= and unset=\(name) exclude each other; give one of them")
            }
        }
        return values
    }
}
