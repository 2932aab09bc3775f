import PhotoModel

/// The sidecars of one asset, and what they change of what its file says.
///
/// A sidecar wins for what it contains and for nothing else. Dates and descriptions stay apart: their rules
/// know sidecars themselves, and `why` names them. What only the file can know (its pixels and how they are
/// turned, its length, its codecs and Apple's content identifier) no sidecar changes.
public struct SidecarOverlay: Hashable, Sendable {
    /// What all sidecars say together; `nil` where there is none.
    public let sidecar: EmbeddedFacts?

    /// - Parameter sidecars: the one to believe first comes first (`Companions.sidecars(of:in:)`).
    public init(_ sidecars: [EmbeddedFacts]) {
        guard var joined = sidecars.last else {
            sidecar = nil
            return
        }
        for facts in sidecars.dropLast().reversed() {
            Self.lay(facts, over: &joined)
            if facts.hasDate { joined.takeDates(of: facts) }
            if facts.xmpDescription != nil { joined.xmpDescription = facts.xmpDescription }
        }
        sidecar = joined
    }

    /// The facts of the asset: those of its file with the sidecars' over them.
    ///
    /// - Parameter facts: `nil` where the file could not be read; then there are the sidecars' alone.
    public func applied(to facts: EmbeddedFacts?) -> EmbeddedFacts? {
        guard let sidecar else { return facts }
        var result = facts ?? EmbeddedFacts()
        Self.lay(sidecar, over: &result)
        return result
    }

    private static func lay(_ upper: EmbeddedFacts, over lower: inout EmbeddedFacts) {
        // A latitude of the one with a longitude or a height of the other would be a place where nobody was.
        if let latitude = upper.latitude, let longitude = upper.longitude {
            lower.latitude = latitude
            lower.longitude = longitude
            lower.altitude = upper.altitude
        }
        lower.make = upper.make ?? lower.make
        lower.model = upper.model ?? lower.model
        lower.lens = upper.lens ?? lower.lens
        lower.exposureTime = upper.exposureTime ?? lower.exposureTime
        lower.fNumber = upper.fNumber ?? lower.fNumber
        lower.sensitivity = upper.sensitivity ?? lower.sensitivity
        lower.focalLength = upper.focalLength ?? lower.focalLength
        lower.title = upper.title ?? lower.title
        lower.keywords = upper.keywords ?? lower.keywords
        lower.rating = upper.rating ?? lower.rating
        lower.pickLabel = upper.pickLabel ?? lower.pickLabel
        lower.favoriteMark = upper.favoriteMark ?? lower.favoriteMark
    }
}

extension EmbeddedFacts {
    /// Whether a sidecar with these facts dates its photo.
    fileprivate var hasDate: Bool { xmpOriginal != nil || xmpCreated != nil || xmpDigitized != nil }

    /// All of them: else the better property of the lesser sidecar would win over the better sidecar's.
    fileprivate mutating func takeDates(of other: EmbeddedFacts) {
        xmpOriginal = other.xmpOriginal
        xmpCreated = other.xmpCreated
        xmpDigitized = other.xmpDigitized
    }
}
