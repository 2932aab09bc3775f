import Foundation
import Testing

/// Runs a suite on one thread of its own. These tests block: on sockets, on processes, on the daemon. On the shared
/// pool, which has a thread a core, that would hold up every other test of the run.
///
/// Unchecked: `jobs` is only touched under the condition's lock.
final class OwnThread: TaskExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var next = 0

    init(name: String) {
        let thread = Thread { [self] in work() }
        thread.name = name
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    private func work() -> Never {
        while true { take().runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func take() -> UnownedJob {
        condition.lock()
        defer { condition.unlock() }
        while next == jobs.count {
            jobs = []
            next = 0
            condition.wait()
        }
        defer { next += 1 }
        return jobs[next]
    }
}

/// See `OwnThread`.
struct OwnThreadTrait: SuiteTrait, TestScoping {
    private static let thread = OwnThread(name: "integration")

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Self.thread) { try await function() }
    }
}

extension Trait where Self == OwnThreadTrait {
    static var onOwnThread: Self { Self() }
}

/// All tests that start the real programs, one after the other: the daemon wants the second core.
@Suite("The programs together", .serialized, .onOwnThread)
enum IntegrationTests {}
