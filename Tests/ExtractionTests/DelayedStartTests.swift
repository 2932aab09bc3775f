import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing
import Threads

@testable import Extraction

@Suite("A worker that cannot start just now", .timeLimit(.minutes(20)))
struct DelayedStartTests {
    /// A pool whose worker's program is a copy that a test may write to, and what happens to it.
    private final class Fixture: Sendable {
        let folder: TemporaryFolder
        let program: FilePath
        let notices = Monitor<[ExtractionNotice]>([])
        let pool: ExtractionPool

        /// - Parameter observer: told of each notice, on the pool's threads.
        init(observer: @escaping @Sendable (ExtractionNotice) -> Void = { _ in }) throws {
            folder = try TemporaryFolder()
            program = folder.location + "worker"
            try Disk.write(try Disk.read(WorkerPlaces.path(of: "photod-extract-misbehaving")), to: program)
            try Disk.setMode(program, 0o755)
            pool = try ExtractionPool(worker: WorkerLocation(path: program), maximumWorkers: 1) {
                [notices] notice in
                notices.update { $0.append(notice) }
                observer(notice)
            }
        }

        deinit { pool.shutdown() }

        func submit(_ texts: [String], patience: Duration? = nil) throws -> Monitor<[ExtractionOutcome]?> {
            let batch = ExtractionBatch()
            for text in texts {
                let bytes = Array(text.utf8)
                batch.add(descriptor: try folder.file(bytes), size: Int64(bytes.count), format: .jpeg)
            }
            let outcomes = Monitor<[ExtractionOutcome]?>(nil)
            pool.submit(batch, patience: patience) { answer in outcomes.update { $0 = answer } }
            return outcomes
        }

        func waitForProblem() -> ExtractionProblem {
            notices.wait { notices in
                for case .problem(let problem) in notices { return problem }
                return nil
            }
        }
    }

    @Test("its files wait while its program is being written, and are read then")
    func busyProgram() throws {
        let fixture = try Fixture()
        let outcomes = try withExtendedLifetime(try OpenFile(fixture.program, O_WRONLY)) {
            let outcomes = try fixture.submit(["a", "b"])
            #expect(fixture.waitForProblem().problem.contains("cannot be started just now"))
            #expect(outcomes.withLock { $0 } == nil)
            #expect(fixture.pool.snapshot().problems.count == 1)
            return outcomes
        }
        #expect(outcomes.wait { $0 } == [PoolFixture.healthy("a"), PoolFixture.healthy("b")])
        #expect(fixture.pool.snapshot().problems.isEmpty)
    }

    @Test("whoever does not want to wait is told that nobody could be asked, not that nobody reads this")
    func impatience() throws {
        let fixture = try Fixture()
        try withExtendedLifetime(try OpenFile(fixture.program, O_WRONLY)) {
            let outcomes = try fixture.submit(["a", "b"], patience: .milliseconds(1))
            #expect(outcomes.wait { $0 } == [.unavailable, .unavailable])
        }
        let later = try fixture.submit(["a"], patience: .seconds(60))
        #expect(later.wait { $0 } == [PoolFixture.healthy("a")])
    }

    @Test("its files wait while it is killed as soon as it starts", arguments: [SIGKILL, SIGTERM])
    func killedAtStart(signal: Int32) throws {
        let kills = Atomic<Int>(0)
        let fixture = try Fixture { notice in
            if case .workerStarted(let process) = notice, kills.add(1, ordering: .relaxed).newValue <= 10 {
                kill(process, signal)
            }
        }
        let outcomes = try fixture.submit(["a", "b"])
        #expect(outcomes.wait { $0 } == [PoolFixture.healthy("a"), PoolFixture.healthy("b")])
    }

