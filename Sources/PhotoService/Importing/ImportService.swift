import Glibc
import ImportRules
import Importing
import LineProtocol
import Logging
import PhotoModel
import Reconciling

/// Imports, their batches, and how they are undone.
final class ImportService: Sendable {
    private let library: PhotoLibrary
    private let store: BatchStore
    private let importer: Importer
    private let memory: ImportMemory
    private let queue: ImportQueue
    private let logger: Logger
    let folders: ImportFolders

    init(library: PhotoLibrary, stateDirectory: FilePath, logger: Logger) throws(ImportError) {
        self.library = library
        self.logger = logger
        store = try BatchStore(stateDirectory: stateDirectory)
        let importer = Importer(store: store, trash: TrashFolder(dataHome: Self.dataHome))
        let memory = try ImportMemory(stateDirectory: stateDirectory)
        let queue = ImportQueue()
        (self.importer, self.memory, self.queue) = (importer, memory, queue)
        folders = ImportFolders(logger: logger, changed: { library.progress.importsChanged() }) {
            folders,
            order in
            let cancellation = Cancellation()
            let job = ImportFolderJob(
                order: order,
                folders: folders,
                library: library,
                importer: importer,
                memory: memory,
                cancellation: cancellation,
                logger: logger
            )
            queue.append(ImportQueue.Job(cancellation: cancellation, body: { job.run() }, orElse: {}))
        }
    }

    private static var dataHome: FilePath? {
        if let path = getenv("XDG_DATA_HOME"), path.pointee == CChar(UInt8(ascii: "/")) {
            return FilePath(String(cString: path))
        }
        guard let home = getenv("HOME"), home.pointee == CChar(UInt8(ascii: "/")) else { return nil }
        return FilePath(String(cString: home) + "/.local/share")
    }

    /// Brings to an end what an earlier run was in the middle of. Before the first sweep, which then finds it done.
    func recover() throws(ImportError) {
        let recovery = try Recovery(store)
        for batch in recovery.recovered {
            try remember(batch.settled)
            // What was put back by an undo has no batch any more; what was imported has this one.
            let isUndo = batch.brought.isEmpty
            library.tookPlace(
                isUndo
                    ? batch.placed.map { ShotMove(from: [$0.from], to: [$0.to], leaves: true) }
                    : batch.brought.map { ShotMove(from: $0.from, to: $0.to, leaves: $0.leaves) },
                by: isUndo ? nil : batch.batch.description
            )
        }
        try memory.commit()
        for batch in recovery.recovered {
            logger.notice(
                """
                the import \(batch.batch) was interrupted: \(batch.placed.count) files are at their new place, \
                \(batch.rolledBack) photos stayed where they were
                """
            )
        }
        for problem in recovery.problems { logger.error("\(problem)") }
    }

    /// Begins to watch the import folders: once the library has been started.
    func start(_ wanted: [ImportFolder]) throws {
        try folders.follow(wanted)
        library.sync { [folders] in folders.begin() }
    }

    /// Calls `body` when every import that was asked for before is done, and everything that lies complete in the import
    /// folders is imported.
    func whenDone(_ body: @escaping @Sendable () -> Void) {
        folders.whenTaken { [queue] in queue.whenDone(body) }
    }

    /// The file that is being imported is finished; the rest stays where it is.
    func stop() {
        queue.stop()
        folders.stop()
    }

    /// Has files that lie where files are imported from left alone until they change.
    private func remember(_ files: [SettledFile]) throws(ImportError) {
        for (folder, files) in Dictionary(grouping: files, by: \.path.parent) {
            try memory.remember(files.map(\.stamp), in: folder)
        }
    }

    // MARK: Commands

    /// On the event loop.
    func `import`(_ arguments: Arguments, on exchange: Exchange) throws(ProtocolError) {
        let order = try ImportOrder(arguments)
        perform("import", on: exchange, isDetached: order.isDetached) {
            [library, folders, importer] cancellation, reply in
            ImportJob(
                order: order,
                library: library,
                folders: folders,
                importer: importer,
                cancellation: cancellation,
                reply: reply
            ).run()
        }
    }

    /// On the event loop.
    func undo(_ arguments: Arguments, on exchange: Exchange) {
        let batch = arguments.request.positionals.first ?? ""
        perform("undo", on: exchange) { [self] cancellation, reply in
            reply.open(batch: nil)
            do throws(ImportError) {
                let undo = try Undo(batch, in: store)
                reply.total = undo.count
                var back: [SettledFile] = []
                guard LibraryWait.untilExact(library, cancellation) else { return reply.abandon() }
                let moves = undo.moves.mapValues { ShotMove(from: $0.from, to: $0.to, leaves: true) }
                let moving = MovingShots(moves, in: library)
                moving.begin(nil)
                defer { moving.endAll() }
                let result = try undo.run(
                    cancellation: cancellation,
                    beforeEnd: { () throws(ImportError) in
                        try remember(back.filter { isImportedFrom($0.path) })
                        try memory.commit()
                    },
                    report: { outcome in
                        moving.end(outcome)
                        back += outcome.putBack
                        reply.add(outcome)
                    }
                )
                for problem in result.problems { logger.warning("\(problem)") }
                reply.finish(batch: batch, ok: result.ok, unchanged: 0, errors: result.errors)
            } catch {
                reply.finish(
                    refusing: ProtocolError(code: error.code, command: "undo", message: "\(error)")
                )
            }
        }
    }

    /// Whether a file lies in an import folder.
    private func isImportedFrom(_ path: FilePath) -> Bool {
        folders.forbids(FolderPlace(base: path.parent))
    }

    /// The reply to `batches`. It reads files.
    func batches() throws(ImportError) -> [UInt8] {
        var json = JSONWriter(capacity: 4096)
        for batch in try store.list() {
            json.beginObject()
            json.member("batch", batch.name.description)
            json.member("kind", batch.kind.rawValue)
            json.member("time", batch.time)
            json.member("ok", batch.ok)
            json.member("errors", batch.errors)
            json.member("state", batch.state.rawValue)
            json.endObject()
            json.endLine()
        }
        return json.bytes
    }

    private func perform(
        _ command: String,
        on exchange: Exchange,
        isDetached: Bool = false,
        _ body: @escaping @Sendable (Cancellation, ImportReply) -> Void
    ) {
        let cancellation = Cancellation()
        // A client that goes has what it asked for stopped.
        if !isDetached { exchange.atEnd { cancellation.cancel() } }
        queue.append(
            ImportQueue.Job(
                cancellation: cancellation,
                body: {
                    let reply = ImportReply(command, exchange, cancellation, isDetached: isDetached)
                    body(cancellation, reply)
                },
                orElse: { exchange.abandon() }
            )
        )
    }
}

extension UnitOutcome {
    /// Of an undo: files that are back.
    fileprivate var putBack: [SettledFile] {
        switch result {
        case .placed(let files), .partly(let files, _):
            files.map { SettledFile(path: $0.to, stamp: $0.after) }
        case .trashed, .removed, .unchanged, .refused: []
        }
    }
}
