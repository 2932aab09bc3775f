import Extraction
import FolderWatch
import LineProtocol
import Logging
import PhotoModel
import Previews
import Sweeps
import Synchronization
import Thumbnails
import WatchedLibrary

/// Thumbnails: where they are kept, and who makes those that are missing. No worker runs while there is nothing to make.
final class ThumbnailService: Sendable {
    static let remedy =
        "install it beside photod or in libexec/photod (\"make install\" does), then restart photod"

    /// `nil`: there is no home directory.
    let cache: ThumbnailCache?
    /// `nil`: photod-render is not installed.
    let queue: RenderQueue?
    let maker: ThumbnailMaker?
    /// Whether looking into the cache takes no longer than looking into the index.
    let isCacheNear: Bool
    let figures = ThumbnailFigures()
    /// `nil`: nothing can be prepared, where nothing can be made.
    private let preparer: ThumbnailPreparer?
    /// `nil`: there is no home directory.
    let previews: PreviewCache?
    let previewMaker: PreviewMaker?
    let previewFigures: ThumbnailFigures
    private let progress: SweepProgress
    private let lastAsker = Atomic<UInt64>(0)
    /// Somebody wanted a thumbnail that only photod-render could have made.
    private let isMissed = Atomic(false)

    init(
        library: PhotoLibrary,
        worker: WorkerLocation?,
        cache: ThumbnailCache?,
        previews: PreviewCache?,
        looks: DiskLooks,
        logger: Logger
    ) throws(ExtractionError) {
        let previewFigures = ThumbnailFigures()
        self.previewFigures = previewFigures
        let progress = library.progress
        self.progress = progress
        self.cache = cache
        self.previews = previews
        isCacheNear = cache.map(Self.isNear) ?? true
        if let worker, let cache {
            let queue = try RenderQueue(worker: worker) { Self.log($0, logger, progress) }
            self.queue = queue
            maker = ThumbnailMaker(
                queue: queue,
                cache: cache,
                looks: looks,
                figures: figures,
                library: library
            )
            preparer = ThumbnailPreparer(
                library: library,
                cache: cache,
                worker: worker,
                looks: looks,
                clients: queue,
                logger: logger
            )
            previewMaker = previews.map {
                PreviewMaker(queue: queue, cache: $0, looks: looks, figures: previewFigures, library: library)
            }
        } else {
            queue = nil
            maker = nil
            preparer = nil
            previewMaker = nil
            if cache != nil {
                logger.notice(
                    "photod-render is missing, so no thumbnail, preview or frame is made: \(Self.remedy)"
                )
            }
        }
    }

    func stop() {
        preparer?.stop()
        queue?.stop()
    }

    /// Has thumbnails of these sizes made before anybody asks for them.
    func prepare(_ sizes: [ThumbnailSize]) {
        if preparer == nil, !sizes.isEmpty { noteMissedWorker() }
        preparer?.prepare(sizes)
    }

    var preparation: ThumbnailPreparer.Activity { preparer?.activity ?? .off }

    func newAsker() -> UInt64 { lastAsker.add(1, ordering: .relaxed).newValue }

    func noteMissedWorker() {
        if !isMissed.exchange(true, ordering: .relaxed) { progress.statusChanged() }
    }

    /// A problem only where somebody misses it: whoever wants no thumbnails needs no libvips.
    var isWorkerMissed: Bool { isMissed.load(ordering: .relaxed) }

    var workerStatus: WorkerStatus? {
        guard var status = queue?.pool.snapshot() else { return nil }
        if let background = preparer?.workerStatus { status.add(background) }
        return status
    }

    /// The members of `stats` about thumbnails.
    func write(to json: inout JSONWriter) {
        let load = queue?.load ?? (running: 0, waiting: 0)
        json.member("running", load.running)
        json.member("waiting", load.waiting)
        figures.write(to: &json)
        json.key("prepared")
        json.beginObject()
        (preparer?.figures ?? ThumbnailFigures()).write(to: &json)
        json.endObject()
    }

    /// A home directory on a network file system may not answer, and must not hold up the event loop.
    private static func isNear(_ cache: ThumbnailCache) -> Bool {
        var path = cache.folder
        while path.bytes.count > 1 {
            if let folder = try? DirectoryReader(rootPath: path) {
                return (try? FilesystemIdentity(of: folder.descriptor).isNetwork) == false
            }
            path = path.parent
        }
        return false
    }

    /// - Parameter progress: is told when `status` has a problem of photod-render more, or less.
    static func log(_ notice: ExtractionNotice, _ logger: Logger, _ progress: SweepProgress) {
        switch notice {
        case .workerStarted(let process): logger.debug("photod-render \(process) started")
        case .workerLeft(let process, nil): logger.debug("photod-render \(process) ended")
        case .workerLeft(let process, let words?):
            logger.info("photod-render \(process) ended, saying: \(words)")
        case .workerFailed(let process, let how): logger.warning("photod-render \(process) failed: \(how)")
        case .readsAgain:
            logger.notice("photod-render runs again")
            progress.statusChanged()
        case .problem(let problem):
            logger.warning("\(problem.problem): \(problem.remedy)")
            progress.statusChanged()
        }
    }
}
