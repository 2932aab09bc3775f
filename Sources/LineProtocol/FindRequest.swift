import PhotoModel

/// What `find` and `favorites` are asked for, read and checked.
public struct FindRequest: Hashable, Sendable {
    /// Literal text, each to be found as the beginning of a word; none for `favorites`.
    public var words: [String]
    public var near: GeographicCircle?
    public var favoritesOnly: Bool
    /// Whether it is to have a position; `nil`: either.
    public var located: Bool?
    public var dated: DateKind?
    public var rating: RatingFilter?
    /// In letters of any case.
    public var keyword: String?
    /// `nil`: always, undated items included.
    public var dates: DateSpan?
    public var page: PageOptions

    public static let wordLimit = 64
    /// Bytes of all words together: each part of each word is looked up.
    public static let textLimit = 1024

    /// - Throws: `argument` where a value is wrong, or where nothing was asked for.
    public init(_ arguments: Arguments) throws(ProtocolError) {
        words = arguments.request.positionals
        near = try arguments.circle()
        let isMarked = try arguments.flag("favorite")
        // Beside located=0 it would look like what is no favourite.
        guard isMarked || arguments.request[option: "favorite"] == nil else {
            throw arguments.failure("favorite=0 is no filter; write favorite=1, or leave it out")
        }
        favoritesOnly = isMarked || arguments.request.command == "favorites"
        located = try arguments.request[option: "located"].map { _ throws(ProtocolError) in
            try arguments.flag("located")
        }
        dated = try Self.dated(arguments)
        rating = try Self.rating(arguments)
        keyword = try Self.keyword(arguments)
        dates = try DateSpan(arguments)
        page = try PageOptions(arguments)
        guard words.reduce(0, { $0 + $1.utf8.count }) <= Self.textLimit else {
            throw arguments.failure(
                "the words have more than \(Self.textLimit) bytes; write fewer or shorter ones"
            )
        }
        guard isQuestion else {
            throw arguments.failure(
                "what is to be found? write words, near=LAT,LON,KM, favorite=1 or another filter: "
                    + arguments.definition.usage
            )
        }
    }

    private static func dated(_ arguments: Arguments) throws(ProtocolError) -> DateKind? {
        guard let text = arguments.request[option: "dated"] else { return nil }
        guard let kind = DateKind(rawValue: text) else {
            let known = DateKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw arguments.failure(
                "dated=\(ProtocolError.excerpt(text)) is no source; write one of \(known)"
            )
        }
        return kind
    }

    private static func rating(_ arguments: Arguments) throws(ProtocolError) -> RatingFilter? {
        guard let text = arguments.request[option: "rating"] else { return nil }
        guard let rating = RatingFilter(text) else {
            throw arguments.failure(
                "rating=\(ProtocolError.excerpt(text)) is no number of stars; write 4, 3..5 or unset"
            )
        }
        return rating
    }

    private static func keyword(_ arguments: Arguments) throws(ProtocolError) -> String? {
        guard let text = arguments.request[option: "keyword"] else { return nil }
        guard !text.allSatisfy(\.isWhitespace), text.utf8.count <= textLimit else {
            throw arguments.failure("a keyword is not blank, and has at most \(textLimit) bytes")
        }
        return text
    }

    private var isQuestion: Bool {
        !words.isEmpty || near != nil || favoritesOnly || located != nil || dated != nil || rating != nil
            || keyword != nil || dates != nil || page.type != nil || page.group != .any || page.unviewedOnly
    }
}

extension Arguments {
    /// `near=LAT,LON,KM`, decimal degrees and kilometres; `nil` where the key was not given.
    func circle(_ key: String = "near") throws(ProtocolError) -> GeographicCircle? {
        guard let text = request[option: key] else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.decimal($0) }
        guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1],
            let kilometres = numbers[2]
        else {
            throw failure(
                "not a place: \(ProtocolError.excerpt(text)); write \(key)=LAT,LON,KM, three decimal numbers "
                    + "such as \(key)=48.137,11.575,5"
            )
        }
        guard
            let circle = GeographicCircle(
                latitude: latitude,
                longitude: longitude,
                kilometres: kilometres
            )
        else {
            throw failure(
                "\(key)=\(ProtocolError.excerpt(text)) is out of range; write degrees from -90 to 90 and from -180 to "
                    + "180, and kilometres of at least 0"
            )
        }
        return circle
    }

    /// Digits with a sign and a point where wanted, and nothing else that a number may be written with.
    private static func decimal(_ text: Substring) -> Double? {
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, text.utf8.count <= 32,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else { return nil }
        return Double(String(text))
    }
}
