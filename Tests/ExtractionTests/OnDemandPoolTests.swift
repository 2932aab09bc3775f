import Glibc
import Testing

@testable import Extraction

// Of the pool's suite, because that runs one test after the other: some count this process's threads.
extension ExtractionPoolTests {
    private func waitForWorkers(_ count: Int, _ fixture: PoolFixture) async {
        while fixture.pool.snapshot().running != count { await Task.yield() }
    }

    @Test(
        "a pool on demand has no worker before there is work, none a while after, and one again for the next"
    )
    func onDemand() async throws {
        let fixture = try PoolFixture(disguise: "worker", idleLimit: .milliseconds(50), isResident: false)
        #expect(fixture.pool.snapshot().started == 0)
        for round in 1...3 {
            #expect(try await fixture.read(["a", "b"]) == ["a", "b"].map(PoolFixture.healthy))
            await waitForWorkers(0, fixture)
            #expect(fixture.pool.snapshot().started == round)
        }
        #expect(fixture.pool.snapshot().crashes == 0)
        #expect(fixture.notices.failures.isEmpty)
        fixture.pool.shutdown()
    }

    @Test("a worker that was started early goes too when no work comes")
    func earlyStartOnDemand() async throws {
        let fixture = try PoolFixture(disguise: "worker", idleLimit: .milliseconds(50), isResident: false)
        fixture.pool.start()
        while fixture.pool.snapshot().started == 0 { await Task.yield() }
        await waitForWorkers(0, fixture)
        #expect(try await fixture.read(["a"]) == [PoolFixture.healthy("a")])
        #expect(fixture.pool.snapshot().started == 2)
        fixture.pool.shutdown()
    }

    @Test("an idle pool on demand has no worker, and its one thread sets no timer")
    func idleOnDemand() async throws {
        let fixture = try PoolFixture(disguise: "worker", idleLimit: .milliseconds(50), isResident: false)
        _ = try await fixture.read(["a"])
        await waitForWorkers(0, fixture)
        let threads = try poolThreads()
        #expect(threads.count == 1)
        let path = "/proc/self/task/\(try #require(threads.first))"
        while try contents("\(path)/stat").split(separator: " ")[2] != "S" { await Task.yield() }
        let before = try switches("\(path)/status")
        let other = try PoolFixture(disguise: "worker", deadline: .milliseconds(500))
        #expect(try await other.read(["spin"]) == [.unreadable(.timedOut)])
        // Twenty times the idle limit has passed, told by the other pool's deadlines.
        #expect(try switches("\(path)/status") == before)
        other.pool.shutdown()
        fixture.pool.shutdown()
    }

    @Test("crashes in a row slow a pool down, resident or on demand", arguments: [true, false])
    func crashesInARow(isResident: Bool) async throws {
        let fixture = try PoolFixture(disguise: "worker", isResident: isResident)
        let began = ContinuousClock.now
        let outcomes = try await fixture.read(Array(repeating: "crash", count: 22))
        #expect(outcomes == Array(repeating: .unreadable(.crashedReader), count: 22))
        #expect(fixture.pool.snapshot().crashes == 23)
        // The first sixteen are taken as they come, and before each worker after the seventeenth crash there
        // is a pause.
        #expect(ContinuousClock.now - began >= .milliseconds(20 + 40 + 80 + 160 + 320 + 640))
        fixture.pool.shutdown()
    }
}
