import Thumbnails

/// What is known of a thumbnail without touching its photo.
enum ThumbnailStanding: Sendable {
    case there(ThumbnailCache.Thumbnail)
    case refused(ThumbnailFailure)
    /// It can be made.
    case missing
}

extension ThumbnailCache {
    /// - Parameter isOffline: whether the photo's folder is away.
    func standing(of subject: PictureSubject, _ size: ThumbnailSize, isOffline: Bool) -> ThumbnailStanding {
        let original = subject.original
        if contains(original.path) { return .refused(.thumbnail) }
        // What was made before a disk was taken away is as good as ever.
        if let thumbnail = thumbnail(of: original, size) { return .there(thumbnail) }
        if isOffline { return .refused(.offline) }
        if original.format.kind == .video { return .refused(.video) }
        if let reason = failure(of: original) { return .refused(ThumbnailFailure(known: reason)) }
        return .missing
    }
}
