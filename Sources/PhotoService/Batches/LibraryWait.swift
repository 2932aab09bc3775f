import Importing
import Sweeps
import Threads
import WatchedLibrary

/// Waits until the index knows all that the library's folders hold: what they have already is no new photo.
enum LibraryWait {
    /// Waits until what was written just now has been read: not for a whole sweep, which takes minutes.
    static func untilRead(_ library: PhotoLibrary, _ cancellation: Cancellation) {
        guard !library.progress.isScanning else { return }
        _ = untilExact(library, cancellation)
    }

    /// `false` where it was cancelled first.
    static func untilExact(_ library: PhotoLibrary, _ cancellation: Cancellation) -> Bool {
        let isOver = Monitor(false)
        let number = library.sync { isOver.update { $0 = true } }
        cancellation.whenCancelled { isOver.update { $0 = true } }
        isOver.wait { $0 ? () : nil }
        library.cancelSync(number)
        return !cancellation.isCancelled
    }

    /// Waits no longer than a time, and lets it be then.
    static func untilExact(_ library: PhotoLibrary, atMost limit: Duration) {
        let isOver = Monitor(false)
        let number = library.sync { isOver.update { $0 = true } }
        let deadline = MonotonicClock.after(limit)
        _ = isOver.wait(untilDeadline: { $0 ? .done(()) : .sleep(until: deadline) })
        library.cancelSync(number)
    }
}
