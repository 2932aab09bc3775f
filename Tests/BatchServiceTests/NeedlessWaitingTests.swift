import CaptureRules
import Extraction
import LineProtocol
import Logging
import PhotoModel
import TestSupport
import Testing
import Threads
import WatchedLibrary

@testable import BatchService
@testable import Batches

@Suite(
    "Waiting for the first try at edits, in a library that nobody has looked through",
    .timeLimit(.minutes(2))
)
struct NeedlessWaitingTests {
    /// Whoever waits for a reply, whatever it says.
    private final class Client: ReplyRoad {
        private let isAnswered = Monitor(false)

        func wait() { isAnswered.wait { $0 ? () : nil } }
        func write(_ bytes: UnsafeRawBufferPointer) {}
        func finishWithOK(after bytes: [UInt8]) { abandon() }
        func finish(refusing error: ProtocolError, after bytes: [UInt8], listIndex: Int) { abandon() }
        func abandon() { isAnswered.update { $0 = true } }
        func atEnd(_ body: @escaping @Sendable () -> Void) {}
    }

    @Test("is over at once where no edit waits, and only there", arguments: [0, 1])
    func waits(_ waiting: Int) throws {
        let folder = try TemporaryFolder()
        try folder.makeDirectory("state")
        let state = folder.location("state")
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let worker = WorkerLocation(path: folder.location("no-worker"))
        let library = try PhotoLibrary(
            stateDirectory: state,
            worker: worker,
            zones: CaptureZones(home: .utc),
            logger: logger
        )
        let store = try BatchStore(stateDirectory: state)
        var journal = try store.create(.edit, token: "trial")
        journal.text.appendEnd(.done, ok: 1, errors: 0, waiting: waiting, time: store.now())
        try journal.commit()
        let edits = try EditService(library: library, store: store, worker: worker, logger: logger)
        edits.recover(isAtIt: {})
        // What is asked for now is done behind that.
        let client = Client()
        edits.undo(try #require(BatchName("20000101-0001")), to: client)
        client.wait()
        let isOver = Monitor(false)
        edits.whenTried { isOver.update { $0 = true } }
        #expect(isOver.withLock { $0 } == (waiting == 0))
        edits.stop()
        try library.stop()
    }
}
