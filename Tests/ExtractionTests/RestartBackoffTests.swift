import Testing

@testable import Extraction

@Suite("How long a pool waits before it starts another worker")
struct RestartBackoffTests {
    private func delays(_ failures: Int) -> [Int] {
        var backoff = RestartBackoff()
        return (0..<failures).map { _ in
            backoff.failed()
            return backoff.delay
        }
    }

    @Test(
        "a bad batch's failures are taken as they come; more in a row wait twice as long each, two seconds at most"
    )
    func growing() {
        #expect(RestartBackoff().delay == 0)
        let delays = delays(200)
        #expect(delays[..<16].allSatisfy { $0 == 0 })
        #expect(Array(delays[16..<24]) == [20, 40, 80, 160, 320, 640, 1_280, 2_000])
        #expect(delays[24...].allSatisfy { $0 == 2_000 })
    }

    @Test("one worker that did its work ends it")
    func success() {
        var backoff = RestartBackoff()
        for _ in 0..<100 { backoff.failed() }
        backoff.succeeded()
        #expect(backoff.delay == 0)
        for _ in 0..<16 { backoff.failed() }
        #expect(backoff.delay == 0)
    }
}
