import Extraction
import ExtractionWire
import Files
import Glibc
import PhotoModel
import Synchronization
import Threads
import Thumbnails
import WatchedLibrary

/// Makes thumbnails: opens originals, has workers draw them, and keeps what they have drawn.
final class ThumbnailMaker: PictureMaker {
    /// A picture is longer than that only where somebody has taken the worker over.
    private static let longestPicture = 16 << 20

    let queue: RenderQueue
    private let cache: ThumbnailCache
    let looks: DiskLooks
    let figures: ThumbnailFigures
    private let library: PhotoLibrary
    /// Whether nobody waits for what it makes.
    private let isInBackground: Bool
    /// What is being drawn, and who has it when it is there: whoever asks for it meanwhile as well.
    private let underway = Mutex<[Drawing: [Waiting]]>([:])

    private struct Drawing: Hashable {
        let original: ThumbnailOriginal
        /// Of what it is drawn: a file may be written anew with the size and the time that it had.
        let stamp: FileStamp
        let size: ThumbnailSize
    }

    private struct Waiting {
        let job: ThumbnailJob
        let start: UInt64
    }

    init(
        queue: RenderQueue,
        cache: ThumbnailCache,
        looks: DiskLooks,
        figures: ThumbnailFigures,
        library: PhotoLibrary,
        isInBackground: Bool = false
    ) {
        self.isInBackground = isInBackground
        self.queue = queue
        self.cache = cache
        self.looks = looks
        self.figures = figures
        self.library = library
    }

    // MARK: One job

    func open(_ job: ThumbnailJob, since start: UInt64) throws(ThumbnailFailure) {
        let known = job.subject.original
        do throws(CallFailure) {
            let file = try OpenFile(reading: known.path)
            let status = try file.status()
            guard job.take() else { return }
            guard status.isRegularFile else { return end(job, .failure(.irregular), since: start) }
            let original = known.being(status, after: job.subject.stamp)
            let drawing = Drawing(original: original, stamp: status.stamp, size: job.wish)
            guard begin(drawing, Waiting(job: job, start: start)) else { return }
            // The index may be a moment behind the file, and another may have had it drawn meanwhile. Of what was written anew with
            // the time that it had the cache cannot tell without knowing the content.
            if original.fingerprint != nil || original.modificationTime != known.modificationTime {
                if let thumbnail = cache.thumbnail(of: original, job.wish) {
                    library.note(known.name, of: job.subject.id)
                    return end(drawing, .success(ToldPicture(thumbnail, isCached: true)))
                }
                if let reason = cache.failure(of: original) {
                    return end(drawing, .failure(ThumbnailFailure(known: reason)))
                }
            }
            do throws(ThumbnailFailure) { try hand(file, drawing, job) } catch {
                end(drawing, .failure(error))
            }
        } catch { throw ThumbnailFailure(reading: error) }
    }

    /// Whether nobody draws it yet, so that the caller has to.
    private func begin(_ drawing: Drawing, _ waiting: Waiting) -> Bool {
        underway.withLock { underway in
            underway[drawing, default: []].append(waiting)
            return underway[drawing]?.count == 1
        }
    }

    private func end(_ drawing: Drawing, _ result: ThumbnailJob.Result) {
        let all = underway.withLock { $0.removeValue(forKey: drawing) } ?? []
        for (place, waiting) in all.enumerated() {
            // It was drawn for the first of them.
            end(waiting.job, place == 0 ? result : result.map(\.found), since: waiting.start)
        }
    }

