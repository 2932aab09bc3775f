import PhotoModel
import SidecarText

extension EditedValues {
    /// What a sidecar can say of this: the others stay the daemon's own.
    ///
    /// No sidecar can say that a photo has no place, no description or is no favourite: where it says nothing its photo is
    /// asked. A favourite is one with five stars, to whoever reads it. An hour without minutes is no date of XMP's (ISO 16684-1, 8.2.1.1), which takes it with none.
    public var inSidecar: SidecarValues {
        var values = SidecarValues()
        switch date {
        case .value(let date)?: values.date = .set(Self.sidecarText(date))
        case .unset?: values.date = .removed
        case nil: break
        }
        switch place {
        case .value(.at(let latitude, let longitude, let altitude))?:
            values.place = .set(.init(latitude: latitude, longitude: longitude, altitude: altitude))
        case .unset?: values.place = .removed
        case .value(.none)?, nil: break
        }
        switch description {
        case .value(let text)? where !text.isEmpty: values.description = .set(text)
        case .unset?: values.description = .removed
        case .value?, nil: break
        }
        if favorite == .yes { values.rating = .set(5) }
        return values
    }

    /// Whether a sidecar can say something of it.
    public var isForSidecars: Bool { inSidecar != SidecarValues() }

    /// Whether something is to be taken out of sidecars.
    public var forgets: Bool { date == .unset || place == .unset || description == .unset }

    /// Without what a sidecar can say.
    public var besideSidecars: EditedValues {
        var rest = self
        let said = inSidecar
        if said.date != nil { rest.date = nil }
        if said.place != nil { rest.place = nil }
        if said.description != nil { rest.description = nil }
        if said.rating != nil { rest.favorite = nil }
        return rest
    }

    private static func sidecarText(_ date: CaptureDate) -> String {
        guard date.precision == .hour else { return SaidDate.text(date) }
        var whole = date
        whole.precision = .minute
        return SaidDate.text(whole)
    }
}
