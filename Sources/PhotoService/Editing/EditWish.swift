import CaptureRules
import EditRules
import LineProtocol

/// What an edit wants of a photo.
struct EditWish: Sendable {
    /// What is the same whatever the photo is.
    let wanted: EditedValues
    /// The date that the photo gets; `nil`: what `wanted` says.
    let date: DateOrder?

    /// The keys that say it.
    static let keys = [
        "date", "offset", "shift", "location", "description", "favorite", "group", "other", "unset",
    ]

    /// Bytes. What is longer is no description, and every client would have to read it.
    private static let longestDescription = 64 << 10

    init(_ arguments: Arguments) throws(ProtocolError) {
        date = try DateOrder(arguments)
        let forgotten = try Self.forgotten(arguments)
        guard date == nil || forgotten.date == nil else {
            throw arguments.failure("a date is given, and unset=date forgets it; do one of both")
        }
        wanted = EditedValues(
            favorite: try Self.favorite(arguments),
            group: try Self.group(arguments),
            date: forgotten.date,
            place: try Self.place(arguments) ?? forgotten.place,
            description: try Self.description(arguments) ?? forgotten.description
        )
        guard !wanted.isEmpty || date != nil else {
            throw arguments.failure(
                "what shall be edited? write date=, location=, description=, favorite= or group=: "
                    + arguments.definition.usage
            )
        }
    }

    /// Whether what is shown of a photo has to be known.
    var asksShown: Bool { date != nil || wanted.place != nil || wanted.description != nil }

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
        return .value(text.allSatisfy(\.isWhitespace) ? "" : text)
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
            default:
                throw arguments.failure(
                    "unset=\(ProtocolError.excerpt(String(name))) is nothing that can be unset; write date, location or "
                        + "description, or several with commas between"
                )
            }
        }
        for (name, isBoth) in [("location", values.place != nil), ("description", values.description != nil)]
        where isBoth && arguments.request[option: name] != nil {
            throw arguments.failure("\(name)= and unset=\(name) exclude each other; give one of them")
        }
        return values
    }
}
