import LineProtocol
import LineServer
import PhotoModel

/// The answer to a command that gives a picture of each photo named: what is in the cache is told at once, the rest as it is
/// found or made.
final class PictureAnswer<Wish: PictureWish>: Sendable {
    /// Ids that are looked up in one moment.
    private static var step: Int { 500 }

    private let context: CommandContext
    private let words: [String]
    private let wish: Wish
    private let lines: OrderedLines
    private let asker: UInt64

    private var service: ThumbnailService { context.thumbnails }

    init(_ context: CommandContext, _ words: [String], _ wish: Wish, _ exchange: Exchange) {
        self.context = context
        self.words = words
        self.wish = wish
        lines = OrderedLines(exchange, of: Wish.command, count: words.count)
        asker = context.thumbnails.newAsker()
    }

    /// The answer's client has gone, or has all.
    func end() {
        lines.close()
        service.queue?.withdraw(asker)
    }

    func abandon() { lines.abandon() }

    /// Answers what the index and the cache know, and has the rest made.
    func begin() {
        do {
            for start in stride(from: 0, to: words.count, by: Self.step) where !lines.isOver {
                let jobs = try look(at: start..<min(start + Self.step, words.count))
                if !jobs.isEmpty { wish.maker(of: service)?.add(jobs, of: asker) }
                // The answer may have ended before the jobs were added.
                if lines.isOver { service.queue?.withdraw(asker) }
            }
            lines.release()
        } catch {
            lines.fail(error)
            end()
        }
    }

    /// Returns what is to be made.
    private func look(at range: Range<Int>) throws -> [RenderJob<Wish>] {
        let found = try context.wantedPictures(words[range], isContentWanted: Wish.isContentWanted)
        var jobs: [RenderJob<Wish>] = []
        var json = JSONWriter(capacity: 256 * found.count)
        // Lines that follow each other go as one.
        var start = range.lowerBound
        var cached = 0
        for (place, wanted) in zip(range, found) {
            guard let subject = wanted.subject else {
                json.unknownPicture(wanted.word)
                continue
            }
            switch standing(of: subject, wanted) {
            case .there(let told):
                cached += 1
                json.picture(told, of: subject.id)
            case .refused(let failure): refuse(subject, failure, &json)
            case .missing:
                lines.add(json.bytes, at: start, count: place - start)
                json.removeAll()
                start = place + 1
                jobs.append(job(subject, at: place))
            }
        }
        lines.add(json.bytes, at: start, count: range.upperBound - start)
        wish.figures(of: service).countCached(cached)
        return jobs
    }

    private func standing(of subject: PictureSubject, _ wanted: WantedPicture) -> PictureStanding {
        let standing = wish.standing(of: subject, wanted, in: service)
        guard case .missing = standing, wish.maker(of: service) == nil else { return standing }
        service.noteMissedWorker()
        return .refused(.noWorker)
    }

    private func job(_ subject: PictureSubject, at place: Int) -> RenderJob<Wish> {
        RenderJob(subject, wish) { [self] result in
            var json = JSONWriter(capacity: 512)
            switch result {
            case .success(let told): json.picture(told, of: subject.id)
            case .failure(let failure): refuse(subject, failure, &json)
            }
            lines.add(json.bytes, at: place)
        }
    }

    private func refuse(_ subject: PictureSubject, _ failure: ThumbnailFailure, _ json: inout JSONWriter) {
        json.refusedPicture(failure, of: subject.id, try? service.cache?.placeholder())
    }
}

extension OrderCommands {
    /// Answers a command that gives a picture of each photo it names.
    func give(_ wish: some PictureWish, _ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let words = try arguments.uploadedIdentifiers()
        answer(PictureAnswer(context, words, wish, exchange), words.count, exchange)
    }

    private func answer<Wish>(_ answer: PictureAnswer<Wish>, _ count: Int, _ exchange: Exchange) {
        exchange.atEnd { answer.end() }
        if count <= Wish.few, context.thumbnails.isCacheNear { return answer.begin() }
        readers.run(.listing, for: nil) {
            answer.begin()
        } orElse: {
            answer.abandon()
        }
    }
}
