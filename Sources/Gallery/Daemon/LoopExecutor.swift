import NIOCore

/// Runs tasks on the event loop. Swift's own threads are libdispatch's, which looks after them once a second for as long as the
/// process lives, whether there is something to do or not.
final class LoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        eventLoop.execute { job.runSynchronously(on: executor) }
    }

    /// Begins a task here. One that is begun without this, or sleeps by `Task.sleep`, is elsewhere.
    @discardableResult
    func begin(_ operation: sending @escaping () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self, operation: operation)
    }

    func pause(_ time: TimeAmount) async {
        // The event loop ends with the process alone.
        try? await eventLoop.scheduleTask(in: time) {}.futureResult.get()
    }
}
