import Batches
import Glibc
import ImportRules
import Importing
import LineProtocol
import LineServer
import Logging
import PhotoModel
import Sweeps
import Threads
import WatchedLibrary

/// Imports, their batches, and how they are undone.
final class ImportService: Sendable {
    let library: PhotoLibrary
    let store: BatchStore
    let importer: Importer
    private let memory: ImportMemory
    private let batchProblems: BatchProblems
    let queue: BatchQueue
    private let logger: Logger
    let folders: ImportFolders
    /// Where frames wait that are to become photos.
    let stages: FilePath

    init(library: PhotoLibrary, stateDirectory: FilePath, logger: Logger) throws(ImportError) {
        self.library = library
        self.logger = logger
        stages = stateDirectory.appending(FileName("frames"))
        let store: BatchStore
        do throws(BatchError) { store = try BatchStore(stateDirectory: stateDirectory) } catch {
            throw .journal(error)
        }
        let importer = Importer(store: store, trash: TrashFolder(dataHome: Self.dataHome))
        let memory = try ImportMemory(stateDirectory: stateDirectory)
        let queue = BatchQueue(changed: { library.progress.statusChanged() })
        (self.store, self.importer, self.memory, self.queue) = (store, importer, memory, queue)
        batchProblems = BatchProblems(store)
        folders = ImportFolders(
            logger: logger,
            descriptors: library.descriptors,
            changed: { library.progress.statusChanged() }
        ) { folders, order in
            let cancellation = Cancellation()
            let places = BatchPlaces([order.settings.path, order.settings.into])
            let job = ImportFolderJob(
                order: order,
                folders: folders,
                library: library,
                importer: importer,
                store: store,
                memory: memory,
                cancellation: cancellation,
                places: places,
                logger: logger
            )
            let body: @Sendable () -> Void = {
                let hanging = queue.hanging
                if let place = places.all.first(where: hanging.contains) {
                    job.putOff(place)
                } else {
                    job.run()
                }
            }
            queue.append(
                BatchQueue.Job(cancellation: cancellation, places: places, body: body, orElse: {})
            )
        }
    }

    private static var dataHome: FilePath? {
        if let path = getenv("XDG_DATA_HOME"), path.pointee == CChar(UInt8(ascii: "/")) {
            return FilePath(String(cString: path))
        }
        guard let home = getenv("HOME"), home.pointee == CChar(UInt8(ascii: "/")) else { return nil }
        return FilePath(String(cString: home) + "/.local/share")
    }

    /// Brings to an end what an earlier run was in the middle of. Before the first sweep, which then finds it done; what
    /// has to do with a mount that hangs is left to itself, and done when it answers.
    func recover() throws(ImportError) {
        tellUnseen()
        for batch in try Recovery.unfinished(in: store) {
            let places = BatchPlaces()
            let body: @Sendable () -> Void = { [self] in recover(batch, places) }
            queue.append(
                BatchQueue.Job(
                    cancellation: Cancellation(),
                    places: places,
                    // Nobody is served before.
                    patience: .seconds(2),
                    body: body,
                    orElse: {}
                )
            )
        }
        let isDone = Monitor(false)
        queue.whenDone { isDone.update { $0 = true } }
        isDone.wait { $0 ? () : nil }
        clearStages()
    }

    /// Tries what waits once more. On the queue's thread.
    private func recoverWaiting(_ places: BatchPlaces) {
        for batch in batchProblems.waiting { recover(batch, places, isRunning: true) }
    }

    /// What ended with an error, of a full disk or a server that is gone, may have left its batch without an end. On the queue's
    /// thread, so that nothing is under way but what hangs, which looks the same.
    private func recoverInterrupted(_ places: BatchPlaces) {
        guard queue.hanging.isEmpty else { return }
        do throws(ImportError) {
            for batch in try Recovery.unfinished(in: store) { recover(batch, places, isRunning: true) }
        } catch { logger.error("\(error)") }
    }