    @Test(
        "a file whose reader is killed from outside is read again, and to blame only if that goes on",
        arguments: ["killed", "terminated"]
    )
    func killedWhileReading(how: String) throws {
        let fixture = try Fixture()
        let outcomes = try fixture.submit(["a", how, "b"])
        #expect(
            outcomes.wait { $0 } == [
                PoolFixture.healthy("a"), .unreadable(.crashedReader), PoolFixture.healthy("b"),
            ]
        )
        #expect(fixture.pool.snapshot().crashes > 10)
    }

    @Test("a program that is not there is told at once, and that it is there again as well")
    func missing() throws {
        var state = PoolState(maximumThreads: 1)
        let slot = state.addSlot(wake: 100)
        _ = state.cannotStart(ExtractionProblem(problem: "p", remedy: "r"), until: 100)
        let empty = PendingBatch.trivial(jobs: 0)
        _ = state.admit(empty, submitter: pthread_t(1))
        guard case .refuse = state.turn(slot: slot, held: 0, hasWorker: false, now: 1) else {
            Issue.record("not refused")
            return
        }
        _ = state.greeted(isFiltered: true, landlock: 1)
        let taken = (state.takeRefusals(), state.takeRefusals())
        #expect(taken == (true, false))
    }

    /// Has a start that failed tried again at its time, without work.
    private func tryAgain(_ state: inout PoolState, slot: Int) {
        #expect(state.retryTime == nil)
        _ = state.cannotStart(ExtractionProblem(problem: "p", remedy: "r"), until: 100)
        state.noteRefusal()
        #expect(state.retryTime == 100)
        guard case .wait = state.turn(slot: slot, held: 0, hasWorker: false, now: 99),
            case .startWorker = state.turn(slot: slot, held: 0, hasWorker: false, now: 100)
        else {
            Issue.record("not tried at its time")
            return
        }
        _ = state.greeted(isFiltered: true, landlock: 1)
        let reads = state.takeRefusals()
        #expect(reads && state.status.problems.isEmpty && state.retryTime == nil)
        guard case .wait = state.turn(slot: slot, held: 0, hasWorker: false, now: 200) else {
            Issue.record("started for nothing")
            return
        }
    }

    @Test("one that could not be started is tried again without work, and the problem is over then")
    func triedAgain() {
        for isResident in [true, false] {
            var state = PoolState(maximumThreads: 1, isResident: isResident)
            let slot = state.addSlot(wake: 100)
            tryAgain(&state, slot: slot)
        }
    }

    @Test(
        "where each file has its own, one is started without work all the same, once, and the problem is over then"
    )
    func triedAgainAlone() {
        var state = PoolState(maximumThreads: 1, isResident: false, isAlone: true)
        let slot = state.addSlot(wake: 100)
        tryAgain(&state, slot: slot)
        // A file needs none that is there already.
        _ = state.admit(.trivial(jobs: 1), submitter: pthread_t(1))
        guard case .send = state.turn(slot: slot, held: 0, hasWorker: false, now: 200) else {
            Issue.record("not sent")
            return
        }
    }

    @Test(
        "a program that was missing for a file by itself is told of when it is there again, though no other such file comes"
    )
    func missingAlone() throws {
        let folder = try TemporaryFolder()
        let program = folder.location + "worker"
        let notices = Monitor<[ExtractionNotice]>([])
        let core = PoolCore(
            maximumWorkers: 1,
            options: PoolCore.Options(
                worker: WorkerLocation(path: program),
                time: JobTime(deadline: .seconds(60), patience: .seconds(60)),
                isAlone: true,
                idleLimit: .seconds(30),
                isResident: false,
                isInBackground: false,
                startPause: .milliseconds(100),
                observer: { notice in notices.update { $0.append(notice) } }
            )
        )
        core.enter(.trivial(jobs: 1))
        notices.wait { notices in
            notices.contains { if case .problem = $0 { true } else { false } } ? () : nil
        }
        let copy = folder.location + "copy"
        try Disk.write(try Disk.read(WorkerPlaces.path(of: "photod-extract-misbehaving")), to: copy)
        try Disk.setMode(copy, 0o755)
        try Disk.rename(copy, to: program)
        notices.wait { $0.contains(.readsAgain) ? () : nil }
        #expect(core.monitor.withLock { $0.status.problems }.isEmpty)
        core.requestStop()
        core.monitor.wait { $0.threads == 0 ? () : nil }
        #expect(core.monitor.withLock { $0.status.running } == 0)
    }

    @Test("what keeps it from starting now is told, not all that did; what comes again is told again")
    func oneProblem() {
        var state = PoolState(maximumThreads: 1)
        let problems = (0..<3).map { ExtractionProblem(problem: "\($0)", remedy: "r") }
        for problem in problems { #expect(state.cannotStart(problem, until: 1) == problem) }
        #expect(state.cannotStart(problems[2], until: 2) == nil)
        #expect(state.status.problems == [problems[2]])
        _ = state.greeted(isFiltered: true, landlock: 1)
        #expect(state.delayed(problems[2]) == nil, "a worker that comes and goes is told once")
        _ = state.greeted(isFiltered: true, landlock: 1)
        _ = state.greeted(isFiltered: true, landlock: 1)
        #expect(state.delayed(problems[2]) == problems[2])
    }
}
