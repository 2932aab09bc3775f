import PhotoModel

/// A zone and what it is called: `Asia/Tokyo`.
public struct NamedZone: Sendable {
    public var name: String
    public var offsets: ZoneOffsets

    public init(name: String, offsets: ZoneOffsets) {
        self.name = name
        self.offsets = offsets
    }
}

/// The zones in which an instant becomes a wall clock: that of a position, else the one at home.
///
/// Only instants (a movie's header, a modification time) ask for one. A written date stays as it is.
public struct CaptureZones: Sendable {
    /// The configured zone, else the system's.
    public var home: ZoneOffsets
    /// `Europe/Paris`, where it has a name.
    public var homeName: String?
    /// Whether the user named it; `why` then does not call it a guess.
    public var isConfigured: Bool
    /// The zone at a latitude and a longitude in degrees; `nil`, or a result of `nil`: not known.
    public var zoneAt: (@Sendable (_ latitude: Double, _ longitude: Double) -> NamedZone?)?

    public init(
        home: ZoneOffsets,
        homeName: String? = nil,
        isConfigured: Bool = false,
        zoneAt: (@Sendable (_ latitude: Double, _ longitude: Double) -> NamedZone?)? = nil
    ) {
        self.home = home
        self.homeName = homeName
        self.isConfigured = isConfigured
        self.zoneAt = zoneAt
    }

    /// The zone for what a video's header says: that at its position, else the one at home.
    func choice(for subject: CaptureSubject) -> Choice {
        guard let position = Self.position(of: subject) else { return .home }
        guard let zone = zoneAt?(position.latitude, position.longitude) else { return .homeDespitePosition }
        return .position(zone)
    }

    /// A sidecar's position wins, as everywhere. 0°, 0° is what receivers write that know nothing.
    private static func position(of subject: CaptureSubject) -> (latitude: Double, longitude: Double)? {
        for facts in [subject.sidecar, subject.facts] {
            guard let latitude = facts?.latitude, let longitude = facts?.longitude else { continue }
            return latitude == 0 && longitude == 0 ? nil : (latitude, longitude)
        }
        return nil
    }

    /// How a zone came to be known.
    enum Choice {
        case position(NamedZone)
        /// There is a position, but its zone is not known.
        case homeDespitePosition
        case home
    }

    func offsets(_ choice: Choice) -> ZoneOffsets {
        if case .position(let zone) = choice { return zone.offsets }
        return home
    }

    /// Which zone was used, for `why`.
    func note(_ choice: Choice) -> String {
        if case .position(let zone) = choice { return "UTC, in the zone of its position (\(zone.name))" }
        if isConfigured { return homeNote }
        if case .homeDespitePosition = choice {
            return homeNote
                + ": the zone of its position is not known, and no companion and no configured timezone"
                + " tells another"
        }
        return homeNote + ": no position, no companion and no configured timezone tells another"
    }

    /// The same of an instant that has no place.
    var homeNote: String {
        let name = homeName.map { " (\($0))" } ?? ""
        return (isConfigured ? "UTC, in the configured zone" : "UTC, in the system's zone") + name
    }

    static func note(companionOffset minutes: Int) -> String {
        "UTC, with the offset of the photo of the same name (\(OffsetText.text(minutes: minutes)))"
    }
}
