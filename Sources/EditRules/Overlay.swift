import PhotoModel

/// What somebody says of a photo in place of what its file and its sidecars say. It is kept with what else they say of it,
/// and goes where its id goes. `nil`: of that nothing is said, and they count.
public struct Overlay: Hashable, Sendable {
    /// `nil` where nothing is said, as of most photos: they are handed around by the million, and with them an empty word.
    private var parts: Parts?

    private final class Parts: Sendable {
        let date: CaptureDate?
        let place: PlaceMark?
        let description: String?

        init(date: CaptureDate?, place: PlaceMark?, description: String?) {
            self.date = date
            self.place = place
            self.description = description
        }
    }

    public init(date: CaptureDate? = nil, place: PlaceMark? = nil, description: String? = nil) {
        guard date != nil || place != nil || description != nil else { return }
        parts = Parts(date: date, place: place, description: description)
    }

    /// Its source is the overlay.
    public var date: CaptureDate? {
        get { parts?.date }
        set { self = Overlay(date: newValue, place: place, description: description) }
    }

    public var place: PlaceMark? {
        get { parts?.place }
        set { self = Overlay(date: date, place: newValue, description: description) }
    }

    /// Empty: none.
    public var description: String? {
        get { parts?.description }
        set { self = Overlay(date: date, place: place, description: newValue) }
    }

    public var isEmpty: Bool { parts == nil }

    public static func == (one: Overlay, other: Overlay) -> Bool {
        one.parts === other.parts
            || one.date == other.date && one.place == other.place && one.description == other.description
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(date)
        hasher.combine(place)
        hasher.combine(description)
    }

    /// The same with other values, where there are such.
    public func with(_ values: EditedValues) -> Overlay {
        Overlay(
            date: values.date.map(\.value) ?? date,
            place: values.place.map(\.value) ?? place,
            description: values.description.map(\.value) ?? description
        )
    }
}
