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
    /// In the order in which they were asked for; none is answered before those before it.
    private var requests: [BatchRequest] = []
    /// Batches that stand, as far as clients were told.
    private var standing: [String] = []
    private var told: [JSONValue] = []

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

    /// What clients of the daemon before knew.
    func goOn(_ before: BatchClients?) { standing = before?.standing ?? [] }

    func trash(_ path: String) { ask(BatchRequest()) { imports.trash([path], to: $0) } }

    /// Moves it within the library.
    func file(_ path: String, into root: String, _ folder: String) {
        guard let layout = try? LayoutTemplate(folder) else { return }
        let order = ImportOrder([FilePath(path)], into: FilePath(root), .move, layout)
        ask(BatchRequest()) { imports.import(order, to: $0) }
    }

    func undo() {
        noteAnswers()
        guard let batch = standing.popLast() else { return }
        ask(BatchRequest(isUndo: true)) { imports.undo(batch, to: $0, $0.cancellation) }
    }

    /// Most wait for the answer; some go on, and some hang up.
    private func ask(_ request: BatchRequest, _ command: (BatchRequest) -> Void) {
        request.atEnd { [cancellation = request.cancellation] in cancellation.cancel() }
        requests.append(request)
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
    func whenDone(_ body: @escaping @Sendable () -> Void) { imports.whenDone(body) }

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
                standing.append(batch)
            }
            told += lines
            return true
        }
    }

    func stop() { imports.stop() }
}
