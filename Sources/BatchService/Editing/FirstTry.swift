import Synchronization

/// The first try since the start at what was interrupted or waits: it is made once the library has been looked through, and until then
/// other edits go on.
final class FirstTry: Sendable {
    private struct State {
        var isOver = false
        /// What is called when the try is over.
        var waiting: [@Sendable () -> Void] = []
        /// Whether what an undo had overtaken, which is shown again, may not be written yet: an undo before the first try, or one that
        /// an earlier run ended.
        var hasOvertaken = true
    }

    private let state = Mutex(State())

    /// Calls `body` when it is over, at once where that is so.
    func whenOver(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.waiting.append(body) }
            return state.isOver
        }
        if isOver { body() }
    }

    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
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
    func oweOvertaken() { state.withLock { $0.hasOvertaken = true } }

    /// Whether something was left to it, once.
    func hasOvertaken() -> Bool {
        state.withLock { state in
            defer { state.hasOvertaken = false }
            return state.hasOvertaken
        }
    }
}
