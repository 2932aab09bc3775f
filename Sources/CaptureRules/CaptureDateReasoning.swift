import PhotoModel

/// A capture date and why it is that one: the date part of `photo`'s `why`.
public struct CaptureDateReasoning: Hashable, Sendable {
    public var date: CaptureDate
    /// Every candidate the asset has, in the order of trust. At most one is accepted; none where it is
    /// undated.
    public var candidates: [Candidate]

    public struct Candidate: Hashable, Sendable {
        public var source: DateSource
        /// As found: the text of the field, the file's name, the modification time in UTC.
        public var value: String
        public var verdict: Verdict
        /// What else there is to know where it wins: the zone that an instant was read in, the property of a
        /// sidecar.
        public var note: String?

        /// Half a sentence for people, without a full stop.
        public var reason: String {
            switch verdict {
            case .accepted: "the first source with a date" + (note.map { "; \($0)" } ?? "")
            case .outranked: "a date, but an earlier source has one"
            case .completing: "the time of the day that an earlier source gives"
            case .rejected(let rejection): "\(rejection.text)"
            }
        }
    }

    public enum Verdict: Hashable, Sendable {
        case accepted
        case outranked
        /// An earlier source has the day, this one the time.
        case completing
        case rejected(DateRejection)

        /// The wire's `verdict`.
        public var name: StaticString {
            switch self {
            case .accepted: "accepted"
            case .outranked, .completing: "outranked"
            case .rejected: "rejected"
            }
        }
    }
}
