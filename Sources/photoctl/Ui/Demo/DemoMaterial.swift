import LineProtocol
import PhotoClient

/// What of the user's library a tour shows.
struct DemoMaterial: Equatable {
    struct Month: Equatable {
        /// `2016-11`.
        let key: String
        /// `November 2016`.
        let name: String
    }

    /// The newest that has a photo.
    var month: Month?
    /// A photo of it.
    var photo: String?
    var video: String?
    /// The first group.
    var group: String?
    var hasFavorites = false
    /// Whether some photo is known to have been taken somewhere.
    var hasPlaces = false

    init() {}

    /// Asks photod for it.
    init(_ connection: TimedConnection) throws {
        func ask(_ request: Request) throws -> [JSONValue] {
            let end = ContinuousClock().now + Self.patience
            switch try connection.answer(to: try connection.ask(request), until: end) {
            case .lines(let lines): return lines
            case .refused(let acknowledgement): throw ClientError.refused(acknowledgement)
            }
        }
        /// The id of the first item that can be shown.
        func first(_ request: Request) throws -> String? {
            try ask(request.adding("fields", Slide.fields).adding("limit", "20"))
                .compactMap(Slide.init(item:)).first?.id
        }
        let months = try ask(Request("months").adding("type", "photo"))
        if let newest = months.first, let key = newest["monthKey"]?.string {
            month = Month(key: key, name: newest["monthName"]?.string ?? key)
            photo = try first(Request("photos", [key]).adding("type", "photo"))
        }
        video = try first(Request("photos").adding("all", flag: true).adding("type", "video"))
        group = try ask(Request("groups")).lazy.compactMap { $0["group"]?.string }.first
        hasFavorites = try first(Request("favorites")) != nil
        hasPlaces = try first(Request("find").adding("located", flag: true)) != nil
    }

    private static let patience = Duration.seconds(30)
}
