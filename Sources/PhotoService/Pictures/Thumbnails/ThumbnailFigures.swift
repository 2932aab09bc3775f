import LineProtocol
import LineServer
import Synchronization

/// Counts pictures that were made since the start: thumbnails, or frames.
final class ThumbnailFigures: Sendable {
    private struct State {
        var made = 0
        var cached = 0
        var failed = 0
        /// Of those that were made or failed: from the look at the file to the answer.
        var latency = LatencyHistogram()
    }

    private let state = Mutex(State())

    func countCached(_ count: Int) {
        state.withLock { $0.cached += count }
    }

    func count(isMade: Bool, nanoseconds: UInt64) {
        state.withLock { state in
            if isMade { state.made += 1 } else { state.failed += 1 }
            state.latency.add(nanoseconds)
        }
    }

    /// - Parameter hasCache: whether there are some that need not be made.
    func write(to json: inout JSONWriter, hasCache: Bool = true) {
        let figures = state.withLock { $0 }
        json.member("made", figures.made)
        if hasCache { json.member("cached", figures.cached) }
        json.member("failed", figures.failed)
        for (key, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0)] {
            json.key(key)
            json.double(Double(figures.latency.quantile(share)) / 1e9)
        }
    }
}
