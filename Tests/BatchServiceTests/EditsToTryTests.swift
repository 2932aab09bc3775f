import PhotoModel
import TestSupport
import Testing

@testable import BatchService
@testable import Batches

@Suite("Edits that are to be tried at the start")
struct EditsToTryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store() throws -> BatchStore { try BatchStore(stateDirectory: folder.location) }

    private func edit(
        _ store: BatchStore,
        _ state: BatchState = .done,
        waiting: Int = 0,
        overtaken: Int = 0
    ) throws {
        var journal = try store.create(.edit, token: "trial")
        journal.text.appendEnd(
            state,
            ok: 1,
            errors: 0,
            waiting: waiting,
            overtaken: overtaken,
            time: store.now()
        )
        try journal.commit()
    }

    @Test("are those that wait")
    func waiting() throws {
        let store = try store()
        #expect(!store.hasEditsToTry)
        try edit(store)
        #expect(!store.hasEditsToTry)
        try edit(store, waiting: 1)
        #expect(store.hasEditsToTry)
    }

    @Test("are those that were overtaken only by what is taken back: by a later edit")
    func overtaken() throws {
        let store = try store()
        try edit(store, .undone)
        try edit(store, overtaken: 1)
        try edit(store)
        #expect(!store.hasEditsToTry)
        try edit(store, .undone)
        #expect(store.hasEditsToTry)
    }
}
