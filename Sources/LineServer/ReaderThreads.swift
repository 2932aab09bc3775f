/// The threads that answer what is too long for the event loop. None of them waits for a client, nor for a file of the
/// library: what clients have not taken yet lies in a `ReplyBacklog`, and files are looked at by `DiskLooks`.
public final class ReaderThreads: Sendable {
    /// What is asked for together with others' questions, and what may take as long as the library is large.
    public enum Length: Sendable {
        case page
        case listing
    }

    private let pages = WorkQueue("answer", threads: 2)
    private let listings = WorkQueue("listing", threads: 2)

    func start() throws(ServerError) {
        try pages.start()
        try listings.start()
    }

    /// Waits for the work under way; what has not begun is told to `orElse`.
    func stop() {
        pages.stop()
        listings.stop()
    }

    /// - Parameters:
    ///   - exchange: whose answer it is. When its client goes before the work has begun, neither `body` nor `orElse` is
    ///     called; `nil` for what has to be done in any case.
    ///   - orElse: called instead of `body` when the threads are ending.
    public func run(
        _ length: Length,
        for exchange: Exchange?,
        _ body: @escaping @Sendable () -> Void,
        orElse: @escaping @Sendable () -> Void
    ) {
        let queue =
            switch length {
            case .page: pages
            case .listing: listings
            }
        let number = queue.add(body, orElse: orElse)
        exchange?.atEnd { queue.withdraw(number) }
    }
}
