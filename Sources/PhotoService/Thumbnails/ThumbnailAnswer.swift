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
        thumbnails.maker?.withdraw(asker)
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
        var found: [(place: Int, subject: ThumbnailSubject?)] = []
        var isOffline: [Int64: Bool] = [:]
        let labels = context.rootLabels
        try context.replies.snapshot { snapshot in
            let lookup = try snapshot.reader.pictureLookup()
            for place in range {
                let subject = try subject(words[place], lookup, snapshot)
                if let subject { isOffline[subject.root] = labels.isOffline(subject.root) }
                found.append((place, subject))
            }
        }
        var jobs: [ThumbnailJob] = []
        var json = JSONWriter(capacity: 256 * found.count)
        // Lines that follow each other go as one.
        var start = range.lowerBound
        var cached = 0
        for (place, subject) in found {
            switch subject.map({ verdict($0, isOffline: isOffline[$0.root] ?? false) }) {
            case nil: Self.write(unknown: words[place], to: &json)
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

    private func subject(
        _ word: String,
        _ lookup: PictureLookup,
        _ snapshot: Snapshot
    ) throws(IndexError) -> ThumbnailSubject? {
        let id: AssetID? =
            switch AssetReference(word) {
            case nil: nil
            case .id(let id): id
            case .path(let path): try AssetPath(path, context.library)?.find(snapshot.reader)?.id
            }
        guard let id, let row = try lookup.picture(id), let format = row.format else { return nil }
        let folder = try snapshot.folders.folder(row.directory, snapshot.reader)
        let original = ThumbnailOriginal(
            path: FilePath(folder.path + row.name),
            modificationTime: row.modificationTime,
            size: row.size,
            format: format,
            width: row.width,
            height: row.height,
            duration: row.duration
        )
        return ThumbnailSubject(id: id, original: original, root: row.root)
    }

    // MARK: What there is

    private enum Verdict {
        case there(ThumbnailCache.Thumbnail)
        case refused(ThumbnailFailure)
        /// To be made: as a job whose line has a place.
        case missing((Int) -> ThumbnailJob)
    }

    private func verdict(_ subject: ThumbnailSubject, isOffline: Bool) -> Verdict {
        guard let cache = thumbnails.cache else { return .refused(.noCache) }
        let original = subject.original
        if cache.contains(original.path) { return .refused(.thumbnail) }
        // What was made before a disk was taken away is as good as ever.
        if let thumbnail = cache.thumbnail(of: original, size) { return .there(thumbnail) }
        if isOffline { return .refused(.offline) }
        if original.format.kind == .video { return .refused(.video) }
        if let reason = cache.failure(of: original) { return .refused(ThumbnailFailure(known: reason)) }
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
        json.beginObject()
        if let id {
            json.key("id")
            json.assetID(id)
        }
        json.member("path", thumbnail.path.bytes)
        json.member("width", thumbnail.width)
        json.member("height", thumbnail.height)
        json.member("cached", isCached)
        json.endObject()
        json.endLine()
    }

    private func write(_ failure: ThumbnailFailure, of id: AssetID?, to json: inout JSONWriter) {
        json.beginObject()
        if let id {
            json.key("id")
            json.assetID(id)
        }
        json.member("error", failure.code.name)
        json.member("message", failure.message)
        // Where not even that can be written, the client draws one itself.
        if let placeholder = try? thumbnails.cache?.placeholder() {
            json.member("placeholder", placeholder.bytes)
        }
        json.endObject()
        json.endLine()
    }

    private static func write(unknown word: String, to json: inout JSONWriter) {
        json.beginObject()
        // Whole, for whoever asked finds it by that.
        json.member("id", word)
        json.member("error", ReplyCode.noSuch.name)
        json.member("message", "no such photo: “photos” lists ids")
        json.endObject()
        json.endLine()
    }
}
