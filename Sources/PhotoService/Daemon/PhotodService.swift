import LibraryIndex
import LineProtocol
import LineServer

/// What photod's commands are answered from.
final class PhotodService: LineService {
    typealias Subscription = PhotoService.Subscription

    static let program = "photod"

    let context: CommandContext
    let orders: OrderCommands
    private let looks: DiskLooks

    init(context: CommandContext, orders: OrderCommands, looks: DiskLooks) {
        self.context = context
        self.orders = orders
        self.looks = looks
    }

    var statistics: ServerStatistics { context.statistics }

    func read(isShared: Bool, to writer: ReplyWriter, _ body: (ReadingCommands) throws -> Void) throws {
        try context.replies.snapshot(isShared: isShared) { snapshot in
            try body(
                ReadingCommands(context: context, looks: looks, snapshot: snapshot, writer: writer)
            )
        }
    }

    /// The index is being made anew.
    func isWithoutState(_ error: any Error) -> Bool {
        (error as? IndexError)?.isCorruption ?? false
    }

    /// - Parameter reading: `nil` while there is no index.
    func daemon(_ reading: ReadingCommands?, _ writer: ReplyWriter) -> DaemonCommands {
        DaemonCommands(context: context, reader: reading?.reader, writer: writer)
    }

    func open(
        _ request: Subscription.OpeningRequest,
        drain: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Subscription.Opening {
        try request.open(context.replies, context.state, drain: drain)
    }

    func stop() { looks.stop() }
}
