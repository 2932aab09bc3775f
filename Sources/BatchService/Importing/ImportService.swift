import Batches
import ImportRules
import Importing
import LineProtocol
import Logging
import PhotoModel
import Sweeps
import Threads
import WatchedLibrary

/// Imports, their batches, and how they are undone.
package final class ImportService: Sendable {
    package let library: PhotoLibrary
    package let store: BatchStore
    package let importer: Importer
    let memory: ImportMemory
    let batchProblems: BatchProblems
    package let queue: BatchQueue
    let logger: Logger
    package let folders: ImportFolders
    /// Where frames wait that are to become photos.
    package let stages: FilePath

    /// - Parameter dataHome: `$XDG_DATA_HOME`, where the home trash is; `nil` where the user has no home.
    package init(
        library: PhotoLibrary,
        stateDirectory: FilePath,
        dataHome: FilePath?,
        logger: Logger
    ) throws(ImportError) {
        self.library = library
        self.logger = logger
        stages = stateDirectory.appending(FileName("frames"))
        let store: BatchStore
        do throws(BatchError) { store = try BatchStore(stateDirectory: stateDirectory) } catch {
            throw .journal(error)
        }
        let importer = Importer(store: store, trash: TrashFolder(dataHome: dataHome))
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
                if let place = queue.silentPlace(among: places.all) {
                    job.putOff("\(Cancellation.Cause.hanging(place))")
                } else {
                    job.run()
                }
            }
            let orElse: @Sendable () -> Void = {
                // Where the daemon ends the next start finds all of it.
                if !queue.isStopped { job.putOff("\(LibraryError.noThread)") }
            }
            queue.append(
                BatchQueue.Job(cancellation: cancellation, places: places, body: body, orElse: orElse)
            )
        }
    }

    /// Begins to watch the import folders: once the library has been started.
    package func start(_ wanted: [ImportFolder]) throws {
        try folders.follow(wanted)
        library.sync { [folders] in folders.begin() }
    }

    /// Calls `body` when every import that was asked for before is done, everything that lies complete in the import folders is
    /// imported, and what was interrupted was tried again.
    package func whenDone(_ body: @escaping @Sendable () -> Void) {
        folders.whenTaken { [self] in
            // What an import folder could not take may have left a batch without an end, too; and a place that did not answer may have
            // been detached.
            if batchProblems.areAny || !folders.problems.isEmpty || !queue.hanging.isEmpty {
                let (cancellation, places) = (Cancellation(), BatchPlaces())
                queue.append(
                    BatchQueue.Job(
                        cancellation: cancellation,
                        places: places,
                        body: { [self] in recoverInterrupted(places, cancellation) },
                        orElse: {}
                    )
                )
            }
            queue.whenDone(body)
        }
    }

    /// The file that is being imported is finished; the rest stays where it is.
    package func stop() {
        queue.stop()
        folders.stop()
    }

    // MARK: What hangs

    /// Whether a place, or one around it, is known not to answer, to a crawler or to an earlier import.
    private func isSilent(_ place: FilePath) -> Bool {
        library.run.root(of: place)?.hanging != nil || queue.silentPlace(among: [place]) != nil
    }

    /// Places that do not answer, and that an import, or an import folder, waits for.
    package var unreachable: [FilePath] {
        Set(folders.unreachable).union(queue.hanging).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// What is wrong now: half sentences, with what to do.
    package var problems: [(problem: String, remedy: String)] {
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
    package func `import`(_ order: ImportOrder, to road: any ReplyRoad) {
        perform("import", to: road, isDetached: order.isDetached) {
            [self] cancellation, places, reply in
            ImportJob(
                order: order,
                library: library,
                folders: folders,
                importer: importer,
                store: store,
                isSilent: isSilent,
                cancellation: cancellation,
                places: places,
                reply: reply
            ).run()
        }
    }

    /// On the event loop.
    /// - Parameter words: ids, uris or paths.
    package func trash(_ words: [String], to road: any ReplyRoad) {
        perform("trash", to: road) { [library, importer] cancellation, places, reply in
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

    /// Takes back what an import, a trash or saved frames did.
    package func undo(_ batch: String, to road: any ReplyRoad, _ cancellation: Cancellation) {
        perform("undo", to: road, cancellation, isDetached: false) { [self] cancellation, places, reply in
            UndoJob(
                batch: batch,
                library: library,
                folders: folders,
                importer: importer,
                store: store,
                memory: memory,
                isSilent: isSilent,
                cancellation: cancellation,
                places: places,
                reply: reply,
                logger: logger
            ).run()
        }
    }

    /// The reply to `batches`. It reads files.
    package func batches() throws(ImportError) -> [UInt8] {
        var json = JSONWriter(capacity: 4096)
        let listed: [BatchSummary]
        do throws(BatchError) {
            listed = try store.list { batchProblems.note(.journal($1), of: $0) }
        } catch { throw .journal(error) }
        for batch in listed { json.batch(batch) }
        return json.bytes
    }

    /// The reply to `batch`. It reads files.
    package func lines(of batch: String) throws(ImportError) -> [UInt8] {
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
        to road: any ReplyRoad,
        isDetached: Bool = false,
        _ body: @escaping @Sendable (Cancellation, BatchPlaces, BatchReply) -> Void
    ) {
        let cancellation = Cancellation()
        // A client that goes has what it asked for stopped.
        if !isDetached { road.atEnd { cancellation.cancel() } }
        perform(command, to: road, cancellation, isDetached: isDetached, body)
    }

    private func perform(
        _ command: String,
        to road: any ReplyRoad,
        _ cancellation: Cancellation,
        isDetached: Bool,
        _ body: @escaping @Sendable (Cancellation, BatchPlaces, BatchReply) -> Void
    ) {
        let places = BatchPlaces()
        append(cancellation, places, orElse: { road.abandon() }) {
            let reply = BatchReply(command, road, cancellation, isDetached: isDetached)
            body(cancellation, places, reply)
            return !reply.isRefused && !reply.hasErrors
        }
    }

    /// Has a batch be carried out when what was asked for before is done. From any thread.
    ///
    /// - Parameters:
    ///   - orElse: there is no thread for it, or the daemon ends.
    ///   - body: returns whether all of it was done; else it may have left a batch without an end, which is brought to it.
    package func append(
        _ cancellation: Cancellation,
        _ places: BatchPlaces,
        orElse: @escaping @Sendable () -> Void,
        body: @escaping @Sendable () -> Bool
    ) {
        queue.append(
            BatchQueue.Job(
                cancellation: cancellation,
                places: places,
                body: { [self] in
                    recoverWaiting(places, cancellation)
                    if !body() { recoverInterrupted(places, cancellation) }
                },
                orElse: orElse
            )
        )
    }
}
