import PhotoModel
import SidecarText

extension EditedValues {
    /// What a sidecar can say of this: the others stay the daemon's own.
    ///
    /// No sidecar can say that a photo has no place, no description or is no favourite: where it says nothing its photo is
    /// asked. An hour without minutes is no date of XMP's (ISO 16684-1, 8.2.1.1), which takes it with none.
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
        return values
    }

    private static func sidecarText(_ date: CaptureDate) -> String {
        guard date.precision == .hour else { return SaidDate.text(date) }
        var whole = date
        whole.precision = .minute
        return SaidDate.text(whole)
    }
}
