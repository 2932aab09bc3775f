import PhotoModel

/// Where a description comes from.
public enum DescriptionSource: UInt8, Sendable, CaseIterable {
    case imageDescription = 1
    case sidecar = 2
    case xmpDescription = 3
    case iptcCaption = 4
    case userComment = 5
    case pngDescription = 6
    case xpTitle = 7
    case xpComment = 8
    case quickTimeDescription = 9
    case quickTimeComment = 10
    case overlay = 11

    /// The wire's name of it.
    public var name: StaticString {
        switch self {
        case .sidecar: "sidecar"
        case .imageDescription: "exif:ImageDescription"
        case .xmpDescription: "xmp:dc:description"
        case .iptcCaption: "iptc:Caption-Abstract"
        case .userComment: "exif:UserComment"
        case .pngDescription: "png:Description"
        case .xpTitle: "exif:XPTitle"
        case .xpComment: "exif:XPComment"
        case .quickTimeDescription: "quicktime:description"
        case .quickTimeComment: "quicktime:comment"
        case .overlay: "overlay"
        }
    }
}

// MARK: - Order

extension DescriptionSource {
    /// In order of trust, for a photo with these facts.
    static func order(for facts: EmbeddedFacts?) -> [DescriptionSource] {
        isCaptionNewer(facts) ? captionFirst : propertyFirst
    }

    private static let propertyFirst = order(.xmpDescription, .iptcCaption)
    private static let captionFirst = order(.iptcCaption, .xmpDescription)

    private static func order(_ first: DescriptionSource, _ second: DescriptionSource) -> [DescriptionSource]
    {
        [
            .sidecar, .imageDescription, first, second, .userComment, .pngDescription, .xpTitle, .xpComment,
            .quickTimeDescription, .quickTimeComment,
        ]
    }

    /// Whether the IPTC caption is more recent than XMP's description.
    ///
    /// After the Metadata Working Group's "Guidelines for Handling Image Metadata" 2.0, §5: programs that
    /// know both keep them equal and store the digest of the IPTC block. A digest that is no longer the
    /// block's shows that one which knows IPTC only wrote last. Without a digest XMP is the newer form.
    static func isCaptionNewer(_ facts: EmbeddedFacts?) -> Bool {
        guard facts?.isIPTCDigestCurrent == false, let caption = facts?.iptcCaption else { return false }
        guard let property = facts?.xmpDescription else { return true }
        return !isCut(caption, of: property)
    }

    /// Whether `caption` is what IPTC's 2,000 bytes hold of `text`, which then says more.
    private static func isCut(_ caption: [UInt8], of text: String) -> Bool {
        // UTF-8 is cut at a character by some programs and in the middle of one by others.
        guard (1997...2000).contains(caption.count) else { return false }
        if text.utf8.count > caption.count, text.utf8.starts(with: caption) { return true }
        let decoded = DescriptionText.decode(caption)
        return text.utf8.count > decoded.utf8.count && text.utf8.starts(with: decoded.utf8)
    }
}
