import JSON
import PhotoModel

/// `{"date":"2004-12-24T18:00","offset":"-03:00","place":"-23.55,-46.63","description":"Christmas","title":"Tree","rating":4,
/// "keywords":["family","Natal"]}`: as the index and the identity documents keep it. `"place":"none"`, an empty text and an
/// empty list say that there is none.
extension Overlay {
    public func appendJSON(to bytes: inout [UInt8]) {
        var separator = UInt8(ascii: "{")
        func begin(_ name: StaticString) {
            bytes.append(separator)
            separator = UInt8(ascii: ",")
            bytes.append(jsonText: "\(name)")
            bytes.append(UInt8(ascii: ":"))
        }
        func append(_ name: StaticString, _ text: String?) {
            guard let text else { return }
            begin(name)
            bytes.append(jsonText: text)
        }
        append("date", date.map(SaidDate.timeText))
        append("offset", date?.offsetMinutes.map { OffsetText.text(minutes: $0) })
        append("place", place?.word)
        append("description", description)
        append("title", title)
        if let rating {
            begin("rating")
            bytes.append(contentsOf: "\(rating)".utf8)
        }
        if let keywords {
            begin("keywords")
            bytes.append(jsonTexts: keywords)
        }
        if separator == UInt8(ascii: "{") { bytes.append(separator) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// `nil` of an empty one.
    public var json: String? {
        guard !isEmpty else { return nil }
        var bytes: [UInt8] = []
        appendJSON(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `nil` where a value makes no sense. What it does not know it lets be.
    public init?(_ json: JSONValue) {
        self.init()
        guard case .object = json else { return nil }
        if let value = Self.value(json["date"]) {
            guard let text = value.string, var date = SaidDate.date(text) else { return nil }
            if let value = Self.value(json["offset"]) {
                guard let text = value.string, let minutes = SaidDate.offset(text) else { return nil }
                date.offsetMinutes = minutes
            }
            self.date = date
        }
        if let value = Self.value(json["place"]) {
            guard let text = value.string, let place = PlaceMark(word: text) else { return nil }
            self.place = place
        }
        if let value = Self.value(json["description"]) {
            guard let text = value.string, !text.utf8.contains(0) else { return nil }
            description = text
        }
        if let value = Self.value(json["title"]) {
            guard let text = value.string, !text.utf8.contains(0) else { return nil }
            title = text
        }
        if let value = Self.value(json["rating"]) {
            guard let stars = value.integer, (0...5).contains(stars) else { return nil }
            rating = Int(stars)
        }
        if let value = Self.value(json["keywords"]) {
            guard let texts = value.texts, texts.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
                return nil
            }
            keywords = texts
        }
    }

    /// `null` is what is not there.
    private static func value(_ json: JSONValue?) -> JSONValue? { json == .null ? nil : json }
}
