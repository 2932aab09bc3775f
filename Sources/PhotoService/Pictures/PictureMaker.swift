import Threads

/// Makes pictures of a kind: opens originals, has workers draw them, and keeps what they have drawn.
protocol PictureMaker: Sendable {
    associatedtype Wish: PictureWish

    var queue: RenderQueue { get }
    var looks: DiskLooks { get }
    var figures: ThumbnailFigures { get }

    /// Opens the original, and hands it to a worker. On a thread that nobody waits for.
    ///
    /// - Throws: where it cannot be opened; the job may have been given up by then. Whoever has taken the job ends it.
    func open(_ job: RenderJob<Wish>, since start: UInt64) throws(ThumbnailFailure)
}

extension PictureMaker {
    func add(_ jobs: [RenderJob<Wish>], of asker: UInt64) {
        let work = jobs.map { job in
            RenderQueue.Work {
                begin(job)
            } abandon: {
                job.end(.failure(.ending))
            }
        }
        queue.add(work, of: asker)
    }

    private func begin(_ job: RenderJob<Wish>) {
        let start = MonotonicClock.now()
        looks.perform(root: job.subject.root) {
            do throws(ThumbnailFailure) {
                try open(job, since: start)
            } catch {
                if job.take() { end(job, .failure(error), since: start) }
            }
        } orElse: {
            if job.take() { end(job, .failure(.silent), since: start) }
        }
    }

    func end(_ job: RenderJob<Wish>, _ result: RenderJob<Wish>.Result, since start: UInt64) {
        switch result {
        case .success(let told) where told.isCached: figures.countCached(1)
        case .success: figures.count(isMade: true, nanoseconds: MonotonicClock.now() &- start)
        case .failure: figures.count(isMade: false, nanoseconds: MonotonicClock.now() &- start)
        }
        queue.end { job.end(result) }
    }
}
