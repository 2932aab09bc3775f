import PhotoModel
import Synchronization
import TestSupport
import Testing
import Threads

@testable import Extraction

/// Slow files of these tests wait for a named pipe, as long as it takes a test to open it.
@Suite("Slow files", .timeLimit(.minutes(20)))
struct SlowFilesTests {
    private final class Answers: Sendable {
        struct State {
            var outcomes: [ExtractionOutcome]?
            var late: [Int: ExtractionOutcome] = [:]
        }

        let state = Monitor(State())

        var late: [Int: ExtractionOutcome] { state.withLock { $0.late } }

        /// Waits for what is known of a batch without its slow files.
        func outcomes() -> [ExtractionOutcome] { state.wait { $0.outcomes } }

        /// Waits for what became of a slow file.
        func late(_ position: Int) -> ExtractionOutcome { state.wait { $0.late[position] } }
    }

    private let deadline = Duration.seconds(60)

    private func submit(_ texts: [String], to fixture: PoolFixture) throws -> Answers {
        let answers = Answers()
        fixture.pool.submit(
            try fixture.batch(texts),
            late: { position, outcome in answers.state.update { $0.late[position] = outcome } },
            completion: { outcomes in answers.state.update { $0.outcomes = outcomes } }
        )
        return answers
    }

    private func pipes(_ count: Int, in fixture: PoolFixture) throws -> [NamedPipe] {
        try (0..<count).map { try NamedPipe(fixture.folder.location + "pipe\($0)") }
    }

    @Test("one keeps waiting neither the files of its batch nor the batches behind it, and gets its facts")
    func goesByItself() throws {
        let fixture = try PoolFixture(disguise: "worker", deadline: deadline, patience: .seconds(1))
        let pipe = try pipes(1, in: fixture)[0]
        let slow = "held:\(pipe.path.display)"
        let first = try submit(["a", slow, "b"], to: fixture)
        let behind = try (0..<6).map { try submit(["\($0)"], to: fixture) }
        #expect(first.outcomes() == [PoolFixture.healthy("a"), .slow, PoolFixture.healthy("b")])
        for (number, answers) in behind.enumerated() {
            #expect(answers.outcomes() == [PoolFixture.healthy("\(number)")])
        }
        #expect(first.late.isEmpty)
        try pipe.release()
        #expect(first.late(1) == PoolFixture.healthy(slow))
        // Nothing failed: it only took its time.
        #expect(fixture.pool.snapshot().crashes == 0)
        #expect(fixture.pool.snapshot().jobs == 9)
        fixture.pool.shutdown()
        #expect(fixture.pool.snapshot().running == 0)
    }

    @Test("many of them in one batch hold up nobody")
    func many() throws {
        let fixture = try PoolFixture(
            disguise: "worker",
            maximumWorkers: 2,
            deadline: deadline,
            patience: .seconds(1)
        )
        let pipes = try pipes(8, in: fixture)
        let slow = pipes.map { "held:\($0.path.display)" }
        let texts = slow.flatMap { [$0, "beside"] }
        let first = try submit(texts, to: fixture)
        let behind = try submit(["behind"], to: fixture)
        #expect(behind.outcomes() == [PoolFixture.healthy("behind")])
        let expected = slow.flatMap { _ in [ExtractionOutcome.slow, PoolFixture.healthy("beside")] }
        #expect(first.outcomes() == expected)
        // In the order in which they are read.
        for (number, pipe) in pipes.enumerated() {
            try pipe.release()
            #expect(first.late(2 * number) == PoolFixture.healthy(slow[number]))
        }
        #expect(fixture.pool.snapshot().crashes == 0)
        fixture.pool.shutdown()
    }

    @Test("whoever asks for whole batches gets them when the slow files are read")
    func wholeBatches() throws {
        let fixture = try PoolFixture(disguise: "worker", deadline: deadline, patience: .seconds(1))
        let pipes = try pipes(2, in: fixture)
        let texts = ["held:\(pipes[0].path.display)", "a", "held:\(pipes[1].path.display)"]
        let answers = Answers()
        fixture.pool.submit(try fixture.batch(texts)) { outcomes in
            answers.state.update { $0.outcomes = outcomes }
        }
        let first = try pipes[0].open()
        #expect(answers.state.withLock { $0.outcomes } == nil)
        let second = try pipes[1].open()
        #expect(answers.outcomes() == texts.map(PoolFixture.healthy))
        _ = consume first
        _ = consume second
        fixture.pool.shutdown()
    }