    private func recover(_ batch: BatchName, _ places: BatchPlaces, isRunning: Bool = false) {
        do throws(ImportError) {
            let recovery = try Recovery(
                store,
                only: [batch],
                began: { places.are($0) },
                beforeEnd: { [self] settled throws(ImportError) in
                    // Else what was put back would be imported again, should this be interrupted as well.
                    try remember(settled)
                    try memory.commit()
                }
            )
            for recovered in recovery.recovered {
                tell(recovered)
                // Before the start the first sweep does that.
                if isRunning { library.endMoves(by: .brings(batch.description)) }
            }
            for problem in recovery.problems { note(problem, of: batch) }
        } catch {
            note(error, of: batch)
        }
        if isRunning { library.progress.statusChanged() }
    }

    private func note(_ problem: ImportError, of batch: BatchName) {
        if batchProblems.note(problem, of: batch) { logger.error("\(problem)") }
    }

    /// Tells the library, before it is started, what batches brought and put back of which it has not looked at everything.
    private func tellUnseen() {
        do {
            let unseen = try library.takeUnseenBatches().compactMap { BatchName($0) }
            let unfinished = try Set(Recovery.unfinished(in: store))
            for name in unseen where !unfinished.contains(name) { tell(name) }
        } catch { logger.error("\(error)") }
    }

    private func tell(_ name: BatchName) {
        do throws(ImportError) {
            guard let moves = try BatchMoves(of: name, in: store) else { return }
            library.tookPlace(moves.brought.map(ShotMove.init), by: .brings(name.description))
            library.tookPlace(moves.putBack.map(ShotMove.init), by: .isUndone(name.description))
        } catch { logger.error("\(error)") }
    }

    private func tell(_ batch: Recovery.Recovered) {
        tell(batch.batch)
        logger.notice(
            """
            the batch \(batch.batch) (\(batch.kind.rawValue)) was interrupted: \(batch.placed.count) files are at their \
            new place, \(batch.rolledBack) photos stayed where they were
            """
        )
    }

    /// Begins to watch the import folders: once the library has been started.
    func start(_ wanted: [ImportFolder]) throws {
        try folders.follow(wanted)
        library.sync { [folders] in folders.begin() }
    }

    /// Calls `body` when every import that was asked for before is done, everything that lies complete in the import folders is
    /// imported, and what was interrupted was tried again.
    func whenDone(_ body: @escaping @Sendable () -> Void) {
        folders.whenTaken { [self] in
            // What an import folder could not take may have left a batch without an end, too.
            if batchProblems.areAny || !folders.problems.isEmpty {
                let places = BatchPlaces()
                queue.append(
                    BatchQueue.Job(
                        cancellation: Cancellation(),
                        places: places,
                        body: { [self] in recoverInterrupted(places) },
                        orElse: {}
                    )
                )
            }
            queue.whenDone(body)
        }
    }

    /// The file that is being imported is finished; the rest stays where it is.
    func stop() {
        queue.stop()
        folders.stop()
    }

    /// Has files that lie where files are imported from left alone until they change.
    private func remember(_ files: [SettledFile]) throws(ImportError) {
        for (folder, files) in Dictionary(grouping: files, by: \.path.parent) {
            let stamps = Dictionary(files.map { ($0.path.lastName, $0.stamp) }) { _, later in later }
            try memory.remember(stamps, in: folder)
        }
    }

    // MARK: What hangs

