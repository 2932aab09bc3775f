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
        #expect(cancellation.cause == .withdrawn && !cancellation.isForLater)
        cancellation.cancel(.daemonEnds)
        cancellation.cancel()
        #expect(cancellation.cause == .daemonEnds && cancellation.isForLater)
    }

    @Test("that has come by then is passed on at once")
    func late() {
        let (ending, other) = (Cancellation(), Cancellation())
        ending.cancel(.daemonEnds)
        ending.passOn(to: other)
        #expect(other.cause == .daemonEnds)
    }
}
