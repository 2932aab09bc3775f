import EditRules
import JSON
import PhotoModel

/// Values as a journal has them: `"favorite"` is `true`, `false` or `null`, `"rating"` a number, `"keywords"` a list, the others are
/// texts as `edit` takes them, or `null` where nothing is said; `"other":true` stands for Other.
extension EditedValues {
    package func appendJSON(to bytes: inout [UInt8]) {
        var separator = UInt8(ascii: "{")
        func begin(_ name: String) {
            bytes.append(separator)
            separator = UInt8(ascii: ",")
            bytes.append(jsonText: name)
            bytes.append(UInt8(ascii: ":"))
        }
        func append(_ name: String, _ text: String?) {
            begin(name)
            if let text { bytes.append(jsonText: text) } else { bytes.append(literal: "null") }
        }
        if let favorite {
            begin("favorite")
            switch favorite {
            case .yes: bytes.append(literal: "true")
            case .no: bytes.append(literal: "false")
            case .unset: bytes.append(literal: "null")
            }
        }
        switch group {
        case .named(let name)?: append("group", name)
        case .other?:
            begin("other")
            bytes.append(literal: "true")
        case .unset?: append("group", nil)
        case nil: break
        }
        if let date { append("date", date.value.map(SaidDate.text)) }
        if let place { append("place", place.value?.word) }
        if let description { append("description", description.value) }
        if let title { append("title", title.value) }
        if let rating {
            begin("rating")
            bytes.append(contentsOf: (rating.value.map { "\($0)" } ?? "null").utf8)
        }
        if let keywords {
            begin("keywords")
            if let texts = keywords.value {
                bytes.append(jsonTexts: texts)
            } else {
                bytes.append(literal: "null")
            }
        }
        if separator == UInt8(ascii: "{") { bytes.append(separator) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// `nil` where a value is none of these.
    init?(_ json: JSONValue) {
        self.init()
        guard case .object = json else { return nil }
        switch json["favorite"] {
        case nil: break
        case .bool(let isFavorite)?: favorite = FavoriteMark(isFavorite)
        case .null?: favorite = .unset
        default: return nil
        }
        switch json["group"] {
        case nil: if json["other"]?.bool == true { group = .other }
        case .string(let name)?: group = .named(name)
        case .null?: group = .unset
        default: return nil
        }
        guard Self.read(json["date"], { $0.string.flatMap(SaidDate.date) }, into: &date),
            Self.read(json["place"], { $0.string.flatMap(PlaceMark.init(word:)) }, into: &place),
            Self.read(json["description"], \.string, into: &description),
            Self.read(json["title"], \.string, into: &title),
            Self.read(json["rating"], { $0.integer.flatMap { Int(exactly: $0) } }, into: &rating),
            Self.read(json["keywords"], \.texts, into: &keywords)
        else { return nil }
    }

    /// - Returns: whether it is there and makes sense, or is not there.
    private static func read<Value>(
        _ json: JSONValue?,
        _ reading: (JSONValue) -> Value?,
        into said: inout Said<Value>?
    ) -> Bool {
        switch json {
        case nil: return true
        case .null?: said = .unset
        case let json?:
            guard let value = reading(json) else { return false }
            said = .value(value)
        }
        return true
    }
}
