import LineProtocol
import LineServer

/// What the commands of the gallery's own socket are answered from.
final class ControlService: LineService {
    typealias Reading = ReplyWriter
    typealias Subscription = ScreenSubscription

    static let program = "photod-gallery"
    /// The greeting names photod's protocol; what a client of the daemon knows to be no daemon's follows.
    static let greeting = "\(ProtocolVersion.greeting) gallery"

    let screens: Screens
    let readers: ReaderThreads
    let statistics = ServerStatistics(ControlCommands.table.definitions)

    init(_ screens: Screens, readers: ReaderThreads) {
        self.screens = screens
        self.readers = readers
    }

    func read(isShared: Bool, to writer: ReplyWriter, _ body: (ReplyWriter) throws -> Void) throws {
        try body(writer)
    }

    func open(
        _ request: ScreenSubscription.OpeningRequest,
        drain: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> ScreenSubscription.Opening {
        let (open, number) = screens.opening
        let writer = ReplyWriter(drain: drain)
        for screen in open where request.wants(screen) {
            writer.json.raw(ScreenEvent(number: number, screen, ScreenEvent.opened).line)
        }
        writer.json.beginObject()
        writer.json.member("event", "ready")
        writer.json.endObject()
        writer.json.endLine()
        try writer.flush()
        return ScreenSubscription.Opening(number: number)
    }
}
