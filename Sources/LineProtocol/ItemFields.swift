/// The members of an item, as `fields=` chooses them.
public struct ItemFields: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// In the order they are sent; a name's position is its bit.
    public static let names = [
        "id", "uri", "path", "type", "timestamp", "localTime", "offset", "dateSource", "source", "filename",
        "monthKey", "group", "description", "favorite", "viewed", "width", "height", "latitude", "longitude",
        "duration", "size", "mimeType", "precision", "companions", "state", "altitude",
        "title", "rating", "keywords", "modified",
    ]

    public init?(name: String) {
        guard let position = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: 1 << UInt32(position))
    }

    public static let all = ItemFields(rawValue: (1 << UInt32(names.count)) - 1)

    public static let id = ItemFields(rawValue: 1 << 0)
    public static let uri = ItemFields(rawValue: 1 << 1)
    public static let path = ItemFields(rawValue: 1 << 2)
    public static let type = ItemFields(rawValue: 1 << 3)
    public static let timestamp = ItemFields(rawValue: 1 << 4)
    public static let localTime = ItemFields(rawValue: 1 << 5)
    public static let offset = ItemFields(rawValue: 1 << 6)
    public static let dateSource = ItemFields(rawValue: 1 << 7)
    public static let source = ItemFields(rawValue: 1 << 8)
    public static let filename = ItemFields(rawValue: 1 << 9)
    public static let monthKey = ItemFields(rawValue: 1 << 10)
    public static let group = ItemFields(rawValue: 1 << 11)
    public static let description = ItemFields(rawValue: 1 << 12)
    public static let favorite = ItemFields(rawValue: 1 << 13)
    public static let viewed = ItemFields(rawValue: 1 << 14)
    public static let width = ItemFields(rawValue: 1 << 15)
    public static let height = ItemFields(rawValue: 1 << 16)
    public static let latitude = ItemFields(rawValue: 1 << 17)
    public static let longitude = ItemFields(rawValue: 1 << 18)
    public static let duration = ItemFields(rawValue: 1 << 19)
    public static let size = ItemFields(rawValue: 1 << 20)
    public static let mimeType = ItemFields(rawValue: 1 << 21)
    public static let precision = ItemFields(rawValue: 1 << 22)
    public static let companions = ItemFields(rawValue: 1 << 23)
    public static let state = ItemFields(rawValue: 1 << 24)
    public static let altitude = ItemFields(rawValue: 1 << 25)
    public static let title = ItemFields(rawValue: 1 << 26)
    public static let rating = ItemFields(rawValue: 1 << 27)
    public static let keywords = ItemFields(rawValue: 1 << 28)
    public static let modified = ItemFields(rawValue: 1 << 29)
}
