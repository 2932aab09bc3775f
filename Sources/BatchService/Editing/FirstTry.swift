import Synchronization

/// The first try since the start at what was interrupted or waits: it is made once the library has been looked through, and until then
/// other edits go on.
final class FirstTry: Sendable {
    private struct State {
        var isOver = false
        /// Whether no batch has anything to be tried, as far as is known: nobody waits for the try then, which comes all the same.
        var hasNothing = false
        /// What is called when the try is over.
        var waiting: [@Sendable () -> Void] = []
        /// Whether what an undo had overtaken, which is shown again, may not be written yet: an undo before the first try, or one that
        /// an earlier run ended.
        var hasOvertaken = true
    }

    private let state = Mutex(State())

    /// Whether it is still to be made, and something is known to be left to it.
    var isDue: Bool { state.withLock { !$0.isOver && !$0.hasNothing } }

    /// Calls `body` when it is over, at once where that is so or it has nothing to do.
    func whenOver(_ body: @escaping @Sendable () -> Void) {
        let isAwaited = state.withLock { state in
            guard !state.isOver, !state.hasNothing else { return false }
            state.waiting.append(body)
            return true
        }
        if !isAwaited { body() }
    }

    func end() { letGo { $0.isOver = true } }

    /// No batch has anything to be tried.
    func findsNothing() { letGo { $0.hasNothing = true } }

    private func letGo(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
    }

    /// Nobody is told any more.
    func forgetWaiting() { state.withLock { $0.waiting = [] } }

    /// Whether what an undo had overtaken is left to it; else it is over, and whoever asks has to look at that.
    func takesOvertaken() -> Bool { state.withLock { !$0.isOver } }

    /// Leaves to the next try, the first or a later one, what taking an edit back had overtaken.
    func oweOvertaken() {
        state.withLock { state in
            state.hasOvertaken = true
            state.hasNothing = false
        }
    }

    /// Whether something was left to it, once.
    func hasOvertaken() -> Bool {
        state.withLock { state in
            defer { state.hasOvertaken = false }
            return state.hasOvertaken
        }
    }
}
