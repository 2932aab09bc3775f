import PhotoModel

/// Where a description comes from.
public enum DescriptionSource: UInt8, Sendable, CaseIterable {
    case imageDescription = 1

    /// The wire's name of it.
    public var name: StaticString {
        switch self {
        case .imageDescription: "exif:ImageDescription"
        }
    }
}

/// Why a text is no description. `why` prints the text.
public enum DescriptionRejection: Error, Hashable, Sendable {
    case blank
    case boilerplate

    /// Half a sentence for people, without a full stop.
    public var text: StaticString {
        switch self {
        case .blank: "the field is blank"
        case .boilerplate: "a text that cameras write into every photo"
        }
    }
}

/// Decides how an asset is described: EXIF ImageDescription, unless it is blank or a camera's boilerplate.
public struct DescriptionRule: Sendable {
    private let boilerplate: CameraBoilerplate

    /// - Parameter boilerplate: further texts that are no description, compared without regard to ASCII case
    ///   and to
    ///   the amount of white space; a `*` at the end stands for any rest.
    public init(boilerplate: [String] = []) {
        self.boilerplate = CameraBoilerplate(further: boilerplate)
    }

    /// The description, `nil` where there is none. White space at the ends is gone, within it is kept.
    public func decide(facts: EmbeddedFacts?) -> String? {
        guard let bytes = facts?.imageDescription else { return nil }
        do throws(DescriptionRejection) {
            return try read(bytes)
        } catch {
            return nil
        }
    }

    /// The same decision with every candidate that took part.
    public func explain(facts: EmbeddedFacts?) -> DescriptionReasoning {
        guard let bytes = facts?.imageDescription else {
            return DescriptionReasoning(text: nil, candidates: [])
        }
        do throws(DescriptionRejection) {
            let text = try read(bytes)
            let candidate = DescriptionReasoning.Candidate(
                source: .imageDescription,
                value: text,
                rejection: nil
            )
            return DescriptionReasoning(text: text, candidates: [candidate])
        } catch {
            let candidate = DescriptionReasoning.Candidate(
                source: .imageDescription,
                value: DescriptionText.decode(bytes),
                rejection: error
            )
            return DescriptionReasoning(text: nil, candidates: [candidate])
        }
    }

    private func read(_ bytes: [UInt8]) throws(DescriptionRejection) -> String {
        let text = DescriptionText.decode(bytes)
        if text.isEmpty { throw .blank }
        if boilerplate.contains(text) { throw .boilerplate }
        return text
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

        /// Half a sentence for people, without a full stop.
        public var reason: String {
            guard let rejection else { return "the first source with a description" }
            return "\(rejection.text)"
        }
    }
}
