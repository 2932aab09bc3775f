import Glibc
import PhotoModel
import Testing

@testable import Extraction

@Suite("What a pool's threads share")
struct PoolStateTests {
    private func batch() -> PendingBatch {
        .trivial(jobs: 1)
    }

    /// A state with its first slot, whose worker is ready.
    private func state(maximumThreads: Int = 1, isResident: Bool = true) -> PoolState {
        var state = PoolState(maximumThreads: maximumThreads, isResident: isResident)
        let slot = state.addSlot(wake: 100)
        _ = state.turn(slot: slot, held: 0, hasWorker: true, now: 0)
        return state
    }

    private func admit(_ state: inout PoolState, submitter: pthread_t = 1) -> (
        isQueued: Bool, needsSlot: Bool
    ) {
        guard case .queued(_, let needsSlot) = state.admit(batch(), submitter: submitter) else {
            return (false, false)
        }
        return (true, needsSlot)
    }

    @Test("the queue has room for eight batches, and for those of the pool's own threads")
    func queueLimit() {
        var state = state()
        state.enter(slot: 0, thread: 7)
        for _ in 0..<state.queueLimit { #expect(admit(&state).isQueued) }
        #expect(!admit(&state).isQueued)
        #expect(admit(&state, submitter: 7).isQueued)
    }

    @Test("another thread is wanted when more waits than can be taken, and never one too many")
    func threadLimit() {
        var state = state(maximumThreads: 2)
        #expect(!admit(&state).needsSlot)
        #expect(!admit(&state).needsSlot)
        #expect(admit(&state).needsSlot)
        // The thread that was wanted has not begun, but counts.
        #expect(!admit(&state).needsSlot)
        #expect(state.threads == 2)
    }

    @Test("a worker is sent two batches, and no third before it has answered")
    func depth() {
        var state = state()
        for _ in 0..<3 { _ = admit(&state) }
        for held in 0..<2 {
            guard case .send = state.turn(slot: 0, held: held, hasWorker: true, now: 0) else {
                Issue.record("nothing to send with \(held) held")
                return
            }
        }
        guard case .wait = state.turn(slot: 0, held: 2, hasWorker: true, now: 0) else {
            Issue.record("a third batch")
            return
        }
    }

    @Test(
        "one worker that lives takes the work of another that cannot be started, which is tried again later"
    )
    func oneOfTwo() {
        var state = state(maximumThreads: 2)
        for _ in 0..<3 { _ = admit(&state) }
        let second = state.addSlot(wake: 101)
        _ = state.cannotStart(ExtractionProblem(problem: "p", remedy: "r"), until: 100)
        guard case .wait = state.turn(slot: second, held: 0, hasWorker: false, now: 50) else {
            Issue.record("what a worker is there for is refused")
            return
        }
        for held in 0..<2 { _ = state.turn(slot: 0, held: held, hasWorker: true, now: 50) }
        _ = state.turn(slot: 0, held: 1, hasWorker: true, now: 50)
        #expect(state.queue.isEmpty && !state.status.problems.isEmpty)
        _ = state.turn(slot: 0, held: 0, hasWorker: true, now: 99)
        #expect(!state.status.problems.isEmpty)
        _ = state.turn(slot: 0, held: 0, hasWorker: true, now: 100)
        #expect(state.status.problems.isEmpty && state.retryTime == nil)
    }

    @Test("what was refused while another lived is read again when the problem is forgotten")
    func refusedBesideOne() {
        var state = state(maximumThreads: 2)
        _ = state.cannotStart(ExtractionProblem(problem: "p", remedy: "r"), until: 100)
        state.noteRefusal()
        if case .readAgain = state.turn(slot: 0, held: 0, hasWorker: true, now: 99) {
            Issue.record("before it is over")
        }
        guard case .readAgain = state.turn(slot: 0, held: 0, hasWorker: true, now: 100) else {
            Issue.record("never read again")
            return
        }
        guard case .wait = state.turn(slot: 0, held: 0, hasWorker: true, now: 101) else {
            Issue.record("read again twice")
            return
        }
    }

    @Test("work is refused while workers cannot be started, and tried again later")
    func startPause() {
        var state = state()
        let problem = ExtractionProblem(problem: "p", remedy: "r")
        let told = state.cannotStart(problem, until: 100)
        #expect(told == problem)
        _ = admit(&state)
        guard case .refuse = state.turn(slot: 0, held: 0, hasWorker: false, now: 99) else {
            Issue.record("not refused")
            return
        }
        _ = admit(&state)
        guard case .startWorker = state.turn(slot: 0, held: 0, hasWorker: false, now: 100) else {
            Issue.record("not tried again")
            return
        }
        let news = state.greeted(isFiltered: true, landlock: 7)
        #expect(news == nil)
        #expect(state.status.problems.isEmpty)
        #expect(state.status.sandbox == .seccompAndLandlock)
    }

    @Test(
        "when the pool stops, what is queued is cancelled, what is held is finished, and nothing more comes in"
    )
    func stopping() {
        var state = state()
        _ = admit(&state)
        state.isStopping = true
        guard case .cancel = state.turn(slot: 0, held: 1, hasWorker: true, now: 0) else {
            Issue.record("not cancelled")
            return
        }
        guard case .wait = state.turn(slot: 0, held: 1, hasWorker: true, now: 0) else {
            Issue.record("does not wait for what it holds")
            return
        }
        guard case .leave = state.turn(slot: 0, held: 0, hasWorker: true, now: 0) else {
            Issue.record("does not leave")
            return
        }
        #expect(!admit(&state).isQueued)
    }

    @Test("the resident slot never leaves for want of work; others do, unless work came in")
    func leaving() {
        var state = state(maximumThreads: 2)
        let first = state.endIdle(slot: 0)
        #expect(first == .stay)
        let second = state.addSlot(wake: 101)
        _ = admit(&state)
        let withWork = state.endIdle(slot: second)
        #expect(withWork == .stay)
        _ = state.turn(slot: 0, held: 0, hasWorker: true, now: 0)
        let withoutWork = state.endIdle(slot: second)
        #expect(withoutWork == .leave)
        #expect(state.slots.map(\.number) == [0])
    }

    @Test(
        "where no worker stays the first slot's goes for want of work, unless work came in, and the slot stays"
    )
    func resting() {
        var state = state(isResident: false)
        _ = admit(&state)
        let withWork = state.endIdle(slot: 0)
        #expect(withWork == .stay)
        _ = state.turn(slot: 0, held: 0, hasWorker: true, now: 0)
        let withoutWork = state.endIdle(slot: 0)
        #expect(withoutWork == .rest)
        #expect(state.slots.map(\.number) == [0])
        _ = admit(&state)
        guard case .startWorker = state.turn(slot: 0, held: 0, hasWorker: false, now: 0) else {
            Issue.record("work starts no worker")
            return
        }
    }

    @Test("a worker that was started early and then went is not started again before there is work")
    func earlyStartEnds() {
        var state = state(isResident: false)
        state.isStartWanted = true
        guard case .startWorker = state.turn(slot: 0, held: 0, hasWorker: false, now: 0) else {
            Issue.record("not started early")
            return
        }
        _ = state.turn(slot: 0, held: 0, hasWorker: true, now: 0)
        _ = state.endIdle(slot: 0)
        guard case .wait = state.turn(slot: 0, held: 0, hasWorker: false, now: 0) else {
            Issue.record("started again")
            return
        }
    }
}
