import CShims
import Extraction
import ExtractionWire
import Files
import Glibc
import PhotoModel
import Synchronization
import Threads
import Thumbnails

/// Makes thumbnails: opens originals, has workers draw them, and keeps what they have drawn. A few at a time, and of several
/// askers in turn.
final class ThumbnailMaker: Sendable {
    private struct State {
        var queue = FairQueue<ThumbnailJob>()
        /// Jobs that are being done.
        var running = 0
        /// Somebody is handing out jobs, and goes on as long as there are any that may begin.
        var isHandingOut = false
        /// Jobs that were done since memory was given back.
        var done = 0
        var isStopped = false
    }

    /// After so many jobs there is memory worth giving back.
    private static let many = 16

    /// A picture is longer than that only where somebody has taken the worker over.
    private static let longestPicture = 16 << 20
    /// How long a job waits for a worker that cannot be started just now.
    private static let patience = Duration.seconds(10)

    private let pool: ExtractionPool
    private let cache: ThumbnailCache
    private let looks: DiskLooks
    private let figures: ThumbnailFigures
    /// So many are done at a time: two a worker, and one that is being opened. The pool lets no more than eight wait.
    private let limit: Int
    private let state = Mutex(State())

    init(
        worker: WorkerLocation,
        cache: ThumbnailCache,
        looks: DiskLooks,
        figures: ThumbnailFigures,
        observer: @escaping @Sendable (ExtractionNotice) -> Void
    ) throws(ExtractionError) {
        let workers = min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        pool = try ExtractionPool(
            worker: worker,
            maximumWorkers: workers,
            isResident: false,
            observer: observer
        )
        limit = min(8, 2 * workers + 1)
        self.cache = cache
        self.looks = looks
        self.figures = figures
    }

    var workerStatus: WorkerStatus { pool.snapshot() }

    /// Jobs that are being done, and that wait.
    var load: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.queue.count) } }

    func add(_ jobs: [ThumbnailJob], of asker: UInt64) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.queue.add(jobs, of: asker) }
            return state.isStopped
        }
        guard !isStopped else { return jobs.forEach { $0.end(.failure(.ending)) } }
        goOn()
    }

    /// Nobody waits any more for what an asker has asked for.
    func withdraw(_ asker: UInt64) {
        state.withLock { state in _ = state.queue.remove(asker) }
    }

    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            var waiting: [ThumbnailJob] = []
            while let job = state.queue.next() { waiting.append(job) }
            return waiting
        }
        for job in waiting { job.end(.failure(.ending)) }
        pool.shutdown()
    }

    // MARK: One job

    /// Hands out jobs. A job may end while it is handed out, where its disk is known not to answer: that calls this again, and
    /// must not go deeper with each.
    private func goOn() {
        let isFirst = state.withLock { state in
            defer { state.isHandingOut = true }
            return !state.isHandingOut
        }
        guard isFirst else { return }
        while let job = next() { begin(job) }
    }

    private func next() -> ThumbnailJob? {
        state.withLock { state in
            guard state.running < limit, let job = state.queue.next() else {
                state.isHandingOut = false
                return nil
            }
            state.running += 1
            return job
        }
    }

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
        let isAtRest = state.withLock { state in
            state.running -= 1
            state.done += 1
            guard state.running == 0, state.queue.isEmpty, state.done >= Self.many else { return false }
            state.done = 0
            return true
        }
        job.end(result)
        goOn()
        // What pictures needed goes back to the system.
        if isAtRest { photod_trim_heap() }
    }

    /// Opens the original and hands it to a worker. On a thread that nobody waits for.
    private func open(_ job: ThumbnailJob, since start: UInt64) -> Result<Void, ThumbnailFailure> {
        let known = job.subject.original
        do throws(CallFailure) {
            let file = try OpenFile(reading: known.path)
            let status = try file.status()
            guard job.take() else { return .success(()) }
            guard status.isRegularFile else {
                return .failure(ThumbnailFailure(code: .unsupported, message: "it is no regular file"))
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
        let batch = JobBatch<RenderThumbnail>(mayHang: true)
        do throws(JobRefusal) {
            try batch.add(
                RenderThumbnail(format: original.format, edge: job.size.edge),
                sources: [source],
                targets: [written]
            )
        } catch { return .failure(ThumbnailFailure(code: .system, message: "\(error)")) }
        pool.submit(batch, patience: Self.patience) { [self] outcomes in
            let result = keep(outcomes.first ?? .ended(.cancelled), target, original, job.size)
            end(job, result, since: start)
        }
        return .success(())
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