    private func hand(
        _ file: borrowing OpenFile,
        _ drawing: Drawing,
        _ job: ThumbnailJob
    ) throws(ThumbnailFailure) {
        let source = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        let target = MemoryFile()
        let written = target?.duplicate() ?? -1
        guard let target, source >= 0, written >= 0 else {
            for descriptor in [source, written] where descriptor >= 0 { close(descriptor) }
            throw ThumbnailFailure(
                code: .busy,
                message: "photod is short of descriptors or memory: try again"
            )
        }
        let wish = RenderThumbnail(format: drawing.original.format, edge: drawing.size.edge)
        let settle: @Sendable ([RenderOutcome]) -> Void = { [self] outcomes in
            end(drawing, keep(outcomes.first ?? .ended(.cancelled), target, drawing.original, job))
        }
        do throws(JobRefusal) {
            if isInBackground {
                try submit(RenderInBackground(wish), source, written, settle)
            } else {
                try submit(wish, source, written, settle)
            }
        } catch { throw ThumbnailFailure(code: .system, message: "\(error)") }
    }

    /// - Parameters:
    ///   - source: the original; it is closed.
    ///   - target: where the picture goes; it is closed.
    private func submit<Job: WorkerJob>(
        _ job: Job,
        _ source: Int32,
        _ target: Int32,
        _ completion: @escaping @Sendable ([Job.Outcome]) -> Void
    ) throws(JobRefusal) {
        let batch = JobBatch<Job>(mayHang: true)
        try batch.add(job, sources: [source], targets: [target])
        queue.pool.submit(batch, patience: RenderQueue.patience, completion: completion)
    }

    /// Takes over what a worker says.
    private func keep(
        _ outcome: RenderOutcome,
        _ target: MemoryFile,
        _ original: ThumbnailOriginal,
        _ job: ThumbnailJob
    ) -> ThumbnailJob.Result {
        let failure: ThumbnailFailure
        switch outcome {
        case .rendered(let picture):
            let measured = original.measuring(picture.originalWidth, picture.originalHeight)
            do throws(CallFailure) {
                if let bytes = target.bytes(limit: Self.longestPicture),
                    let thumbnail = try cache.keep(bytes, of: measured, job.wish)
                {
                    // The thumbnail follows its original from now on.
                    library.note(original.name, of: job.subject.id)
                    return .success(ToldPicture(thumbnail, isCached: false))
                }
            } catch { return .failure(ThumbnailFailure(writing: error)) }
            failure = ThumbnailFailure(.crashed)
        case .refused(.outOfTime) where isInBackground: failure = .late
        case .refused(let refusal): failure = ThumbnailFailure(refusal)
        // A machine that is busy with other things is not the file's fault.
        case .ended(.timedOut) where isInBackground, .ended(.slow) where isInBackground: failure = .late
        case .ended(let end): failure = ThumbnailFailure(end)
        }
        if failure.isOfFile {
            // Where it cannot be written down, the file is tried again.
            try? cache.keepFailure(of: original, failure.message)
            library.note(original.name, of: job.subject.id)
        }
        return .failure(failure)
    }
}

extension ThumbnailOriginal {
    /// As the file itself says it is now. What it holds the index knows only where nobody has touched it since.
    ///
    /// - Parameter stamp: as the index knows the file.
    fileprivate func being(_ status: FileStatus, after stamp: FileStamp) -> ThumbnailOriginal {
        let isKnown = status.stamp.isSameContent(as: stamp) && status.changeTime == stamp.changeTime
        return ThumbnailOriginal(
            path: path,
            modificationTime: status.modificationTime,
            size: Int64(clamping: status.size),
            fingerprint: isKnown ? fingerprint : nil,
            format: format,
            width: width,
            height: height,
            duration: duration
        )
    }

    /// With the size that a worker has found, where the index knows none: a RAW file's is not that of its preview.
    fileprivate func measuring(_ foundWidth: UInt32, _ foundHeight: UInt32) -> ThumbnailOriginal {
        guard longestEdge == nil else { return self }
        return ThumbnailOriginal(
            path: path,
            modificationTime: modificationTime,
            size: size,
            fingerprint: fingerprint,
            format: format,
            width: Int64(foundWidth),
            height: Int64(foundHeight),
            duration: duration
        )
    }
}
