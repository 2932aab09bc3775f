import NIOPosix

/// Threads that open, read and write files: a disk that is slow, or a mount that hangs, holds up none of those who wait for
/// something else.
struct FileThreads: Sendable {
    private let pool: NIOThreadPool

    init(count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    /// Runs `body` on one of them. It is not begun where the task is cancelled before.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await pool.runIfActive(body)
    }
}
