import Extraction
import ExtractionWire
import Files
import Glibc
import LibraryIndex
import LineProtocol
import PhotoModel
import Previews
import Threads
import WatchedLibrary

/// Makes previews: reads originals once for what they are, has workers draw those that are not there, and keeps what they have
/// drawn.
final class PreviewMaker: PictureMaker {
    /// How long a file is read to know its whole content; one that takes longer is known by its stamp. Two are read at a time in
    /// one root, and as many as the queue lets begin must have their turn before a disk is taken for one that hangs.
    private static let readingTime = Duration.seconds(1)
    /// Nanoseconds after a change in which another one may leave the same stamp, on any file system.
    private static let stampPeriod: Int64 = 2_000_000_000

    let queue: RenderQueue
    private let cache: PreviewCache
    let looks: DiskLooks
    let figures: ThumbnailFigures
    private let library: PhotoLibrary
    let failures = PreviewFailures()

    init(
        queue: RenderQueue,
        cache: PreviewCache,
        looks: DiskLooks,
        figures: ThumbnailFigures,
        library: PhotoLibrary
    ) {
        self.queue = queue
        self.cache = cache
        self.looks = looks
        self.figures = figures
        self.library = library
    }

    // MARK: One job

    /// Opens the original, and hands it to a worker where there is no preview of what is in it. On a thread that nobody waits
    /// for.
    func open(_ job: PreviewJob, since start: UInt64) throws(ThumbnailFailure) {
        let path = job.subject.original.path
        do throws(CallFailure) {
            let file = try OpenFile(reading: path)
            let status = try file.status()
            guard status.isRegularFile else {
                if job.take() { end(job, .failure(.irregular), since: start) }
                return
            }
            switch Self.source(of: file, status, job.subject.id) {
            case .failure(let failure): throw failure
            case .success(let source):
                let key = PreviewKey(
                    source: source,
                    size: Int64(clamping: status.size),
                    original: job.subject.original.format,
                    edge: job.wish.edge,
                    format: job.wish.format
                )
                guard job.take() else { return }
                if let preview = cache.preview(key) {
                    note(source, status.stamp, job.subject)
                    return end(job, .success(ToldPicture(preview, isCached: true)), since: start)
                }
                do throws(ThumbnailFailure) {
                    try hand(file, Drawing(key: key, stamp: status.stamp, since: start), job)
                } catch { end(job, .failure(error), since: start) }
            }
        } catch {
            throw ThumbnailFailure(reading: error)
        }
    }

    /// What a preview is made of: the file's whole content, and where reading that takes too long the file as it stands.
    static func source(
        of file: borrowing OpenFile,
        _ status: FileStatus,
        _ id: AssetID,
        within time: Duration = readingTime
    ) -> Result<PreviewSource, CallFailure> {
        let end = MonotonicClock.after(time)
        do throws(ExtractionError) {
            var hasher = try ContentHasher(descriptor: file.descriptor)
            while try hasher.step() {
                if MonotonicClock.now() >= end { return .success(.file(id, status.stamp)) }
            }
            return .success(.content(hasher.hash()))
        } catch {
            if case .unreadable(let reason) = error { return .failure(CallFailure(.read, file.path, reason)) }
            return .failure(CallFailure(.read, file.path, ENOMEM))
        }
    }

    /// What is being drawn.
    private struct Drawing: Sendable {
        let key: PreviewKey
        /// Of the file before it was read.
        let stamp: FileStamp
        let since: UInt64
    }

    /// Owns the file that a worker draws into.
    private final class Draft: Sendable {
        let file: OpenFile

        init(_ file: consuming OpenFile) { self.file = file }
    }

