import Glibc
import Threads

/// Closes files, which takes long where the file system asks a server about each: then several at once, on threads that were
/// there before the box was shut.
final class FileCloser: Sendable {
    private struct State {
        var waiting: [Int32] = []
        /// Open still, those included that a thread is closing.
        var open = 0
        var threads = 0
        /// What was closed last took long.
        var isSlow = false
    }

    private static let threads = 8
    /// Bytes: it calls nothing but close(2).
    private static let stackSize = 64 << 10
    /// Nanoseconds. Closing a file of a local disk takes less than one thousand.
    private static let slowness: UInt64 = 300_000
    /// So many more at most are open while a message's come: a worker may have 64.
    private static let limit = 16

    private let state = Monitor(State())

    /// Starts its threads, and returns when they run. Where there are none, files are closed by whoever asks for it.
    init() {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        var started = 0
        for _ in 0..<Self.threads {
            var handle = pthread_t()
            let closer = Unmanaged.passRetained(self)
            guard pthread_create(&handle, &attributes, runCloser, closer.toOpaque()) == 0 else {
                closer.release()
                break
            }
            pthread_detach(handle)
            started += 1
        }
        _ = state.wait { [started] in $0.threads == started ? true : nil }
    }

    func close(_ descriptor: Int32) {
        let isTaken = state.withLock { state in
            guard state.isSlow, state.threads > 0 else { return false }
            state.waiting.append(descriptor)
            state.open += 1
            return true
        }
        if isTaken { return state.wakeAll() }
        let time = Self.time(closing: descriptor)
        if time > Self.slowness { state.withLock { $0.isSlow = true } }
    }

    /// Waits until there is room for another message's files.
    func settle() {
        _ = state.wait { $0.open <= Self.limit ? true : nil }
    }

    fileprivate func run() {
        state.update { $0.threads += 1 }
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
