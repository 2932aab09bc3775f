import BatchService
import CSimulation
import Glibc
import ImportRules
import LineProtocol
import Logging
import PhotoModel
import Threads
import WatchedLibrary

/// Clients that ask for batches, and what photod carries them out with. As the daemon's end is, a life's is theirs.
final class BatchClients {
    private let imports: ImportService
    /// `nil` in lives without edits.
    private var edits: PhotoEditors?
    /// In the order in which they were asked for.
    private var requests: [BatchRequest] = []
    /// Batches that stand, as far as clients were told.
    private var standing: [Standing] = []
    private var told: [JSONValue] = []
    /// Edits, and what takes them back, until somebody has asked what came of them.
    private var editing: [BatchRequest] = []

    private struct Standing {
        let batch: String
        let isEdit: Bool
    }

    /// Before the library is started: what was begun before a kill is brought to its end then.
    init(_ library: PhotoLibrary, state: String) throws {
        imports = try ImportService(
            library: library,
            stateDirectory: FilePath(state),
            dataHome: FilePath(Self.dataHome),
            logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
        )
        try imports.recover(isAtIt: {})
    }

    static let dataHome = "/sim/data"

    /// Once the library is started: what edits had begun before a kill is brought to its end then.
    func beginEditing(_ library: PhotoLibrary) throws { edits = try PhotoEditors(library, imports) }

    /// What clients of the daemon before knew.
    func goOn(_ before: BatchClients?) { standing = before?.standing ?? [] }

    /// Has the photo's description say a number.
    func edit(_ path: String, _ number: Int, _ layer: EditLayer) {
        guard let edits else { return }
        ask(BatchRequest(of: .edit(number))) { edits.edit(path, number, layer, to: $0) }
    }

    func trash(_ path: String) { ask(BatchRequest()) { imports.trash([path], to: $0) } }

    /// Moves it within the library.
    func file(_ path: String, into root: String, _ folder: String) {
        guard let layout = try? LayoutTemplate(folder) else { return }
        let order = ImportOrder([FilePath(path)], into: FilePath(root), .move, layout)
        ask(BatchRequest()) { imports.import(order, to: $0) }
    }

    /// - Returns: whether photos may be moved by it.
    @discardableResult
    func undo() -> Bool {
        noteAnswers()
        guard let last = standing.popLast() else { return false }
        if last.isEdit, let edits {
            ask(BatchRequest(of: .undoOfEdit)) { edits.undo(last.batch, to: $0) }
            return false
        }
        ask(BatchRequest(of: .undo)) { imports.undo(last.batch, to: $0, $0.cancellation) }
        return true
    }

    /// Most wait for the answer; some go on, and some hang up.
    private func ask(_ request: BatchRequest, _ command: (BatchRequest) -> Void) {
        request.atEnd { [cancellation = request.cancellation] in cancellation.cancel() }
        requests.append(request)
        switch request.kind {
        case .edit, .undoOfEdit: editing.append(request)
        case .move, .undo: break
        }
        command(request)
        switch simulation_draw(8) {
        case 0..<4: request.wait()
        case 4:
            simulation_sleep(UInt64(simulation_draw(400)) * 1000)
            request.hangUp()
        default: break
        }
    }

    /// Calls `body` when what was asked for is done.
    func whenDone(_ body: @escaping @Sendable () -> Void) {
        guard let edits else { return imports.whenDone(body) }
        imports.whenDone { edits.whenTried(body) }
    }

    /// Waits until edits that were asked for are answered: a `sync` does not wait for them.
    func untilEdited() {
        guard edits != nil else { return }
        for request in editing { request.waitUntilDone() }
    }

    /// Whether an edit, or taking one back, is not done.
    var isEditing: Bool { editing.contains { $0.result == nil } }

    /// What was done of edits since the last call, in the order in which it was asked for.
    func takeEdits() -> [BatchRequest] {
        let done = editing.prefix { $0.result != nil }
        editing.removeFirst(done.count)
        return Array(done)
    }

    /// The lines of what was answered since the last call.
    func takeAnswers() -> [JSONValue] {
        defer { told = [] }
        noteAnswers()
        return told
    }

    private func noteAnswers() {
        requests.removeAll { request in
            guard let lines = request.answer else { return false }
            if !request.isUndo, let batch = lines.lazy.compactMap({ $0["batch"]?.string }).first {
                standing.append(Standing(batch: batch, isEdit: request.isEdit))
            }
            told += lines
            return true
        }
    }

    func stop() {
        edits?.stop()
        imports.stop()
    }
}
