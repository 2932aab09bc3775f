import PhotoModel
import SidecarText

extension EditedValues {
    /// What a sidecar can say of this: the others stay the daemon's own.
    ///
    /// No sidecar can say that a photo has no place, no title or is no favourite: where it says nothing its photo is asked. So
    /// of what there is none nothing is left in it, and the daemon says the rest. An hour without minutes is no date of XMP's
    /// (ISO 16684-1, 8.2.1.1), which takes it with none.
    public var inSidecar: SidecarValues {
        SidecarValues(
            date: date.map { Self.setting($0, Self.sidecarText) },
            place: place.map { Self.setting($0, Self.sidecarPlace) },
            description: description.map { Self.setting($0) { $0.isEmpty ? nil : $0 } },
            title: title.map { Self.setting($0) { $0.isEmpty ? nil : $0 } },
            rating: rating.map { Self.setting($0) { $0 } },
            keywords: keywords.map { Self.setting($0) { $0.isEmpty ? nil : $0 } }
        )
    }

    /// What a photo itself can say of this. What is unset is not taken out of it: what it says counts then.
    public var inPhoto: SidecarValues {
        var said = self
        for property in properties where speech(of: property) == .unset { said.forget(property) }
        return said.inSidecar
    }

    /// Whether a sidecar can say something of it.
    public var isForSidecars: Bool { inSidecar != SidecarValues() }

    /// Whether something is to be taken out of sidecars, and shown as their photos have it then.
    public var forgets: Bool {
        properties.contains { $0 != .favorite && $0 != .group && speech(of: $0) == .unset }
    }

    /// What the daemon has to say itself when a sidecar says what it can.
    public var besideSidecars: EditedValues {
        var rest = self
        for property in properties where isSaidBySidecars(property) { rest.forget(property) }
        return rest
    }

    private func isSaidBySidecars(_ property: EditedProperty) -> Bool {
        switch property {
        case .group: false
        // To whoever reads it.
        case .favorite: favorite == .yes && rating == .value(FavoriteStars.count)
        case .date, .place, .description, .title, .rating, .keywords: !saysNone(of: property)
        }
    }

    /// - Parameter text: `nil` of a value that says that there is none.
    private static func setting<Value, Text>(_ said: Said<Value>, _ text: (Value) -> Text?) -> Setting<Text> {
        said.value.flatMap(text).map { .set($0) } ?? .removed
    }

    private static func sidecarText(_ date: CaptureDate) -> String? {
        guard date.precision == .hour else { return SaidDate.text(date) }
        var whole = date
        whole.precision = .minute
        return SaidDate.text(whole)
    }

    private static func sidecarPlace(_ place: PlaceMark) -> SidecarValues.Place? {
        guard case .at(let latitude, let longitude, let altitude) = place else { return nil }
        return SidecarValues.Place(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}
