import Glibc
import NIOPosix
import Threads

extension MultiThreadedEventLoopGroup {
    /// One event loop.
    ///
    /// - Throws: where the system gives no thread.
    public static func ofOneLoop() throws(ServerError) -> MultiThreadedEventLoopGroup {
        // NIO stops the program where it gets none, so one is asked for before. That narrows it: others may take the place
        // meanwhile, and under a limit of processes the kernel gives it back only a moment after the trial was joined.
        guard let trial = NamedThread("trial", {}) else { throw .system("starting a thread", EAGAIN) }
        trial.join()
        return MultiThreadedEventLoopGroup(numberOfThreads: 1)
    }
}
