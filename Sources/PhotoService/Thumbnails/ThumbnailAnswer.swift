import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import Reconciling
import Synchronization
import Thumbnails

/// The answer to one `thumbnail`: what is in the cache is told at once, the rest as it is made.
final class ThumbnailAnswer: Sendable {
    /// Ids that are looked up in one moment.
    private static let step = 500

    private let context: CommandContext
    private let words: [String]
    private let size: ThumbnailSize
    private let lines: OrderedLines
    private let asker: UInt64

    private var thumbnails: ThumbnailService { context.thumbnails }

    init(_ context: CommandContext, _ words: [String], _ size: ThumbnailSize, _ exchange: Exchange) {
        self.context = context
        self.words = words
        self.size = size
        lines = OrderedLines(exchange, count: words.count)
        asker = context.thumbnails.newAsker()
    }

    /// Its client has gone, or has all.
    func end() {
        lines.close()
        thumbnails.queue?.withdraw(asker)
    }

    func abandon() { lines.abandon() }

    /// Answers what the index and the cache know, and has the rest made.
    func begin() {
        do {
            for start in stride(from: 0, to: words.count, by: Self.step) where !lines.isOver {
                let jobs = try look(at: start..<min(start + Self.step, words.count))
                if !jobs.isEmpty { thumbnails.maker?.add(jobs, of: asker) }
            }
            lines.release()
        } catch {
            lines.fail(error, of: "thumbnail")
            end()
        }
    }

    /// Returns what is to be made.
    private func look(at range: Range<Int>) throws -> [ThumbnailJob] {
        let found = try context.wantedPictures(words[range])
        var jobs: [ThumbnailJob] = []
        var json = JSONWriter(capacity: 256 * found.count)
        // Lines that follow each other go as one.
        var start = range.lowerBound
        var cached = 0
        for (place, wanted) in zip(range, found) {
            let subject = wanted.subject
            switch subject.map({ verdict($0, isOffline: wanted.isOffline) }) {
            case nil: json.unknownPicture(wanted.word)
            case .there(let thumbnail)?:
                cached += 1
                write(thumbnail, of: subject?.id, isCached: true, to: &json)
            case .refused(let failure)?: write(failure, of: subject?.id, to: &json)
            case .missing(let job)?:
                lines.add(json.bytes, at: start, count: place - start)
                json.removeAll()
                start = place + 1
                jobs.append(job(place))
            }
        }
        lines.add(json.bytes, at: start, count: range.upperBound - start)
        thumbnails.figures.countCached(cached)
        return jobs
    }

    // MARK: What there is

    private enum Verdict {
        case there(ThumbnailCache.Thumbnail)
        case refused(ThumbnailFailure)
        /// To be made: as a job whose line has a place.
        case missing((Int) -> ThumbnailJob)
    }

    private func verdict(_ subject: PictureSubject, isOffline: Bool) -> Verdict {
        guard let cache = thumbnails.cache else { return .refused(.noCache) }
        switch cache.standing(of: subject, size, isOffline: isOffline) {
        case .there(let thumbnail): return .there(thumbnail)
        case .refused(let failure): return .refused(failure)
        case .missing: break
        }
        guard thumbnails.maker != nil else {
            thumbnails.noteMissedWorker()
            return .refused(.noWorker)
        }
        return .missing { [self] place in
            ThumbnailJob(subject, size) { [self] result in
                var json = JSONWriter(capacity: 512)
                switch result {
                case .success(let thumbnail):
                    thumbnails.note(subject)
                    write(thumbnail, of: subject.id, isCached: false, to: &json)
                case .failure(let failure):
                    if failure.isOfFile { thumbnails.note(subject) }
                    write(failure, of: subject.id, to: &json)
                }
                lines.add(json.bytes, at: place)
            }
        }
    }

    // MARK: Lines

    private func write(
        _ thumbnail: ThumbnailCache.Thumbnail,
        of id: AssetID?,
        isCached: Bool,
        to json: inout JSONWriter
    ) {
        json.picture(thumbnail.path, (thumbnail.width, thumbnail.height), of: id, isCached: isCached)
    }

    private func write(_ failure: ThumbnailFailure, of id: AssetID?, to json: inout JSONWriter) {
        json.refusedPicture(failure, of: id, try? thumbnails.cache?.placeholder())
    }
}
