import Importing
import Reconciling
import Threads

/// Waits until the index knows all that the library's folders hold: what they have already is no new photo.
enum LibraryWait {
    /// `false` where it was cancelled first.
    static func untilExact(_ library: PhotoLibrary, _ cancellation: Cancellation) -> Bool {
        let isOver = Monitor(false)
        let number = library.sync { isOver.update { $0 = true } }
        cancellation.whenCancelled { isOver.update { $0 = true } }
        isOver.wait { $0 ? () : nil }
        library.cancelSync(number)
        return !cancellation.isCancelled
    }
}