    private func hand(
        _ file: borrowing OpenFile,
        _ drawing: Drawing,
        _ job: PreviewJob
    ) throws(ThumbnailFailure) {
        let draft: Draft
        do throws(CallFailure) { draft = Draft(try cache.draft()) } catch {
            throw ThumbnailFailure(writing: error)
        }
        let source = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        let target = fcntl(draft.file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard source >= 0, target >= 0 else {
            for descriptor in [source, target] where descriptor >= 0 { close(descriptor) }
            throw ThumbnailFailure(
                code: .busy,
                message: "photod is short of descriptors: try again"
            )
        }
        let batch = JobBatch<RenderPreview>(mayHang: true)
        do throws(JobRefusal) {
            try batch.add(
                RenderPreview(
                    format: job.subject.original.format,
                    edge: job.wish.edge,
                    encoding: job.wish.format == .png ? .png : .jpeg
                ),
                sources: [source],
                targets: [target]
            )
        } catch { throw ThumbnailFailure(code: .system, message: "\(error)") }
        queue.pool.submit(batch, patience: RenderQueue.patience) { [self] outcomes in
            switch outcomes.first ?? .ended(.cancelled) {
            case .rendered: settle(draft, drawing, job)
            case .refused(let refusal): fail(ThumbnailFailure(refusal), drawing, job)
            case .ended(let how): fail(ThumbnailFailure(how), drawing, job)
            }
        }
    }

    private func fail(_ failure: ThumbnailFailure, _ drawing: Drawing, _ job: PreviewJob) {
        if failure.isOfFile, Self.isSettled(drawing.stamp) {
            failures.note(failure, of: job.subject.id, drawing.stamp, job.wish)
        }
        end(job, .failure(failure), since: drawing.since)
    }

    /// Keeps what was drawn, if the file is still the one that was read: what is drawn of a file that somebody writes to
    /// meanwhile is of no content that anybody knows.
    private func settle(_ draft: Draft, _ drawing: Drawing, _ job: PreviewJob) {
        let claim = Claim()
        looks.perform(root: job.subject.root) { [self] in
            let result = keep(draft, drawing, job)
            if claim.take() { end(job, result, since: drawing.since) }
        } orElse: { [self] in
            if claim.take() { end(job, .failure(.silent), since: drawing.since) }
        }
    }

    private func keep(_ draft: Draft, _ drawing: Drawing, _ job: PreviewJob) -> PreviewJob.Result {
        let path = job.subject.original.path
        do throws(CallFailure) {
            let file = try OpenFile(reading: path)
            guard try file.status().stamp == drawing.stamp else { return .failure(.changed) }
            if !Self.isSettled(drawing.stamp) {
                // Another change could have left the same stamp.
                guard case .content = drawing.key.source,
                    case .success(drawing.key.source) = Self.source(
                        of: file,
                        try file.status(),
                        job.subject.id
                    )
                else { return .failure(.changed) }
            }
        } catch { return .failure(ThumbnailFailure(reading: error)) }
        do throws(CallFailure) {
            guard let preview = try cache.keep(draft.file, as: drawing.key) else {
                return .failure(ThumbnailFailure(.crashed))
            }
            note(drawing.key.source, drawing.stamp, job.subject)
            return .success(ToldPicture(preview, isCached: false))
        } catch { return .failure(ThumbnailFailure(writing: error)) }
    }

    /// By so many nanoseconds a server's clock may be ahead.
    private static let serverLead: Int64 = 600_000_000_000

    /// Whether a later change of the file leaves another stamp.
    static func isSettled(_ stamp: FileStamp) -> Bool {
        let age = WallClock.now().subtractingSaturating(stamp.changeTime)
        // A change from far in the future has no age: the clock was set back since, and a later one has another stamp. A server's
        // clock is ahead by less.
        return age > stampPeriod || age < -serverLead
    }

    /// Has the index know what is in the file, so that it need not be read the next time.
    private func note(_ source: PreviewSource, _ stamp: FileStamp, _ subject: PictureSubject) {
        let known = subject.stamp
        guard case .content(let hash) = source, Self.isSettled(stamp), known.size == stamp.size,
            known.modificationTime == stamp.modificationTime, known.changeTime == stamp.changeTime,
            known.inode == 0 || known.inode == stamp.inode
        else { return }
        library.run.perform({ writer throws(IndexError) in
            try writer.setPictureContent(hash, of: subject.id, asOf: known)
        }) { _ in }
    }
}
