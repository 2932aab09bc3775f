import Glibc
import Threads

/// Closes files. Where the file system asks a server about each, that takes long: then several are closed at once, on threads
/// that there are from then on. Where nothing is slow there is one thread, and memory costs less for that.
final class FileCloser: Sendable {
    private struct State {
        var waiting: [Int32] = []
        /// Not closed yet, those included that a thread is closing.
        var open = 0
        var threads = 0
        /// What was closed last took long.
        var isSlow = false
    }

    private static let threads = 8
    /// Bytes.
    private static let stackSize = 64 << 10
    /// Nanoseconds. Closing a file of a local disk takes less than one thousand.
    private static let slowness: UInt64 = 300_000
    /// So many at most are open while others come.
    private static let limit = 16

    private let state = Monitor(State())

    func close(_ descriptor: Int32) {
        let isTaken = state.withLock { state in
            guard state.isSlow, state.threads > 0 else { return false }
            state.waiting.append(descriptor)
            state.open += 1
            return true
        }
        if isTaken { return state.wakeAll() }
        let isSlow = Self.time(closing: descriptor) > Self.slowness
        // One alone may have waited for the processor.
        let wantsThreads = state.withLock { state in
            defer { state.isSlow = isSlow }
            return isSlow && state.isSlow && state.threads == 0
        }
        guard wantsThreads else { return }
        let started = start()
        state.withLock { $0.threads = started }
    }

    /// Waits until there is room for as many files as come at once.
    func settle() {
        _ = state.wait { $0.open <= Self.limit ? true : nil }
    }

    /// Starts the threads, and returns how many.
    private func start() -> Int {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return 0 }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        for number in 0..<Self.threads {
            var handle = pthread_t()
            let closer = Unmanaged.passRetained(self)
            guard pthread_create(&handle, &attributes, runCloser, closer.toOpaque()) == 0 else {
                closer.release()
                return number
            }
        }
        return Self.threads
    }

    fileprivate func run() {
        while true {
            let descriptor = state.wait { $0.waiting.popLast() }
            let time = Self.time(closing: descriptor)
            state.update { state in
                state.open -= 1
                state.isSlow = time > Self.slowness
            }
        }
    }

    private static func time(closing descriptor: Int32) -> UInt64 {
        let start = MonotonicClock.now()
        Glibc.close(descriptor)
        return MonotonicClock.now() - start
    }
}

private func runCloser(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<FileCloser>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
