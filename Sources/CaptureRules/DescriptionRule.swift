import PhotoModel

/// Decides how an asset is described: the first source, in `DescriptionSource`'s order, whose text is neither
/// blank nor boilerplate.
public struct DescriptionRule: Sendable {
    private let boilerplate: CameraBoilerplate
    private let commentBoilerplate: CameraBoilerplate

    /// - Parameter boilerplate: further texts that are no description, compared without regard to ASCII case
    ///   and to the amount of white space; a `*` at the end stands for any rest.
    public init(boilerplate: [String] = []) {
        self.boilerplate = CameraBoilerplate(CameraBoilerplate.anywhere + boilerplate)
        commentBoilerplate = CameraBoilerplate(CameraBoilerplate.inComments)
    }

    /// The description, `nil` where there is none. White space at the ends is gone, within it is kept.
    ///
    /// - Parameters:
    ///   - facts: what the file carries; `nil` where nothing could be read.
    ///   - sidecar: what the asset's sidecars say together.
    public func decide(facts: EmbeddedFacts?, sidecar: EmbeddedFacts? = nil) -> String? {
        for source in DescriptionSource.order(for: facts) {
            if let text = Self.text(of: source, facts: facts, sidecar: sidecar),
                rejection(of: text, source) == nil
            {
                return text
            }
        }
        return nil
    }

    /// The same decision with every candidate that took part.
    ///
    /// - Parameter overlay: what an edit says in place of all of them; empty: that there is none.
    public func explain(
        facts: EmbeddedFacts?,
        sidecar: EmbeddedFacts? = nil,
        overlay: String? = nil
    ) -> DescriptionReasoning {
        var reasoning = DescriptionReasoning(text: nil, candidates: [])
        var winner: DescriptionSource?
        if let overlay {
            winner = .overlay
            reasoning.text = overlay.isEmpty ? nil : overlay
            reasoning.candidates = [DescriptionReasoning.Candidate(source: .overlay, value: overlay)]
        }
        for source in DescriptionSource.order(for: facts) {
            guard let text = Self.text(of: source, facts: facts, sidecar: sidecar) else { continue }
            var rejection = rejection(of: text, source)
            if rejection == nil, let winner {
                // Behind its caption XMP stands only where the caption is newer.
                let isOvertaken = winner == .iptcCaption && source == .xmpDescription
                rejection = isOvertaken ? .overtaken : .outranked
            }
            if rejection == nil {
                winner = source
                reasoning.text = text
            }
            reasoning.candidates.append(
                DescriptionReasoning.Candidate(source: source, value: text, rejection: rejection)
            )
        }
        return reasoning
    }

    /// What stands in a source, decoded and trimmed; `nil` where the asset has no such field.
    private static func text(
        of source: DescriptionSource,
        facts: EmbeddedFacts?,
        sidecar: EmbeddedFacts?
    ) -> String? {
        switch source {
        case .sidecar: (sidecar?.xmpDescription).map(DescriptionText.tidy)
        case .imageDescription: (facts?.imageDescription).map(DescriptionText.decode)
        case .xmpDescription: (facts?.xmpDescription).map(DescriptionText.tidy)
        case .iptcCaption: (facts?.iptcCaption).map(DescriptionText.decode)
        case .userComment: (facts?.userComment).map(DescriptionText.decode)
        case .pngDescription: (facts?.pngDescription).map(DescriptionText.tidy)
        case .xpTitle: (facts?.xpTitle).map(DescriptionText.decodeLittleEndianUTF16)
        case .xpComment: (facts?.xpComment).map(DescriptionText.decodeLittleEndianUTF16)
        case .quickTimeDescription: (facts?.quickTimeDescription).map(DescriptionText.tidy)
        case .quickTimeComment: (facts?.quickTimeComment).map(DescriptionText.tidy)
        case .overlay: nil
        }
    }

    private func rejection(of text: String, _ source: DescriptionSource) -> DescriptionRejection? {
        if text.isEmpty { return .blank }
        if boilerplate.contains(text) { return .boilerplate }
        if source.isComment, commentBoilerplate.contains(text) { return .boilerplate }
        return nil
    }
}

extension DescriptionSource {
    /// Whether programs keep notes for themselves there too.
    fileprivate var isComment: Bool {
        self == .userComment || self == .xpComment || self == .quickTimeComment
    }
}
