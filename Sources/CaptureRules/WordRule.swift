import PhotoModel

/// What a photo is called and which keywords it has, as its file says it with its sidecars over it.
public enum WordRule {
    /// `nil` where there is none.
    public static func title(_ facts: EmbeddedFacts) -> String? {
        facts.title.map(DescriptionText.decode).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Each once, in their order.
    public static func keywords(_ facts: EmbeddedFacts) -> [String] {
        var seen: Set<String> = []
        return (facts.keywords ?? []).map(DescriptionText.decode).filter { keyword in
            !keyword.isEmpty && seen.insert(keyword).inserted
        }
    }
}
