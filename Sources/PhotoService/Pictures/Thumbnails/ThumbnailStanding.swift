import LineProtocol
import Thumbnails

typealias ThumbnailJob = RenderJob<ThumbnailSize>

extension ThumbnailSize: PictureWish {
    static var command: String { "thumbnail" }
    static var isContentWanted: Bool { false }
    static var few: Int { 100 }

    func standing(
        of subject: PictureSubject,
        _ wanted: WantedPicture,
        in service: ThumbnailService
    ) -> PictureStanding {
        service.cache?.standing(of: subject, self, isOffline: wanted.isOffline) ?? .refused(.noCache)
    }

    func figures(of service: ThumbnailService) -> ThumbnailFigures { service.figures }

    func maker(of service: ThumbnailService) -> ThumbnailMaker? { service.maker }
}

extension ThumbnailCache {
    /// - Parameter isOffline: whether the photo's folder is away.
    func standing(of subject: PictureSubject, _ size: ThumbnailSize, isOffline: Bool) -> PictureStanding {
        let original = subject.original
        if contains(original.path) { return .refused(.thumbnail) }
        // What was made before a disk was taken away is as good as ever.
        if let thumbnail = thumbnail(of: original, size) {
            return .there(ToldPicture(thumbnail, isCached: true))
        }
        if isOffline { return .refused(.offline) }
        if let reason = failure(of: original) { return .refused(ThumbnailFailure(known: reason)) }
        return .missing
    }
}

extension ToldPicture {
    init(_ thumbnail: ThumbnailCache.Thumbnail, isCached: Bool) {
        self.init(
            path: thumbnail.path,
            width: thumbnail.width,
            height: thumbnail.height,
            isCached: isCached
        )
    }
}
