import Importing
import PhotoModel
import Testing

@Suite("A cancellation")
struct CancellationTests {
    private static let place = FilePath("/nas")

    @Test("that is passed on ends another for the same cause, and is not ended by it")
    func passedOn() {
        let (ending, other) = (Cancellation(), Cancellation())
        ending.passOn(to: other)
        #expect(!other.isCancelled)
        ending.cancel(.hanging(Self.place))
        #expect(other.cause == .hanging(Self.place))
        let (next, withdrawn) = (Cancellation(), Cancellation())
        next.passOn(to: withdrawn)
        withdrawn.cancel()
        #expect(!next.isCancelled)
        next.cancel(.daemonEnds)
        #expect(next.cause == .daemonEnds)
    }

    @Test("has the first cause, and that the daemon ends before any other")
    func cause() {
        let cancellation = Cancellation()
        cancellation.cancel()
        cancellation.cancel(.hanging(Self.place))
        #expect(cancellation.cause == .withdrawn)
        cancellation.cancel(.daemonEnds)
        cancellation.cancel()
        #expect(cancellation.cause == .daemonEnds)
    }

    @Test(
        "has what was begun left to recovery where a place hangs or the daemon ends, whoever has withdrawn before"
    )
    func forLater() {
        let (withdrawn, hanging, ending) = (Cancellation(), Cancellation(), Cancellation())
        for cancellation in [withdrawn, hanging, ending] {
            cancellation.cancel()
            #expect(!cancellation.isForLater && !cancellation.isGivenUp)
        }
        hanging.cancel(.hanging(Self.place))
        #expect(hanging.isForLater && hanging.isGivenUp)
        hanging.cancel(.daemonEnds)
        #expect(hanging.isForLater && hanging.isGivenUp)
        ending.cancel(.daemonEnds)
        #expect(ending.isForLater && !ending.isGivenUp)
        #expect(!withdrawn.isForLater)
    }

    @Test("that has come by then is passed on at once")
    func late() {
        let (ending, other) = (Cancellation(), Cancellation())
        ending.cancel(.daemonEnds)
        ending.passOn(to: other)
        #expect(other.cause == .daemonEnds)
    }
}
