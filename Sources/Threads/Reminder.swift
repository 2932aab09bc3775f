/// Calls something later, once: on a thread of its own, which there is from the first call on, and which sleeps until then.
public final class Reminder: Sendable {
    private struct State {
        var due: (moment: UInt64, body: @Sendable () -> Void)?
        var thread: NamedThread?
        var isStopped = false
    }

    private let name: String
    private let monitor = Monitor(State())

    public init(named name: String) { self.name = name }

    /// Calls `body` after a time, in place of what was to be called later. What is called before that anyway stays, so that whoever
    /// asks for it again and again does not put it off. Where the system gives no thread it is not called.
    public func call(after time: Duration, _ body: @escaping @Sendable () -> Void) {
        monitor.update { state in
            let moment = MonotonicClock.after(time)
            guard !state.isStopped, state.due.map({ moment < $0.moment }) ?? true else { return }
            state.due = (moment, body)
            if state.thread == nil { state.thread = NamedThread(name) { [weak self] in self?.run() } }
        }
    }

    /// Waits for what is being called. Nothing is called any more.
    public func stop() {
        let thread = monitor.update { state in
            state.isStopped = true
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }

    private func run() {
        while true {
            let turn: (@Sendable () -> Void)?? = monitor.wait(untilDeadline: { state in
                if state.isStopped { return .done(.none) }
                guard let due = state.due else { return .sleep(until: nil) }
                guard due.moment <= MonotonicClock.now() else { return .sleep(until: due.moment) }
                state.due = nil
                return .done(.some(due.body))
            })
            guard let turn else { continue }
            guard let body = turn else { return }
            body()
        }
    }
}
