import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Extraction

// One after the other, because some count this process's descriptors and children.
@Suite("The pool of workers", .serialized, .timeLimit(.minutes(20)))
struct ExtractionPoolTests {
    // MARK: The worker as it is shipped

    @Test("real photos come back with their facts, in the order they were given")
    func realWorker() async throws {
        let fixture = try PoolFixture()
        let photo = JPEGSample.phone().bytes
        let outcomes = await fixture.read(
            try fixture.batch([photo, [], Array("text".utf8), Array(photo[..<200]), photo])
        )
        #expect(
            Array(outcomes[1...3]) == [
                .unreadable(.empty), .unreadable(.notThisFormat), .unreadable(.truncated),
            ]
        )
        #expect(outcomes[0] == outcomes[4])
        guard case .facts(let facts) = outcomes[0] else {
            Issue.record("no facts: \(outcomes[0])")
            return
        }
        #expect(facts.original == .init(text: "2016:11:03 12:34:56", subseconds: "78", offset: "+02:00"))
        #expect(facts.pixelWidth == 4032)
        let status = fixture.pool.snapshot()
        #expect(status.jobs == 5)
        #expect(status.crashes == 0)
        fixture.pool.shutdown()
        #expect(fixture.pool.snapshot().running == 0)
    }

    @Test("the worker stands in its sandbox before it reads")
    func sandbox() async throws {
        let fixture = try PoolFixture()
        _ = await fixture.read(try fixture.batch([JPEGSample.phone().bytes]))
        let process = try #require(fixture.notices.started.first)
        let status = try contents("/proc/\(process)/status")
        #expect(status.contains("Seccomp:\t2"))
        #expect(status.contains("NoNewPrivs:\t1"))
        #expect(status.contains("Threads:\t1\n"))
        let limits = try contents("/proc/\(process)/limits")
        #expect(
            limits.split(separator: "\n").contains {
                $0.hasPrefix("Max core file size") && $0.split(separator: " ").dropFirst(4).first == "0"
            }
        )
        #expect(
            limits.split(separator: "\n").contains {
                $0.hasPrefix("Max data size") && $0.split(separator: " ").dropFirst(3).first == "536870912"
            }
        )
        #expect(try names(in: "/proc/\(process)/fd") == ["0", "1", "2", "3"])
        #expect(try contents("/proc/\(process)/environ").split(separator: "\0").count == 2)
        #expect([.seccomp, .seccompAndLandlock].contains(fixture.pool.snapshot().sandbox))
        fixture.pool.shutdown()
    }

    @Test("a file that is cut short while it waits harms nothing")
    func shrinkingFile() async throws {
        let fixture = try PoolFixture()
        let batch = ExtractionBatch()
        let descriptor = try fixture.folder.file(JPEGSample.phone().bytes)
        #expect(ftruncate(descriptor, 100) == 0)
        batch.add(descriptor: descriptor, size: 4_000_000, format: .jpeg)
        #expect(await fixture.read(batch) == [.unreadable(.truncated)])
        #expect(fixture.pool.snapshot().crashes == 0)
        fixture.pool.shutdown()
    }

    // MARK: Workers that fail

    @Test(
        "the file a worker fails on is unreadable, and all others get their facts",
        arguments: ["crash", "exit", "garbage", "huge", "wrong-number"]
    )
    func poison(text: String) async throws {
        let fixture = try PoolFixture(disguise: "worker")
        let texts = ["a", "b", text, "c", "d"]
        let outcomes = try await fixture.read(texts)
        #expect(
            outcomes
                == texts.map { $0 == text ? .unreadable(.crashedReader) : PoolFixture.healthy($0) }
        )
        // Once in the batch, once alone.
        #expect(fixture.pool.snapshot().crashes == 2)
        #expect(fixture.notices.failures.count == 2)
        #expect(try await fixture.read(["after"]) == [PoolFixture.healthy("after")])
        fixture.pool.shutdown()
    }

    @Test("a file that takes for ever times out, and all others get their facts")
    func spin() async throws {
        let fixture = try PoolFixture(disguise: "worker", deadline: .milliseconds(300))
        let outcomes = try await fixture.read(["a", "spin", "b"])
        #expect(outcomes == [PoolFixture.healthy("a"), .unreadable(.timedOut), PoolFixture.healthy("b")])
        fixture.pool.shutdown()
    }

    @Test("damage that shows only at the next file blames neither")
    func delayedDamage() async throws {
        let fixture = try PoolFixture(disguise: "worker")
        let texts = ["a", "damage", "b", "damage", "c"]
        #expect(try await fixture.read(texts) == texts.map(PoolFixture.healthy))
        #expect(fixture.pool.snapshot().crashes == 1)
        fixture.pool.shutdown()
    }

    @Test("batches behind a poisoned one are answered, each completely and once")
    func poisonInPipeline() async throws {
        let fixture = try PoolFixture(disguise: "worker", maximumWorkers: 2)
        let batches = (0..<12).map { batch in
            (0..<8).map { $0 == 5 && batch % 3 == 0 ? "crash" : "\(batch)-\($0)" }
        }
        let outcomes = try await readAll(batches, fixture)
        for (texts, found) in zip(batches, outcomes) {
            #expect(
                found == texts.map { $0 == "crash" ? .unreadable(.crashedReader) : PoolFixture.healthy($0) }
            )
        }
        #expect(fixture.pool.snapshot().jobs == 96)
        fixture.pool.shutdown()
    }

    @Test("a batch of nothing but poison ends too")
    func allPoison() async throws {
        let fixture = try PoolFixture(disguise: "worker")
        let outcomes = try await fixture.read(Array(repeating: "crash", count: 20))
        #expect(outcomes == Array(repeating: .unreadable(.crashedReader), count: 20))
        fixture.pool.shutdown()
    }

    // MARK: Workers that do not get ready

    @Test("without system call filters nothing is parsed, and the problem is told once")
    func refusing() async throws {
        let fixture = try PoolFixture(disguise: "refuses")
        for _ in 0..<3 {
            #expect(try await fixture.read(["a", "b"]) == [.unreadable(.noReader), .unreadable(.noReader)])
        }
        let status = fixture.pool.snapshot()
        #expect(status.sandbox == .refused)
        #expect(status.started == 1)
        #expect(status.problems == [.noSeccomp])
        #expect(fixture.notices.problems == [.noSeccomp])
        fixture.pool.shutdown()
    }

    @Test("without Landlock photos are parsed, and the problem is told")
    func withoutLandlock() async throws {
        let fixture = try PoolFixture(disguise: "without-landlock")
        #expect(try await fixture.read(["a"]) == [PoolFixture.healthy("a")])
        #expect(fixture.pool.snapshot().sandbox == .seccomp)
        #expect(fixture.pool.snapshot().problems == [.noLandlock])
        fixture.pool.shutdown()
    }

    @Test(
        "a worker that never gets ready is tried a few times, then everything is answered without it",
        arguments: ["dies-first", "other-version", "mute"]
    )
    func neverReady(disguise: String) async throws {
        let fixture = try PoolFixture(disguise: disguise, deadline: .milliseconds(200))
        #expect(try await fixture.read(["a"]) == [.unreadable(.noReader)])
        #expect(try await fixture.read(["b"]) == [.unreadable(.noReader)])
        #expect(fixture.pool.snapshot().started == 3)
        #expect(fixture.notices.problems.count == 1)
        let isOther = disguise == "other-version"
        #expect(fixture.notices.problems.first?.problem.contains("message of version") == isOther)
        fixture.pool.shutdown()
    }

    @Test("a worker that cannot be executed is a problem that names it")
    func notExecutable() async throws {
        let folder = try TemporaryFolder()
        let fixture = try PoolFixture(
            worker: FilePath("\(folder.path)/none"),
            folder: folder,
            maximumWorkers: 1,
            deadline: .seconds(10),
            idleLimit: .seconds(30)
        )
        #expect(try await fixture.read(["a"]) == [.unreadable(.noReader)])
        #expect(fixture.notices.problems.first?.problem.contains("\(folder.path)/none") == true)
        fixture.pool.shutdown()
    }

    @Test("a missing worker is an error that names the places")
    func missing() throws {
        let folder = try TemporaryFolder()
        let executable = FilePath("\(folder.path)/photod")
        #expect {
            try WorkerLocation.find(name: "photod-extract", executable: executable)
        } throws: { error in
            let text = "\(error)"
            return text.contains("\(folder.path)/photod-extract")
                && text.contains("libexec/photod/photod-extract")
        }
        let beside = try folder.link("photod-extract", to: "/bin/true")
        #expect(try WorkerLocation.find(name: "photod-extract", executable: executable).path == beside)
    }

    private func readAll(_ batches: [[String]], _ fixture: PoolFixture) async throws -> [[ExtractionOutcome]]
    {
        let prepared = try batches.map(fixture.batch)
        let pool = fixture.pool
        return await withTaskGroup(of: (Int, [ExtractionOutcome]).self) { group in
            for (index, batch) in prepared.enumerated() {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        pool.submit(batch) { continuation.resume(returning: (index, $0)) }
                    }
                }
            }
            var found = Array(repeating: [ExtractionOutcome](), count: prepared.count)
            for await (index, outcomes) in group { found[index] = outcomes }
            return found
        }
    }

    // MARK: Life

    @Test("work that queues up brings more workers, and those go when there is none")
    func scaling() async throws {
        let fixture = try PoolFixture(disguise: "worker", maximumWorkers: 3, idleLimit: .milliseconds(50))
        let batches = (0..<60).map { batch in (0..<32).map { "\(batch)-\($0)" } }
        _ = try await readAll(batches, fixture)
        #expect(fixture.pool.snapshot().started > 1)
        #expect(fixture.pool.snapshot().running <= 3)
        while fixture.pool.snapshot().running > 1 { await Task.yield() }
        #expect(try await fixture.read(["a"]) == [PoolFixture.healthy("a")])
        fixture.pool.shutdown()
    }

    @Test("a worker started early is ready for the first batch")
    func earlyStart() async throws {
        let fixture = try PoolFixture(disguise: "worker")
        #expect(fixture.pool.snapshot().started == 0)
        fixture.pool.start()
        while fixture.pool.snapshot().sandbox == .starting { await Task.yield() }
        #expect(fixture.pool.snapshot().started == 1)
        #expect(try await fixture.read(["a"]) == [PoolFixture.healthy("a")])
        #expect(fixture.pool.snapshot().started == 1)
        fixture.pool.shutdown()
    }

    @Test("an idle pool sleeps: no thread of it wakes")
    func idle() async throws {
        let fixture = try PoolFixture()
        _ = await fixture.read(try fixture.batch([JPEGSample.phone().bytes]))
        let process = try #require(fixture.notices.started.first)
        let threads = try poolThreads()
        #expect(threads.count == 1)
        // The batch is complete here before its thread and worker have gone back to waiting.
        let paths = ["/proc/\(process)"] + threads.map { "/proc/self/task/\($0)" }
        for path in paths {
            while try contents("\(path)/stat").split(separator: " ")[2] != "S" { await Task.yield() }
        }
        let before = try paths.map { try switches("\($0)/status") }
        let other = try PoolFixture(disguise: "worker", deadline: .milliseconds(500))
        #expect(try await other.read(["spin"]) == [.unreadable(.timedOut)])
        // A second has passed at least, told by the other pool's deadlines.
        #expect(try paths.map { try switches("\($0)/status") } == before)
        other.pool.shutdown()
        fixture.pool.shutdown()
    }

    @Test("a completion may submit more, even while the queue is full")
    func chained() async throws {
        let fixture = try PoolFixture(disguise: "worker")
        let remaining = Mutex(200)
        let batches = try (0..<200).map { try fixture.batch(["\($0)"]) }
        let chain = Chain(pool: fixture.pool, batches: batches)
        await withCheckedContinuation { continuation in
            chain.submit(first: 20) {
                if remaining.withLock({
                    $0 -= 1; return $0 == 0
                }) {
                    continuation.resume()
                }
            }
        }
        #expect(fixture.pool.snapshot().jobs == 200)
        fixture.pool.shutdown()
    }

    @Test("shutdown ends every worker, cancels what is queued and leaves no descriptor, thread or zombie")
    func shutdown() async throws {
        let before = try countDescriptors(folder: "/nowhere")
        var folder = ""
        var pipelined: [ExtractionOutcome] = []
        var started: [Int32] = []
        do {
            let fixture = try PoolFixture(disguise: "worker", maximumWorkers: 2, deadline: .milliseconds(400))
            folder = fixture.folder.path
            _ = try await fixture.read(["a", "crash", "b"])
            let outcomes = Mutex<[ExtractionOutcome]>([])
            // The first two hang, so the others still wait when the pool is shut down.
            for texts in [["spin"], ["spin"], ["spin"], ["spin"], ["c"], ["d", "e"]] {
                fixture.pool.submit(try fixture.batch(texts)) { found in outcomes.withLock { $0 += found } }
            }
            fixture.pool.shutdown()
            pipelined = outcomes.withLock { $0 }
            #expect(await fixture.read(try fixture.batch(["late"])) == [.cancelled])
            #expect(fixture.pool.snapshot().running == 0)
            started = fixture.notices.started
        }
        #expect(pipelined.count == 7)
        #expect(pipelined.contains(.cancelled))
        #expect(!pipelined.contains(PoolFixture.healthy("e")) || pipelined.contains(PoolFixture.healthy("d")))
        #expect(try countDescriptors(folder: folder) == before)
        try waitForEndOfPoolThreads()
        // Other tests have children, too.
        #expect(started.count > 2)
        for process in started {
            var status: Int32 = 0
            #expect(waitpid(process, &status, WNOHANG) == -1 && errno == ECHILD)
        }
    }

    @Test("an empty batch is complete with nothing, and a full one takes no more")
    func batchBounds() async throws {
        let fixture = try PoolFixture(disguise: "worker")
        #expect(await fixture.read(ExtractionBatch()).isEmpty)
        let texts = (0..<ExtractionBatch.capacity).map { "\($0)" }
        let full = try fixture.batch(texts)
        #expect(full.isFull)
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { close(ends[0]) }
        #expect(!full.add(descriptor: ends[1], size: 1, format: .jpeg))
        // Its number may be another test's by now; that it is closed, the other end tells.
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0)
        #expect(await fixture.read(full) == texts.map(PoolFixture.healthy))
        fixture.pool.shutdown()
    }
}
