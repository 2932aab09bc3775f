import Batches
import Importing
import LineProtocol
import LineServer
import Logging
import PhotoModel
import Reconciling

/// Edits of photos, and how they are taken back: one after another, on a thread of their own, lest they wait for an import.
final class EditService: Sendable {
    private let library: PhotoLibrary
    private let store: BatchStore
    private let logger: Logger
    private let queue = BatchQueue(named: "edit")

    init(library: PhotoLibrary, store: BatchStore, logger: Logger) {
        self.library = library
        self.store = store
        self.logger = logger
    }

    /// Brings to an end what an earlier run was in the middle of: once the library has been started.
    func recover() { EditRecovery(library: library, store: store, logger: logger).run() }

    func stop() { queue.stop() }

    /// On the event loop.
    func edit(_ arguments: Arguments, on exchange: Exchange) throws(ProtocolError) {
        let order = try EditOrder(arguments)
        let cancellation = Cancellation()
        exchange.atEnd { cancellation.cancel() }
        perform(on: exchange, cancellation) { [library, store] reply in
            EditJob(order: order, library: library, store: store, cancellation: cancellation).run(reply)
        }
    }

    func undo(_ batch: BatchName, on exchange: Exchange, _ cancellation: Cancellation) {
        perform(on: exchange, cancellation) { [library, store] reply in
            EditUndo(batch: batch, library: library, store: store).run(reply)
        }
    }

    private func perform(
        on exchange: Exchange,
        _ cancellation: Cancellation,
        _ body: @escaping @Sendable (consuming EditReply) -> Void
    ) {
        queue.append(
            BatchQueue.Job(
                cancellation: cancellation,
                places: BatchPlaces(),
                body: { body(EditReply(exchange)) },
                orElse: { exchange.abandon() }
            )
        )
    }
}