    /// Places that do not answer, and that an import, or an import folder, waits for.
    var unreachable: [FilePath] {
        Set(folders.unreachable).union(queue.hanging).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// What is wrong now: half sentences, with what to do.
    var problems: [(problem: String, remedy: String)] {
        let watched = Set(folders.unreachable)
        let hanging = queue.hanging.filter { !watched.contains($0) }.map { place in
            (
                problem: "an import waits for \(place.display), which does not answer",
                remedy: "see to its server or disk, or detach it (umount -f -l); the others go on"
            )
        }
        return folders.problems + hanging.sorted { $0.problem < $1.problem } + batchProblems.all
    }

    // MARK: Commands

    /// On the event loop.
    func `import`(_ arguments: Arguments, on exchange: Exchange) throws(ProtocolError) {
        let order = try ImportOrder(arguments)
        perform("import", on: exchange, isDetached: order.isDetached) {
            [library, folders, importer, store] cancellation, places, reply in
            ImportJob(
                order: order,
                library: library,
                folders: folders,
                importer: importer,
                store: store,
                cancellation: cancellation,
                places: places,
                reply: reply
            ).run()
        }
    }

    /// On the event loop.
    func trash(_ arguments: Arguments, on exchange: Exchange) throws(ProtocolError) {
        let words = try arguments.uploadedIdentifiers()
        perform("trash", on: exchange) { [library, importer] cancellation, places, reply in
            TrashJob(
                words: words,
                library: library,
                importer: importer,
                cancellation: cancellation,
                places: places,
                reply: reply
            ).run()
        }
    }

    func undo(_ batch: String, on exchange: Exchange, _ cancellation: Cancellation) {
        perform("undo", on: exchange, cancellation, isDetached: false) { [self] cancellation, places, reply in
            reply.open(batch: nil)
            do throws(ImportError) {
                try Undo.check(batch, in: store)
                // First: what is looked at then is minutes old by the end of a sweep.
                let ending = LibraryWait.whileWritable(library, cancellation)
                guard ending == .exact else { return reply.abandon(ending) }
                let undo = try Undo(batch, in: store, trash: importer.trash, began: { places.are($0) })
                guard !cancellation.isCancelled else { return reply.abandon() }
                places.are(undo.places)
                reply.total = undo.count
                let taken = TakenPhotos(undo.sources, of: library)
                defer { taken.end() }
                var back: [SettledFile] = []
                let moves = undo.moves.mapValues { ShotMove(from: $0.from, to: $0.to, leaves: true) }
                let moving = MovingShots(moves, in: library)
                moving.begin(.isUndone(batch))
                defer { moving.endAll() }
                let result = try undo.run(
                    cancellation: cancellation,
                    beforeEnd: { () throws(ImportError) in
                        let isImportedFrom = folders.forbids
                        try remember(back.filter { isImportedFrom(FolderPlace(base: $0.path.parent)) })
                        try memory.commit()
                    },
                    report: { outcome in
                        moving.end(outcome)
                        back += outcome.putBack
                        reply.add(outcome)
                    }
                )
                for problem in result.problems { logger.warning("\(problem)") }
                taken.waitUntilGone(cancellation)
                reply.finish(batch: batch, ok: result.ok, unchanged: 0, errors: result.errors)
            } catch {
                reply.finish(
                    refusing: ProtocolError(code: error.code, command: "undo", message: "\(error)")
                )
            }
        }
    }

    /// The reply to `batches`. It reads files.
    func batches() throws(ImportError) -> [UInt8] {
        var json = JSONWriter(capacity: 4096)
        let listed: [BatchSummary]
        do throws(BatchError) {
            listed = try store.list { batchProblems.note(.journal($1), of: $0) }
        } catch { throw .journal(error) }
        for batch in listed { json.batch(batch) }
        return json.bytes
    }

    /// The reply to `batch`. It reads files.
    func lines(of batch: String) throws(ImportError) -> [UInt8] {
        do throws(BatchError) {
            guard let name = BatchName(batch), let content = try store.content(of: name),
                let summary = try store.summary(of: name)
            else { throw .noSuch(batch) }
            var lines = BatchLines(content)
            return lines.reply(summary)
        } catch { throw .journal(error) }
    }

    private func perform(
        _ command: String,
        on exchange: Exchange,
        isDetached: Bool = false,
        _ body: @escaping @Sendable (Cancellation, BatchPlaces, BatchReply) -> Void
    ) {
        let cancellation = Cancellation()
        // A client that goes has what it asked for stopped.
        if !isDetached { exchange.atEnd { cancellation.cancel() } }
        perform(command, on: exchange, cancellation, isDetached: isDetached, body)
    }

    private func perform(
        _ command: String,
        on exchange: Exchange,
        _ cancellation: Cancellation,
        isDetached: Bool,
        _ body: @escaping @Sendable (Cancellation, BatchPlaces, BatchReply) -> Void
    ) {
        let places = BatchPlaces()
        queue.append(
            BatchQueue.Job(
                cancellation: cancellation,
                places: places,
                body: { [self] in
                    recoverWaiting(places)
                    let reply = BatchReply(command, exchange, cancellation, isDetached: isDetached)
                    body(cancellation, places, reply)
                    if reply.isRefused || reply.hasErrors { recoverInterrupted(places) }
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

extension ShotMove {
    fileprivate init(_ move: BatchMoves.Move) {
        self.init(from: move.from, to: move.to, leaves: move.leaves)
    }
}
