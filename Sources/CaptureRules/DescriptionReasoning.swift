import PhotoModel

/// Why a text is not the description. `why` prints the text.
public enum DescriptionRejection: Error, Hashable, Sendable {
    case blank
    case boilerplate
    case outranked
    case overtaken

    /// Half a sentence for people, without a full stop.
    public var text: StaticString {
        switch self {
        case .blank: "the field is blank"
        case .boilerplate: "a text that cameras and programs write into every photo"
        case .outranked: "a description, but an earlier source has one"
        case .overtaken: "a description, but the IPTC caption was changed after it"
        }
    }
}

/// A description and why it is that one: the description part of `photo`'s `why`.
public struct DescriptionReasoning: Hashable, Sendable {
    public var text: String?
    /// Every candidate the asset has, in the order of trust.
    public var candidates: [Candidate]

    public struct Candidate: Hashable, Sendable {
        public var source: DescriptionSource
        /// Decoded and trimmed.
        public var value: String
        /// `nil` where this is the description.
        public var rejection: DescriptionRejection?

        /// The wire's `verdict`, as of dates.
        public var verdict: StaticString {
            switch rejection {
            case nil: "accepted"
            case .outranked, .overtaken: "outranked"
            case .blank, .boilerplate: "rejected"
            }
        }

        /// Half a sentence for people, without a full stop.
        public var reason: String {
            guard let rejection else { return "the first source with a description" }
            return "\(rejection.text)"
        }
    }
}
