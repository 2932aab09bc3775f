import PhotoModel

/// What somebody says of a photo in place of what its file and its sidecars say. It is kept with what else they say of it,
/// and goes where its id goes. `nil`: of that nothing is said, and they count.
public struct Overlay: Hashable, Sendable {
    /// `nil` where nothing is said, as of most photos: they are handed around by the million, and with them an empty word.
    private var parts: Parts?

    private final class Parts: Sendable {
        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private struct Values: Hashable {
        var date: CaptureDate?
        var place: PlaceMark?
        var description: String?
        var title: String?
        var rating: Int?
        var keywords: [String]?
    }

    public init(
        date: CaptureDate? = nil,
        place: PlaceMark? = nil,
        description: String? = nil,
        title: String? = nil,
        rating: Int? = nil,
        keywords: [String]? = nil
    ) {
        values = Values(
            date: date,
            place: place,
            description: description,
            title: title,
            rating: rating,
            keywords: keywords
        )
    }

    private var values: Values {
        get { parts?.values ?? Values() }
        set { parts = newValue == Values() ? nil : Parts(newValue) }
    }

    /// The date's source is the overlay.
    public var date: CaptureDate? {
        get { parts?.values.date }
        set { values.date = newValue }
    }

    public var place: PlaceMark? {
        get { parts?.values.place }
        set { values.place = newValue }
    }

    /// Empty: none.
    public var description: String? {
        get { parts?.values.description }
        set { values.description = newValue }
    }

    /// Empty: none.
    public var title: String? {
        get { parts?.values.title }
        set { values.title = newValue }
    }

    /// 0 to 5 stars.
    public var rating: Int? {
        get { parts?.values.rating }
        set { values.rating = newValue }
    }

    /// All of them; empty: none.
    public var keywords: [String]? {
        get { parts?.values.keywords }
        set { values.keywords = newValue }
    }

    public var isEmpty: Bool { parts == nil }

    public static func == (one: Overlay, other: Overlay) -> Bool {
        one.parts === other.parts || one.values == other.values
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }
}

extension Overlay {
    /// What it says of each property that it may say something of.
    public var said: EditedValues {
        EditedValues(
            date: Said(date),
            place: Said(place),
            description: Said(description),
            title: Said(title),
            rating: Said(rating),
            keywords: Said(keywords)
        )
    }

    /// The same with other values, where there are such.
    public func with(_ values: EditedValues) -> Overlay {
        Overlay(
            date: values.date.map(\.value) ?? date,
            place: values.place.map(\.value) ?? place,
            description: values.description.map(\.value) ?? description,
            title: values.title.map(\.value) ?? title,
            rating: values.rating.map(\.value) ?? rating,
            keywords: values.keywords.map(\.value) ?? keywords
        )
    }

    /// Without what is said beneath as well: what two say is said by the one who will be asked by other programs too.
    ///
    /// That there is none of something goes where nothing is said of it: what is written there later is to be seen.
    ///
    /// - Parameter beneath: of what nothing is said there it is unset, and silent where nobody knows.
    public func without(_ beneath: EditedValues) -> Overlay {
        var rest = EditedValues()
        for property in said.properties where said.isSaid(by: beneath, on: property) {
            rest.take(property, from: Self.nothing)
        }
        return rest.isEmpty ? self : with(rest)
    }

    private static let nothing = Overlay().said
}
