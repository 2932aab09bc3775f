import Extraction
import ExtractionWire
import Files
import Glibc
import PhotoModel
import Threads
import Thumbnails

/// Makes thumbnails: opens originals, has workers draw them, and keeps what they have drawn.
final class ThumbnailMaker: Sendable {
    /// A picture is longer than that only where somebody has taken the worker over.
    private static let longestPicture = 16 << 20

    private let queue: RenderQueue
    private let cache: ThumbnailCache
    private let looks: DiskLooks
    private let figures: ThumbnailFigures
    /// Whether nobody waits for what it makes.
    private let isInBackground: Bool

    init(
        queue: RenderQueue,
        cache: ThumbnailCache,
        looks: DiskLooks,
        figures: ThumbnailFigures,
        isInBackground: Bool = false
    ) {
        self.isInBackground = isInBackground
        self.queue = queue
        self.cache = cache
        self.looks = looks
        self.figures = figures
    }

    func add(_ jobs: [ThumbnailJob], of asker: UInt64) {
        let work = jobs.map { job in
            RenderQueue.Work {
                self.begin(job)
            } abandon: {
                job.end(.failure(.ending))
            }
        }
        queue.add(work, of: asker)
    }

    // MARK: One job

    private func begin(_ job: ThumbnailJob) {
        let start = MonotonicClock.now()
        looks.perform(root: job.subject.root) { [self] in
            let result = open(job, since: start)
            if case .failure(let failure) = result { end(job, .failure(failure), since: start) }
        } orElse: { [self] in
            if job.take() { end(job, .failure(.silent), since: start) }
        }
    }

    private func end(_ job: ThumbnailJob, _ result: ThumbnailJob.Result, since start: UInt64) {
        let isMade = if case .success = result { true } else { false }
        figures.count(isMade: isMade, nanoseconds: MonotonicClock.now() &- start)
        queue.end { job.end(result) }
    }

    /// Opens the original and hands it to a worker. On a thread that nobody waits for.
    private func open(_ job: ThumbnailJob, since start: UInt64) -> Result<Void, ThumbnailFailure> {
        let known = job.subject.original
        do throws(CallFailure) {
            let file = try OpenFile(reading: known.path)
            let status = try file.status()
            guard job.take() else { return .success(()) }
            guard status.isRegularFile else {
                return .failure(.irregular)
            }
            let original = known.being(status)
            // The index may be a moment behind the file.
            if original.modificationTime != known.modificationTime,
                let thumbnail = cache.thumbnail(of: original, job.size)
            {
                end(job, .success(thumbnail), since: start)
                return .success(())
            }
            return hand(file, original, job, since: start)
        } catch {
            // The job may have been given up; nobody waits for the reason then.
            return job.take() ? .failure(ThumbnailFailure(reading: error)) : .success(())
        }
    }

    private func hand(
        _ file: borrowing OpenFile,
        _ original: ThumbnailOriginal,
        _ job: ThumbnailJob,
        since start: UInt64
    ) -> Result<Void, ThumbnailFailure> {
        let source = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        let target = MemoryFile()
        let written = target?.duplicate() ?? -1
        guard let target, source >= 0, written >= 0 else {
            for descriptor in [source, written] where descriptor >= 0 { close(descriptor) }
            return .failure(
                ThumbnailFailure(code: .busy, message: "photod is short of descriptors or memory: try again")
            )
        }
        let wish = RenderThumbnail(format: original.format, edge: job.size.edge)
        let settle: @Sendable ([RenderOutcome]) -> Void = { [self] outcomes in
            let result = keep(outcomes.first ?? .ended(.cancelled), target, original, job.size)
            end(job, result, since: start)
        }
        do throws(JobRefusal) {
            if isInBackground {
                try submit(RenderInBackground(wish), source, written, settle)
            } else {
                try submit(wish, source, written, settle)
            }
        } catch { return .failure(ThumbnailFailure(code: .system, message: "\(error)")) }
        return .success(())
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
        _ size: ThumbnailSize
    ) -> ThumbnailJob.Result {
        let failure: ThumbnailFailure
        switch outcome {
        case .rendered(let picture):
            let measured = original.measuring(picture.originalWidth, picture.originalHeight)
            do throws(CallFailure) {
                if let bytes = target.bytes(limit: Self.longestPicture),
                    let thumbnail = try cache.keep(bytes, of: measured, size)
                {
                    return .success(thumbnail)
                }
            } catch { return .failure(ThumbnailFailure(writing: error)) }
            failure = ThumbnailFailure(.crashed)
        case .refused(let refusal): failure = ThumbnailFailure(refusal)
        // A machine that is busy with other things is not the file's fault.
        case .ended(.timedOut) where isInBackground, .ended(.slow) where isInBackground: failure = .late
        case .ended(let end): failure = ThumbnailFailure(end)
        }
        if failure.isOfFile {
            // Where it cannot be written down, the file is tried again.
            try? cache.keepFailure(of: original, failure.message)
        }
        return .failure(failure)
    }
}

extension ThumbnailOriginal {
    /// As the file itself says it is now.
    fileprivate func being(_ status: FileStatus) -> ThumbnailOriginal {
        ThumbnailOriginal(
            path: path,
            modificationTime: status.modificationTime,
            size: Int64(clamping: status.size),
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
            format: format,
            width: Int64(foundWidth),
            height: Int64(foundHeight),
            duration: duration
        )
    }
}
