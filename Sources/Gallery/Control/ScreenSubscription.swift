import LineProtocol
import LineServer

/// One client's subscription to what happens on screens. Used on the event loop only.
final class ScreenSubscription: LineSubscription {
    struct OpeningRequest: Sendable {
        /// `nil`: all of them.
        let screen: ScreenName?

        func wants(_ screen: ScreenName) -> Bool { self.screen.map { $0 == screen } ?? true }
    }

    /// The client knows which screens are open, as of an event.
    struct Opening: Sendable {
        let number: Int
    }

    let request: OpeningRequest
    private var opening: Opening?
    private var waiting = EventQueue<ScreenEvent>()

    init(_ arguments: Arguments) throws(ProtocolError) {
        let topics = arguments.request.positionals
        guard topics == ["ui"] else {
            throw arguments.failure(
                "the gallery tells of its screens alone; write: \(arguments.definition.usage)"
            )
        }
        let screen = try ScreenRequest.name(arguments.request[option: "screen"], arguments)
        request = OpeningRequest(screen: screen)
    }

    func append(_ event: ScreenEvent) {
        if request.wants(event.screen) { waiting.append(event, isOpening: !isOpen) }
    }

    func open(_ opening: Opening) { self.opening = opening }

    var isOpen: Bool { opening != nil }
    var isTooFarBehind: Bool { waiting.isTooFarBehind }

    func writePiece(to writer: ReplyWriter) -> Bool {
        guard let opening, let event = waiting.first else { return false }
        if event.number > opening.number { writer.json.raw(event.line) }
        waiting.removeFirst()
        return true
    }

    func writeOverflow(to writer: ReplyWriter) {
        writer.json.beginObject()
        writer.json.member("event", "overflow")
        writer.json.endObject()
        writer.json.endLine()
    }
}
