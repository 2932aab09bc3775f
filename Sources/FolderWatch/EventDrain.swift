import Threads

/// Reads what the kernel has queued and folds it.
struct EventDrain: Sendable {
    /// Some 2,000 events at a time.
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private(set) var eventCount: UInt64 = 0

    /// Folds everything that was queued before the call: as many bytes as the queue held then, no more, so
    /// that a storm of further events cannot keep the caller here.
    mutating func drain(_ inotify: borrowing InotifyDescriptor, into state: inout WatchState) {
        var left = inotify.bytesQueued
        guard left > 0 else { return }
        let now = Int64(MonotonicClock.now())
        while left > 0 {
            let bytes = buffer.withUnsafeMutableBytes { inotify.read(into: $0) }
            guard bytes > 0 else {
                // Another thread's read cannot come between (the lock is held), so nothing left means all is
                // read; an error means that something may be lost.
                if bytes < 0 { state.foldOverflow(now: now) }
                return
            }
            fold(bytes, into: &state, now: now)
            left -= bytes
        }
    }

    private mutating func fold(_ bytes: Int, into state: inout WatchState, now: Int64) {
        buffer.withUnsafeBytes { read in
            var events = InotifyEventReader(UnsafeRawBufferPointer(rebasing: read[..<bytes]))
            while let event = events.next() {
                state.fold(event, now: now)
                eventCount += 1
            }
            if events.isMalformed { state.foldOverflow(now: now) }
        }
    }
}
