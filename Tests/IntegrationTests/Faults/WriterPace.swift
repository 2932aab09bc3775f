import Threads

/// How far several writers may go, and how far they have come: what a test waits for instead of time.
final class WriterPace: Sendable {
    private struct State {
        /// Operations that may begin.
        var allowed = 0
        var done = 0
        /// Writers that have not come to their end.
        var working = 0
    }

    private let state = Monitor(State())

    var isWorking: Bool { state.withLock { $0.working > 0 } }

    // MARK: The test

    func begin(writers: Int) {
        state.update { state in
            state.allowed = 0
            state.working = writers
        }
    }

    /// Lets the writers perform so many more operations, and waits until some of them are done, or the writers are.
    func allow(_ count: Int, until some: Int) {
        let goal = state.update { state in
            state.allowed += count
            return state.done + some
        }
        state.wait { $0.done >= goal || $0.working == 0 ? () : nil }
    }

    // MARK: A writer

    func waitForTurn() {
        state.wait { state -> Void? in
            guard state.allowed > 0 else { return nil }
            state.allowed -= 1
            return ()
        }
    }

    func noteDone() { state.update { $0.done += 1 } }

    func noteEnd() { state.update { $0.working -= 1 } }
}
