import PhotoModel

/// What somebody says of a photo in place of what its file and its sidecars say. It is kept with what else they say of it,
/// and goes where its id goes. `nil`: of that nothing is said, and they count.
public struct Overlay: Hashable, Sendable {
    /// Its source is the overlay.
    public var date: CaptureDate?
    public var place: PlaceMark?
    /// Empty: none.
    public var description: String?

    public init(date: CaptureDate? = nil, place: PlaceMark? = nil, description: String? = nil) {
        self.date = date
        self.place = place
        self.description = description
    }

    public var isEmpty: Bool { self == Overlay() }

    /// The same with other values, where there are such.
    public func with(_ values: EditedValues) -> Overlay {
        var overlay = self
        if let date = values.date { overlay.date = date.value }
        if let place = values.place { overlay.place = place.value }
        if let description = values.description { overlay.description = description.value }
        return overlay
    }
}
