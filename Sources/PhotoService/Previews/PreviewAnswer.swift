import LineProtocol
import LineServer
import PhotoModel
import Previews

/// The answer to one `preview`: what is known to be there is told at once, the rest as it is found or made.
final class PreviewAnswer: Sendable {
    /// Ids that are looked up in one moment.
    private static let step = 500

    private let context: CommandContext
    private let words: [String]
    private let shape: PreviewShape
    private let lines: OrderedLines
    private let asker: UInt64

    private var service: ThumbnailService { context.thumbnails }

    init(_ context: CommandContext, _ words: [String], _ shape: PreviewShape, _ exchange: Exchange) {
        self.context = context
        self.words = words
        self.shape = shape
        lines = OrderedLines(exchange, count: words.count)
        asker = context.thumbnails.newAsker()
    }

    /// Its client has gone, or has all.
    func end() {
        lines.close()
        service.queue?.withdraw(asker)
    }

    func abandon() { lines.abandon() }

    /// Answers what index and cache know, and has the rest looked at.
    func begin() {
        do {
            for start in stride(from: 0, to: words.count, by: Self.step) where !lines.isOver {
                let range = start..<min(start + Self.step, words.count)
                let found = try context.wantedPictures(words[range], isContentWanted: true)
                let jobs = zip(range, found).compactMap { place, wanted in job(wanted, at: place) }
                if !jobs.isEmpty { service.previewMaker?.add(jobs, of: asker) }
            }
            lines.release()
        } catch {
            lines.fail(error, of: "preview")
            end()
        }
    }

    /// Answers, or returns what is to be done before.
    private func job(_ wanted: WantedPicture, at place: Int) -> PreviewJob? {
        guard let subject = wanted.subject else {
            tell(at: place) { $0.unknownPicture(wanted.word) }
            return nil
        }
        let original = subject.original
        guard let previews = service.previews, let cache = service.cache else {
            return refuse(.noCache, subject, at: place)
        }
        if cache.contains(original.path) { return refuse(.thumbnail, subject, at: place) }
        let source = wanted.content.map(PreviewSource.content) ?? .file(subject.id, subject.stamp)
        let key = PreviewKey(
            source: source,
            size: original.size,
            original: original.format,
            edge: shape.edge,
            format: shape.format
        )
        // What was made before a disk was taken away is as good as ever.
        if let preview = previews.preview(key) {
            service.previewFigures.countCached(1)
            tell(ToldPreview(preview: preview, isCached: true), subject, at: place)
            return nil
        }
        if wanted.isOffline { return refuse(.offline, subject, at: place) }
        if original.format.kind == .video { return refuse(.video, subject, at: place) }
        guard let maker = service.previewMaker else {
            service.noteMissedWorker()
            return refuse(.noWorker, subject, at: place)
        }
        if let known = maker.failures.failure(of: subject.id, subject.stamp, shape) {
            return refuse(known, subject, at: place)
        }
        return PreviewJob(subject, shape) { [self] result in
            switch result {
            case .success(let told): tell(told, subject, at: place)
            case .failure(let failure): _ = refuse(failure, subject, at: place)
            }
        }
    }

    // MARK: Lines

    private func tell(_ told: ToldPreview, _ subject: PictureSubject, at place: Int) {
        let preview = told.preview
        tell(at: place) {
            $0.picture(preview.path, (preview.width, preview.height), of: subject.id, isCached: told.isCached)
        }
    }

    private func refuse(_ failure: ThumbnailFailure, _ subject: PictureSubject, at place: Int) -> PreviewJob?
    {
        let placeholder = try? service.cache?.placeholder()
        tell(at: place) { $0.refusedPicture(failure, of: subject.id, placeholder) }
        return nil
    }

    private func tell(at place: Int, _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter(capacity: 512)
        write(&json)
        lines.add(json.bytes, at: place)
    }
}
