/// A photo or video as lists have it. With `fields=` only what was asked for is there.
public struct Item: ReplyValue {
    public enum Kind: String, Sendable {
        case photo
        case video
    }

    public enum State: String, Sendable {
        case ok
        case unreadable
        case offline
    }

    public let object: ReplyObject

    /// For life.
    public let id: String?
    /// `file://…`, exact for any file name.
    public let uri: String?
    /// `nil` where it is not UTF-8.
    public let path: String?
    public let kind: Kind?
    /// Milliseconds since 1970.
    public let timestamp: Int64?
    /// `2016-11-05T12:34:56.789`, the clock where the shutter opened, with as many decimal places as the source has.
    public let localTime: String?
    /// `+02:00`
    public let offset: String?
    /// Which rule gave the date.
    public let dateSource: String?
    /// Of what less than a second is known: `minute`, `hour`, `day`, `month` or `year`.
    public let precision: String?
    /// The name of the root.
    public let source: String?
    public let filename: String?
    public let monthKey: String?
    public let group: Group.Name?
    public let description: String?
    /// `nil` where nobody has said.
    public let isFavorite: Bool?
    public let isViewed: Bool?
    /// Pixels.
    public let width: Int?
    public let height: Int?
    /// Decimal degrees, north and east positive.
    public let latitude: Double?
    public let longitude: Double?
    /// Metres above the sea, negative below.
    public let altitude: Double?
    public let title: String?
    /// 0 to 5 stars, -1: rejected; `nil`: nobody has said.
    public let rating: Int?
    public let keywords: [String]
    /// Seconds.
    public let duration: Double?
    /// Bytes.
    public let size: Int64?
    public let mimeType: String?
    /// When the file was last written, milliseconds since 1970.
    public let modified: Int64?
    /// The uris of what belongs to it.
    public let companions: [String]
    public let state: State?

    /// Of `unreadable`: why it could not be read.
    public let reason: String?
    /// Of `unreadable`: the id of the photo whose sidecar this is.
    public let companionOf: String?

    public init(_ object: ReplyObject) {
        self.object = object
        id = object.text("id")
        uri = object.text("uri")
        path = object.text("path")
        kind = object.text("type").flatMap(Kind.init(rawValue:))
        timestamp = object.integer("timestamp")
        localTime = object.text("localTime")
        offset = object.text("offset")
        dateSource = object.text("dateSource")
        precision = object.text("precision")
        source = object.text("source")
        filename = object.text("filename")
        monthKey = object.text("monthKey")
        group = Group.Name(object)
        description = object.text("description")
        isFavorite = object.flag("favorite")
        isViewed = object.flag("viewed")
        width = object.count("width")
        height = object.count("height")
        latitude = object.number("latitude")
        longitude = object.number("longitude")
        altitude = object.number("altitude")
        title = object.text("title")
        rating = object.integer("rating").flatMap { Int(exactly: $0) }
        keywords = object.json["keywords"]?.texts ?? []
        duration = object.number("duration")
        size = object.integer("size")
        mimeType = object.text("mimeType")
        modified = object.integer("modified")
        companions = (object.json["companions"]?.array ?? []).compactMap(\.string)
        state = object.text("state").flatMap(State.init(rawValue:))
        reason = object.text("reason")
        companionOf = object.text("companionOf")
    }
}
