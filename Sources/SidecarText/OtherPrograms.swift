/// What single programs say of stars and keywords in properties of their own, and believe before the common ones.
///
/// It is changed where it is there, so that such a program does not go on showing what was, and never added.
enum OtherPrograms {
    static func properties(beside wanted: [WantedProperty], in outline: SidecarOutline) -> [WantedProperty] {
        var properties: [WantedProperty?] = []
        for property in wanted {
            if property.property == .rating {
                properties.append(windowsRating(property.value, outline))
            } else if property.property == .keywords {
                properties += [
                    tags(.windowsTags, separatedBy: "/", property.value, outline),
                    tags(.digiKamTags, separatedBy: "/", property.value, outline),
                    tags(.lightroomTags, separatedBy: "|", property.value, outline),
                ]
            }
        }
        return properties.compactMap { $0 }
    }

    /// Stars as Windows has them, of a hundred (Microsoft, System.Rating); it has no number for none.
    private static let hundredths = [1: 1, 2: 25, 3: 50, 4: 75, 5: 99]

    private static func windowsRating(
        _ value: WantedProperty.Value,
        _ outline: SidecarOutline
    ) -> WantedProperty? {
        guard !outline[.windowsRating].isEmpty else { return nil }
        guard case .text(let text) = value, let stars = RatingText.rating(text),
            let hundredths = hundredths[stars]
        else { return WantedProperty(property: .windowsRating, value: .none) }
        return WantedProperty(property: .windowsRating, value: .text(Array(String(hundredths).utf8)))
    }

    /// Keywords with those above them, `Places|Brazil|Santos`. Of each as much stays as ends in a keyword that the photo has;
    /// a keyword that is in none of them stands by itself.
    private static func tags(
        _ property: SidecarProperty,
        separatedBy separator: Unicode.Scalar,
        _ value: WantedProperty.Value,
        _ outline: SidecarOutline
    ) -> WantedProperty? {
        let known = outline[property].flatMap(\.list)
        guard !known.isEmpty else { return nil }
        var keywords: [[UInt8]] = []
        if case .list(let items) = value { keywords = items }
        let separator = UInt8(ascii: separator)
        let wanted = Set(keywords)
        var tags: [[UInt8]] = []
        var (taken, named): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
        for tag in known {
            var parts = tag.split(separator: separator, omittingEmptySubsequences: false).map(Array.init)
            // A keyword may have such a sign in it.
            if wanted.contains(tag) { parts = [tag] }
            while let last = parts.last, !wanted.contains(last) { parts.removeLast() }
            let kept = Array(parts.joined(separator: [separator]))
            guard !parts.isEmpty, taken.insert(kept).inserted else { continue }
            tags.append(kept)
            named.formUnion(parts)
        }
        tags += keywords.filter { !named.contains($0) }
        return WantedProperty(property: property, value: tags.isEmpty ? .none : .list(tags))
    }
}
