import ExtractionWire
import Glibc
import TestSupport
import Testing

@testable import Extraction

// Of the pool's suite, because that runs one test after the other: some count this process's descriptors.
extension ExtractionPoolTests {
    private func text(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Has pairs of files joined, into files that the worker makes.
    private func join(_ pairs: [(String, String)], _ fixture: PoolFixture) async throws -> [TrialJob.Outcome]
    {
        let batch = JobBatch<TrialJob>()
        for (number, pair) in pairs.enumerated() {
            let label = Array("\(number)".utf8)
            try batch.add(TrialJob(label: label), sources: try files([pair.0, pair.1], fixture))
        }
        return await perform(batch, fixture.pool)
    }

    private func files(_ texts: [String], _ fixture: PoolFixture) throws -> [Int32] {
        try texts.map { try fixture.folder.file(Array($0.utf8)) }
    }

    private func perform<Job: WorkerJob>(
        _ batch: JobBatch<Job>,
        _ pool: ExtractionPool
    ) async -> [Job.Outcome] {
        await withCheckedContinuation { continuation in
            pool.submit(batch) { continuation.resume(returning: $0) }
        }
    }

    /// What is said of outcomes, with the text of the files that came with them.
    private func words(_ outcomes: [TrialJob.Outcome]) -> [String] {
        outcomes.map { outcome in
            switch outcome {
            case .done(let label, let made?): "\(label): \(text(of: made.number))"
            case .done(let label, nil): "\(label)"
            case .failed(let reason): "failed \(reason)"
            case .refused: "refused"
            case .ended(let end): "\(end)"
            }
        }
    }

    @Test("any job takes files and a payload along, and brings a payload and a file back")
    func jobRoundTrip() async throws {
        let fixture = try PoolFixture(disguise: "worker")
        let pairs = (0..<10).map { ("left \($0) ", "right \($0)") }
        let outcomes = try await join(pairs, fixture)
        #expect(words(outcomes) == (0..<10).map { "\($0): left \($0) right \($0)" })
        #expect(fixture.pool.snapshot().jobs == 10 && fixture.pool.snapshot().crashes == 0)
        // The same worker does jobs of other kinds, too.
        #expect(try await fixture.read(["a"]) == [PoolFixture.healthy("a")])
        #expect(fixture.pool.snapshot().started == 1)
        fixture.pool.shutdown()
    }

    @Test("in its box a worker writes the file that it was given to write, and gives it back")
    func boxedJob() async throws {
        let fixture = try PoolFixture(disguise: "photod-writer", program: "photod-extract-boxed")
        let target = try fixture.folder.file(Array("longer than what is written".utf8))
        let kept = fcntl(target, F_DUPFD_CLOEXEC, 0)
        defer { close(kept) }
        let batch = JobBatch<TrialJob>()
        try batch.add(
            TrialJob(label: Array("label".utf8)),
            sources: try files(["left ", "right"], fixture),
            targets: [target]
        )
        #expect(words(await perform(batch, fixture.pool)) == ["label: left right"])
        #expect(text(of: kept) == "left right")
        #expect(fixture.pool.snapshot().crashes == 0)
        fixture.pool.shutdown()
    }

    @Test("a worker that has no files to write is killed for writing one")
    func boxWithoutTargets() async throws {
        let fixture = try PoolFixture(disguise: "photod-extract", program: "photod-extract-boxed")
        let batch = JobBatch<TrialJob>()
        let sources = try files(["", ""], fixture)
        try batch.add(TrialJob(label: []), sources: sources, targets: try files([""], fixture))
        #expect(words(await perform(batch, fixture.pool)) == ["crashed"])
        fixture.pool.shutdown()
    }

    @Test("the worker for photos refuses a kind of job that it does not know, and goes on")
    func unknownKind() async throws {
        let fixture = try PoolFixture()
        #expect(words(try await join([("a", "b"), ("c", "d")], fixture)) == ["refused", "refused"])
        let outcomes = await fixture.read(try fixture.batch([JPEGSample.phone().bytes]))
        #expect(outcomes.count == 1)
        #expect(fixture.pool.snapshot().crashes == 0 && fixture.pool.snapshot().started == 1)
        fixture.pool.shutdown()
    }

    @Test(
        "an answer that breaks the limits of its kind is the worker's failure, and all other jobs are done",
        arguments: ["too-much", "none-sent", "none-told", "two-sent", "no-file", "wrong-number", "crash"]
    )
    func brokenLimits(deed: String) async throws {
        let fixture = try PoolFixture(disguise: "worker")
        let outcomes = try await join([("a", "b"), (deed, "-"), ("c", "d")], fixture)
        #expect(words(outcomes) == ["0: ab", "crashed", "2: cd"])
        #expect(fixture.pool.snapshot().crashes == 2)
        fixture.pool.shutdown()
    }

    @Test("a job that failed says why in a way of its own kind")
    func failedJob() async throws {
        let fixture = try PoolFixture(disguise: "worker")
        let outcomes = try await join([("a", "b"), ("fail", ""), ("refuse", "")], fixture)
        #expect(words(outcomes) == ["0: ab", "failed 77", "refused"])
        #expect(fixture.pool.snapshot().crashes == 0)
        fixture.pool.shutdown()
    }

    @Test("a batch takes no job with more or fewer descriptors than its kind has, or a longer payload")
    func refusedJobs() throws {
        let batch = JobBatch<TrialJob>()
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { close(ends[0]) }
        let found = JobDescriptors(sources: 1, targets: 0)
        #expect(throws: JobRefusal.descriptors(found, .trial)) {
            try batch.add(TrialJob(label: []), sources: [ends[1]])
        }
        // What it was given is closed all the same; the other end tells.
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0)
        let long = TrialJob(label: [UInt8](repeating: 0x41, count: 65))
        #expect(throws: JobRefusal.payload(65, .trial)) { try batch.add(long, sources: [-1, -1]) }
        #expect(batch.isEmpty)
        // Descriptors run out before jobs do.
        for _ in 0..<16 { try batch.add(TrialJob(label: []), sources: [-1, -1]) }
        #expect(batch.isFull && batch.count == 16)
        #expect(throws: JobRefusal.noRoom) { try batch.add(TrialJob(label: []), sources: [-1, -1]) }
        for refusal in [JobRefusal.noRoom, .descriptors(found, .trial), .payload(65, .trial)] {
            #expect(!refusal.description.isEmpty)
        }
    }

    @Test("a worker that dies with files of its answers under way leaves no descriptor")
    func deathWithDescriptors() async throws {
        let fixture = try PoolFixture(disguise: "worker")
        let kinds = [fixture.folder.path, "/tmp/photod-joined"]
        do {
            let deeds = ["two-sent", "no-file", "none-told", "answer-and-crash", "crash"]
            let outcomes = try await join([("a", "b")] + deeds.map { ($0, "-") } + [("c", "d")], fixture)
            #expect(
                words(outcomes) == [
                    "0: ab", "crashed", "crashed", "crashed", ": answer-and-crash-", "crashed", "6: cd",
                ]
            )
            let count = try countDescriptors(to: kinds)
            withExtendedLifetime(outcomes) { #expect(count >= 3) }
        }
        fixture.pool.shutdown()
        try waitForEndOfPoolThreads()
        #expect(try countDescriptors(to: kinds) == 0)
    }

    @Test("a kind has a time of its own: what takes longer is done by itself, and is killed at its deadline")
    func ownTime() async throws {
        let fixture = try PoolFixture(
            disguise: "worker",
            maximumWorkers: 2,
            deadline: .milliseconds(300),
            patience: .milliseconds(300)
        )
        let pool = fixture.pool
        let pipe = try NamedPipe(fixture.folder.location + "pipe")
        let batch = JobBatch<PatientTrialJob>()
        for text in ["a", "held:\(pipe.path.display)", "b"] {
            try batch.add(PatientTrialJob(), sources: try files([text, ""], fixture))
        }
        let outcomes = Task { await perform(batch, pool) }
        // By then the pool's own deadline is over, which other jobs have.
        #expect(try await fixture.read(["spin"]) == [.unreadable(.timedOut)])
        let end = try pipe.open()
        #expect(await outcomes.value == [nil, nil, nil])
        _ = consume end
        #expect(words(try await join([("a", "b"), ("spin", "")], fixture)) == ["0: ab", "timedOut"])
        fixture.pool.shutdown()
    }
}
