import BatchService
import Batches
import Editing
import Files
import Importing
import LineServer
import PhotoModel

extension ImportService {
    /// A place for frames that are to become photos.
    func stage() throws(CallFailure) -> FrameStage { try FrameStage(in: stages) }

    /// Has frames of a video become photos beside it, when the imports before are done. From any thread.
    func keep(
        _ order: FrameSaving.Order,
        by writer: EditWriter,
        on exchange: Exchange,
        _ cancellation: Cancellation
    ) {
        let places = BatchPlaces()
        // A client that goes does not end what is still to be done with photos that are saved.
        let ending = Cancellation()
        ending.passOn(to: cancellation)
        append(ending, places, orElse: { exchange.abandon() }) { [library, importer, folders] in
            FrameSaving(
                order: order,
                library: library,
                importer: importer,
                obstacles: ImportObstacles(library, folders),
                writer: writer,
                cancellation: cancellation,
                ending: ending,
                places: places,
                exchange: exchange
            )
            .run()
        }
    }

    /// Removes frames that an earlier run was about to save, once every batch of such has its end: those of one that waits
    /// for its folder are still needed.
    func clearStages() {
        let isNeeded = (try? Recovery.unfinished(in: store))?.contains { name in
            let kind = (try? store.summary(of: name))?.kind
            return kind == nil || kind == .frame
        }
        if isNeeded == false { FrameStage.clearAll(in: stages) }
    }
}
