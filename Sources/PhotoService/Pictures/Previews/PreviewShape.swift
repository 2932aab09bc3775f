import LibraryIndex
import LineProtocol
import Previews

/// How a preview is to be.
struct PreviewShape: Hashable, Sendable {
    let edge: UInt16
    let format: PreviewFormat
}

typealias PreviewJob = RenderJob<PreviewShape>

extension PreviewShape: PictureWish {
    static var command: String { "preview" }
    static var isContentWanted: Bool { true }
    static var few: Int { 50 }

    func standing(
        of subject: PictureSubject,
        _ wanted: WantedPicture,
        in service: ThumbnailService
    ) -> PictureStanding {
        let original = subject.original
        guard let previews = service.previews, let cache = service.cache else { return .refused(.noCache) }
        if cache.contains(original.path) { return .refused(.thumbnail) }
        let source = wanted.content.map(PreviewSource.content) ?? .file(subject.id, subject.stamp)
        let key = PreviewKey(
            source: source,
            size: original.size,
            original: original.format,
            edge: edge,
            format: format
        )
        // What was made before a disk was taken away is as good as ever.
        if let preview = previews.preview(key) { return .there(ToldPicture(preview, isCached: true)) }
        if wanted.isOffline { return .refused(.offline) }
        if original.format.kind == .video { return .refused(.video) }
        let known = service.previewMaker?.failures.failure(of: subject.id, subject.stamp, self)
        return known.map(PictureStanding.refused) ?? .missing
    }

    func figures(of service: ThumbnailService) -> ThumbnailFigures { service.previewFigures }

    func maker(of service: ThumbnailService) -> PreviewMaker? { service.previewMaker }
}

extension ToldPicture {
    init(_ preview: PreviewCache.Preview, isCached: Bool) {
        self.init(path: preview.path, width: preview.width, height: preview.height, isCached: isCached)
    }
}
