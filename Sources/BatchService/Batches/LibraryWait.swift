import Importing
import LibraryIndex
import LineProtocol
import Sweeps
import Threads
import WatchedLibrary

/// Waits until the index knows all that the library's folders hold: what they have already is no new photo.
package enum LibraryWait {
    /// How a wait ended.
    package enum Ending: Equatable {
        case exact
        case cancelled
        /// The index cannot be written, as on a full disk, and nobody knows for how long.
        case problem(String)
    }

    /// How long a problem of the index may last, in nanoseconds, before nobody is kept waiting for its end.
    private static let patience: UInt64 = 5_000_000_000

    private struct State {
        var isOver = false
        private var problem: String?
        private(set) var deadline: UInt64?

        /// A damaged index is made anew: that comes to an end, and whoever waits for it has not waited in vain.
        mutating func note(_ progress: SweepProgress) {
            problem = progress.problem.flatMap { $0 == "\(IndexError.damaged)" ? nil : $0 }
            deadline = problem == nil ? nil : deadline ?? MonotonicClock.now() + LibraryWait.patience
        }

        /// What has lasted that long.
        var lastingProblem: String? {
            guard let deadline, deadline <= MonotonicClock.now() else { return nil }
            return problem
        }
    }

    /// Waits until what was written just now has been read: not for a whole sweep, which takes minutes, nor where the index
    /// cannot be written.
    package static func untilRead(_ library: PhotoLibrary, _ cancellation: Cancellation) {
        guard !library.progress.isScanning else { return }
        _ = whileWritable(library, cancellation)
    }

    /// As `untilRead`, by somebody who cannot go on with what the index had before: during a sweep, whose end nobody knows, for
    /// so long that what was written just now is read beside it.
    static func untilReadBesideSweep(_ library: PhotoLibrary, _ cancellation: Cancellation) {
        guard library.progress.isScanning else { return untilRead(library, cancellation) }
        untilExact(library, atMost: .seconds(2), cancellation)
    }

    /// Waits no longer than a time, and lets it be then.
    package static func untilExact(
        _ library: PhotoLibrary,
        atMost limit: Duration,
        _ cancellation: Cancellation = Cancellation()
    ) {
        let isOver = Monitor(false)
        let number = library.sync { isOver.update { $0 = true } }
        cancellation.whenCancelled { isOver.update { $0 = true } }
        let deadline = MonotonicClock.after(limit)
        _ = isOver.wait(untilDeadline: { $0 ? .done(()) : .sleep(until: deadline) })
        library.cancelSync(number)
    }

    /// However long that takes, but no longer than the index can be written: what else is to be done must not wait for room.
    package static func whileWritable(_ library: PhotoLibrary, _ cancellation: Cancellation) -> Ending {
        let state = Monitor(State())
        let progress = library.progress
        let listener = progress.onChange { state.update { $0.note(progress) } }
        defer { progress.forget(listener) }
        state.update { $0.note(progress) }
        let number = library.sync { state.update { $0.isOver = true } }
        cancellation.whenCancelled { state.update { $0.isOver = true } }
        defer { library.cancelSync(number) }
        while true {
            let isOver: Bool? = state.wait(untilDeadline: { state in
                state.isOver ? .done(true) : .sleep(until: state.deadline)
            })
            if cancellation.isCancelled { return .cancelled }
            if isOver != nil { return .exact }
            // The problem may have come to its end just now.
            if let problem = state.withLock({ $0.lastingProblem }) { return .problem(problem) }
        }
    }
}

extension ProtocolError {
    /// Nothing was done, as the index cannot be written.
    init(unwritable problem: String, of command: String) {
        self.init(
            code: .system,
            command: command,
            message: "nothing was done, as the library is not known exactly: \(problem)"
        )
    }
}
