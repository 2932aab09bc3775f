import BatchService
import Batches
import Extraction
import LineProtocol
import Logging
import PhotoModel
import WatchedLibrary

/// Clients that edit photos, and what photod carries that out with.
final class PhotoEditors: Sendable {
    private let edits: EditService

    init(_ library: PhotoLibrary, _ imports: ImportService) throws {
        edits = try EditService(
            library: library,
            store: imports.store,
            worker: WorkerLocation(path: FilePath("/sim/worker")),
            logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
        )
        edits.recover(isAtIt: {})
    }

    /// What a photo's description says then. One edit's is not as long as the next one's: nothing but its content tells what is written
    /// twice within a tick of the disk's clock where no event does.
    static func text(_ number: Int) -> String { "Edit \(number)" + String(repeating: ".", count: number % 5) }

    /// As the command is defined in photod, as far as clients here use it.
    private static let command = CommandDefinition(
        "edit",
        usage: "ID description=TEXT write=index|sidecar|file|both",
        words: 1...1,
        options: ["description", "write"],
        since: "0.1.0",
        summary: "edits what a photo is said to be"
    )

    func edit(_ path: String, _ number: Int, _ layer: EditLayer, to request: BatchRequest) {
        let line = "edit \"\(path)\" description=\"\(Self.text(number))\" write=\(layer.rawValue)"
        do throws(ProtocolError) {
            let words = try RequestParser.parse(line, knowing: CommandDefinitions([Self.command]))
            guard let words else { return request.abandon() }
            try edits.edit(Arguments(words, of: Self.command), to: request)
        } catch { request.finish(refusing: error, after: [], listIndex: 0) }
    }

    func undo(_ batch: String, to request: BatchRequest) {
        guard let batch = BatchName(batch) else { return request.abandon() }
        edits.undo(batch, to: request)
    }

    /// Calls `body` when what edits of an earlier run have left was tried.
    func whenTried(_ body: @escaping @Sendable () -> Void) { edits.whenTried(body) }

    func stop() { edits.stop() }
}
