import NIOPosix

/// The threads that answer what is too long for the event loop. Those that may have to wait for a client to read are
/// apart from the others: clients that do not read hold up one another, and nobody else.
final class ReaderThreads: Sendable {
    private let prompt = NIOThreadPool(numberOfThreads: 2)
    private let patient = NIOThreadPool(numberOfThreads: 3)

    func start() {
        prompt.start()
        patient.start()
    }

    /// Waits for the work under way; what has not begun is told to `orElse`.
    func stop() throws {
        try prompt.syncShutdownGracefully()
        try patient.syncShutdownGracefully()
    }

    /// - Parameters:
    ///   - waitingForClients: whether `body` may wait until a client has read.
    ///   - orElse: called instead of `body` when the threads are ending.
    func run(
        waitingForClients: Bool,
        _ body: @escaping @Sendable () -> Void,
        orElse: @escaping @Sendable () -> Void
    ) {
        (waitingForClients ? patient : prompt).submit { state in
            switch state {
            case .active: body()
            case .cancelled: orElse()
            }
        }
    }
}
