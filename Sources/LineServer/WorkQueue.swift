import Glibc
import Threads

/// Work for a few threads, in the order it came. What nobody waits for any more is taken out again, and all that it
/// held with it.
final class WorkQueue: Sendable {
    private struct Work {
        let body: @Sendable () -> Void
        let orElse: @Sendable () -> Void
    }

    private struct State {
        /// By number. What was withdrawn leaves a gap.
        var waiting: [UInt64: Work] = [:]
        var nextToTake: UInt64 = 0
        var nextToGive: UInt64 = 0
        var isEnding = false
        var threads: [NamedThread] = []

        mutating func take() -> Work? {
            while nextToTake < nextToGive {
                defer { nextToTake += 1 }
                if let work = waiting.removeValue(forKey: nextToTake) { return work }
            }
            // A table keeps the size of its fullest moment.
            if waiting.capacity > 1024 { waiting = [:] }
            return nil
        }
    }

    private let name: String
    private let threadCount: Int
    private let monitor = Monitor(State())

    init(_ name: String, threads: Int) {
        self.name = name
        threadCount = threads
    }

    /// - Throws: where the system gives no thread.
    func start() throws(ServerError) {
        for number in 0..<threadCount {
            guard let thread = NamedThread("\(name)-\(number)", { [monitor] in Self.work(monitor) }) else {
                throw .system("starting a thread", EAGAIN)
            }
            monitor.withLock { $0.threads.append(thread) }
        }
    }

    /// Waits for the work under way; what has not begun is told to its `orElse`.
    func stop() {
        let (left, threads) = monitor.update { state in
            state.isEnding = true
            defer {
                state.waiting = [:]
                state.threads = []
            }
            return (state.waiting.sorted { $0.key < $1.key }.map(\.value), state.threads)
        }
        for work in left { work.orElse() }
        for thread in threads { thread.join() }
    }

    /// - Parameter orElse: called instead of `body` where the threads are ending.
    /// - Returns: a number for `withdraw`.
    @discardableResult
    func add(_ body: @escaping @Sendable () -> Void, orElse: @escaping @Sendable () -> Void) -> UInt64 {
        let number: UInt64? = monitor.update { state in
            guard !state.isEnding else { return nil }
            defer { state.nextToGive += 1 }
            state.waiting[state.nextToGive] = Work(body: body, orElse: orElse)
            return state.nextToGive
        }
        if number == nil { orElse() }
        return number ?? 0
    }

    /// Takes work out that has not begun: neither `body` nor `orElse` is called.
    func withdraw(_ number: UInt64) {
        // What it holds is let go outside the lock.
        _ = monitor.withLock { $0.waiting.removeValue(forKey: number) }
    }

    private static func work(_ monitor: Monitor<State>) {
        while let work = next(monitor) { work.body() }
    }

    /// `nil` where the threads are ending.
    private static func next(_ monitor: Monitor<State>) -> Work? {
        monitor.wait { state -> Work?? in
            if state.isEnding { return .some(nil) }
            return state.take().map { .some($0) } ?? nil
        }
    }
}
