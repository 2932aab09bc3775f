import Batches
import Importing
import LineProtocol
import Logging
import PhotoModel
import WatchedLibrary

/// One `undo` of an import, a trash or saved frames: has each file put back where it was.
struct UndoJob {
    let batch: String
    let library: PhotoLibrary
    let folders: ImportFolders
    let importer: Importer
    let store: BatchStore
    let memory: ImportMemory
    /// Whether a place is known not to answer.
    let isSilent: (FilePath) -> Bool
    let cancellation: Cancellation
    let places: BatchPlaces
    let reply: BatchReply
    let logger: Logger

    func run() {
        reply.open(batch: nil)
        do throws(ImportError) {
            try Undo.check(batch, in: store)
            // First: what is looked at then is minutes old by the end of a sweep.
            let ending = LibraryWait.whileWritable(library, cancellation)
            guard ending == .exact else { return reply.abandon(ending) }
            let undo = try Undo(
                batch,
                in: store,
                trash: importer.trash,
                began: { places.are($0) },
                isSilent: isSilent
            )
            guard !cancellation.isCancelled else { return reply.abandon() }
            places.are(undo.places)
            try putBack(undo)
        } catch {
            reply.finish(refusing: ProtocolError(error, of: "undo"))
        }
    }

    private func putBack(_ undo: consuming Undo) throws(ImportError) {
        reply.total = undo.count
        places.batch = BatchName(batch)
        let taken = TakenPhotos(undo.sources, of: library)
        defer { taken.end() }
        var back: [SettledFile] = []
        let moves = undo.moves.mapValues { ShotMove(from: $0.from, to: $0.to, leaves: true) }
        let moving = MovingShots(moves, in: library)
        moving.begin(.isUndone(batch))
        taken.begin(batch)
        defer { moving.endAll() }
        let result = try undo.run(
            cancellation: cancellation,
            beforeEnd: { () throws(ImportError) in
                let isImportedFrom = folders.forbids
                try memory.remember(back.filter { isImportedFrom(FolderPlace(base: $0.path.parent)) })
                try memory.commit()
            },
            report: { outcome in
                moving.end(outcome)
                taken.note(outcome)
                back += outcome.putBack
                reply.add(outcome)
            }
        )
        for problem in result.problems { logger.warning("\(problem)") }
        taken.waitUntilGone(cancellation)
        reply.finish(batch: batch, ok: result.ok, unchanged: 0, errors: result.errors)
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
