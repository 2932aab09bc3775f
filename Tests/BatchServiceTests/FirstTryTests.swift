import Synchronization
import Testing

@testable import BatchService

@Suite("The first try at what waits")
struct FirstTryTests {
    private final class Calls: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func note() { state.withLock { $0 += 1 } }
    }

    private let firstTry = FirstTry()
    private let calls = Calls()

    @Test("is waited for until it is over")
    func isAwaited() {
        firstTry.whenOver { [calls] in calls.note() }
        #expect(calls.count == 0)
        firstTry.end()
        #expect(calls.count == 1)
        firstTry.whenOver { [calls] in calls.note() }
        #expect(calls.count == 2)
    }

    @Test(
        "is not waited for where no batch has anything to be tried, and takes what is taken back all the same"
    )
    func nothing() {
        firstTry.whenOver { [calls] in calls.note() }
        firstTry.findsNothing()
        #expect(calls.count == 1)
        firstTry.whenOver { [calls] in calls.note() }
        #expect(calls.count == 2)
        #expect(firstTry.takesOvertaken())
    }

    @Test("is waited for again once something is left to it, and not for a question alone")
    func left() {
        firstTry.findsNothing()
        #expect(firstTry.takesOvertaken())
        firstTry.whenOver { [calls] in calls.note() }
        #expect(calls.count == 1)
        firstTry.oweOvertaken()
        firstTry.whenOver { [calls] in calls.note() }
        #expect(calls.count == 1)
        firstTry.end()
        #expect(calls.count == 2)
    }
}
