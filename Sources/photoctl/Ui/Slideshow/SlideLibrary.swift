import LineProtocol
import PhotoClient

/// The photos of a slideshow, as photod has them at the moment.
struct SlideLibrary {
    /// How long a page of the list is waited for. Where there is none a round goes on with the photos of the one before.
    private static let patience = Duration.seconds(30)
    /// How long an answer about one slide is, which takes milliseconds: a photod that hangs must not hold up what is shown.
    private static let slidePatience = Duration.seconds(1)

    let source: SlideSource
    let paths: [SocketPath]
    let interruption: Interruption

    /// - Throws: `Interrupted`, or a failure that says what is wrong.
    func slides() throws -> [Slide] {
        do {
            let connection = try TimedConnection(to: paths, interruption)
            for request in source.requests.dropLast() {
                if let slides = try list(request, connection) { return slides }
            }
            guard let last = source.requests.last else { return [] }
            return try list(last, connection) ?? []
        } catch let error as ClientError {
            throw Failure(error)
        }
    }

    /// Whether a slide of a round that began a while ago is still there to be shown. Where that cannot be said now it is.
    func has(_ slide: Slide) throws -> Bool {
        do {
            let connection = try TimedConnection(to: paths, interruption)
            let request = Request("items", [slide.id]).adding("fields", Slide.fields)
            let end = ContinuousClock().now + Self.slidePatience
            switch try connection.answer(to: try connection.ask(request), until: end) {
            case .refused: return true
            case .lines(let lines): return lines.contains { $0["error"] == nil && Slide(item: $0) != nil }
            }
        } catch is ClientError {
            // The next round tells of it.
            return true
        }
    }

    /// `nil` where photod knows nothing of that name.
    private func list(_ request: Request, _ connection: TimedConnection) throws -> [Slide]? {
        var slides: [Slide] = []
        var cursor: String?
        repeat {
            let page = request.adding("fields", Slide.fields).adding("limit", "1000").adding("after", cursor)
            let end = ContinuousClock().now + Self.patience
            switch try connection.answer(to: try connection.ask(page), until: end) {
            case .refused(let acknowledgement):
                guard acknowledgement.replyCode == .noSuch else {
                    throw ClientError.refused(acknowledgement)
                }
                return nil
            case .lines(let lines):
                slides += lines.compactMap(Slide.init(item:))
                cursor = lines.last?["page"]?["nextCursor"]?.string
            }
        } while cursor != nil
        return slides
    }
}