    @Test("one that takes for ever is given up when its own time is over, and costs others none of theirs")
    func forEver() throws {
        let fixture = try PoolFixture(
            disguise: "worker",
            deadline: .milliseconds(400),
            patience: .milliseconds(200)
        )
        let answers = try submit(["a", "spin", "b", "spin"], to: fixture)
        #expect(answers.outcomes() == [PoolFixture.healthy("a"), .slow, PoolFixture.healthy("b"), .slow])
        #expect(answers.late(1) == .unreadable(.timedOut))
        #expect(answers.late(3) == .unreadable(.timedOut))
        #expect(fixture.pool.snapshot().crashes == 2)
        #expect(fixture.notices.failures.allSatisfy { $0.contains("did not answer for") })
        fixture.pool.shutdown()
    }

    @Test("one that crashes its reader after a while is to blame")
    func crashes() throws {
        let fixture = try PoolFixture(disguise: "worker", deadline: deadline, patience: .seconds(1))
        let pipe = try pipes(1, in: fixture)[0]
        let answers = try submit(["a", "crash-held:\(pipe.path.display)"], to: fixture)
        #expect(answers.outcomes() == [PoolFixture.healthy("a"), .slow])
        try pipe.release()
        #expect(answers.late(1) == .unreadable(.crashedReader))
        fixture.pool.shutdown()
    }

    @Test("a shutdown waits for none of them")
    func shutdown() throws {
        let fixture = try PoolFixture(disguise: "worker", deadline: deadline, patience: .seconds(1))
        let pipes = try pipes(3, in: fixture)
        let answers = try submit(pipes.map { "held:\($0.path.display)" }, to: fixture)
        #expect(answers.outcomes() == [.slow, .slow, .slow])
        fixture.pool.shutdown()
        for position in 0..<3 { #expect(answers.late(position) == .cancelled) }
        #expect(fixture.pool.snapshot().running == 0)
    }

    @Test(
        "a shutdown waits a few seconds for one that may be silent for long, also where that had begun before"
    )
    func shutdownWhileSilent() throws {
        let fixture = try PoolFixture(disguise: "worker", deadline: .seconds(120), patience: .seconds(120))
        let outcomes = Monitor<[ExtractionOutcome]>([])
        let pipes = try pipes(2, in: fixture)
        fixture.pool.submit(try fixture.batch(pipes.map { "held:\($0.path.display)" })) { found in
            outcomes.update { $0 = found }
        }
        // The worker is at work, and silent from here on.
        try pipes[0].release()
        let time = ContinuousClock().measure { fixture.pool.shutdown() }
        #expect(time < .seconds(60))
        #expect(outcomes.withLock { $0.last } == .cancelled)
        #expect(fixture.pool.snapshot().running == 0)
    }

    @Test("what became of one is handed out once, and to nobody whose file has changed since")
    func lateOutcomes() {
        let known = LateOutcomes()
        let stamp = FileStamp(size: 1, modificationTime: 2, changeTime: 3, inode: 4, birthTime: 5)
        var changed = stamp
        changed.changeTime += 1
        known.note(stamp, .facts(EmbeddedFacts()))
        #expect(known.take(changed) == nil)
        #expect(known.take(stamp) == .facts(EmbeddedFacts()))
        #expect(known.take(stamp) == nil)
        let untold: [ExtractionOutcome] = [
            .cancelled, .unavailable, .slow, .unreadable(.timedOut), .unreadable(.noReader),
        ]
        for outcome in untold {
            known.note(stamp, outcome)
            #expect(known.take(stamp) == nil)
        }
        for inode in 0..<UInt64(LateOutcomes.limit + 1) {
            changed.inode = inode
            known.note(changed, .unreadable(.damaged))
        }
        changed.inode = 0
        #expect(known.take(changed) == nil)
        changed.inode = 1
        #expect(known.take(changed) == .unreadable(.damaged))
    }
}
