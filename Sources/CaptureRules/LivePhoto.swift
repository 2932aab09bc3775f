import PhotoModel

/// A still image and the seconds of video around it, which phones store as two files of one name.
public enum LivePhoto {
    /// Seconds. Apple's are three, others' up to four.
    private static let longest = 4.0

    /// Whether a video of a still's name is its moving half.
    ///
    /// Both carry the same content identifier; or neither carries one, and the video lasts at most four
    /// seconds. Such a short video of the same name is hardly ever a shot of its own.
    ///
    /// - Parameters:
    ///   - still: `nil` where it could not be read; it then counts as one without an identifier.
    ///   - video: `nil` where it could not be read; it then is an asset of its own.
    public static func joins(still: EmbeddedFacts?, video: EmbeddedFacts?) -> Bool {
        guard let video else { return false }
        let ofStill = identifier(still)
        let ofVideo = identifier(video)
        if ofStill != nil || ofVideo != nil { return ofStill == ofVideo }
        guard let duration = video.duration else { return false }
        return duration > 0 && duration <= longest
    }

    private static func identifier(_ facts: EmbeddedFacts?) -> String? {
        guard let identifier = facts?.contentIdentifier, !identifier.isEmpty else { return nil }
        return identifier
    }
}

extension FileFormat {
    /// Whether phones write such a video beside a still image.
    public var mayJoinStill: Bool { self == .quickTime || self == .mp4 }
}
