import Batches
import EditRules
import Editing
import Importing
import LibraryIndex
import PhotoModel
import Roots
import WatchedLibrary

/// Takes edits back: first photos and sidecars, which are where their photos are now, and then what is shown in the index.
struct EditTakingBack {
    /// Of so many files are in memory at once.
    private static let (sidecars, photos) = (256, 16)

    let content: BatchContent
    let library: PhotoLibrary
    let writer: EditWriter
    /// Of waiting for what was put back to be read, and between two portions, where the daemon ends or a place hangs.
    let cancellation: Cancellation
    let places: BatchPlaces
    /// Whether it was cut off before.
    var isRecovered = false

    /// Why edits cannot be taken back, by their numbers. Nothing is changed.
    ///
    /// - Parameter records: those that undo others.
    /// - Returns: `nil` where the daemon ends first, or a place hangs.
    func refusals(_ records: [EditRecord]) -> [Int: EditOutcome]? {
        var refusals: [Int: EditOutcome] = [:]
        do throws(IndexError) {
            let application = EditApplication(library: library, includesDeparted: true)
            let unwritten = unwrittenEdits
            let outcomes = try application.check(records) { record in
                let said = record.change.was
                return unwritten.contains(record.undoes ?? 0) ? said : said.besideSidecars
            }
            for (record, outcome) in zip(records, outcomes) where !outcome.isDone {
                refusals[record.number] = EditOutcome(outcome)
            }
        } catch {
            for record in records { refusals[record.number] = .failed(.system, "\(error)") }
        }
        let rest = records.filter { $0.layer.isOnDisk && refusals[$0.number] == nil }
        for part in Self.parts(of: rest) {
            if cancellation.isForLater { return nil }
            _ = standing(part, &refusals)
        }
        return refusals
    }

    /// The numbers of the edits of which all is said beside their photos' files, or of which some file could not be written.
    private var unwrittenEdits: Set<Int> {
        let shown = content.edits.filter { content.sidecars(ofEdit: $0.number).isEmpty }
        return Set((shown + content.waitingEdits + content.overtakenEdits).map(\.number))
    }

    /// What came of each. When it returns, everybody sees it, and it survives a power cut.
    ///
    /// - Parameter records: those of which nothing speaks against it, and which are written down.
    /// - Returns: `nil` where the daemon ends first, or a place hangs: the batch is left without an end, and recovery brings it to
    ///   it.
    func carryOut(_ records: [EditRecord]) throws(BatchError) -> [EditOutcome]? {
        var outcomes: [Int: EditOutcome] = [:]
        let plain = records.filter { $0.layer == .index }
        for (record, outcome) in zip(plain, try apply(plain)) {
            outcomes[record.number] = outcome
        }
        let written = records.filter { $0.layer.isOnDisk }
        var restored = Restored()
        for part in Self.parts(of: written) {
            if cancellation.isForLater { return nil }
            putBack(part, &outcomes, &restored)
        }
        // What is shown beneath is what the sidecars say again: an overlay that is as they were would be dropped.
        if !written.isEmpty { LibraryWait.untilRead(library, cancellation) }
        if cancellation.isForLater { return nil }
        let open = written.filter { outcomes[$0.number] == nil }
        let layers = Self.layers(of: restored.files)
        for (record, outcome) in zip(open, try apply(open, arePutBack: true)) {
            outcomes[record.number] = outcome.written(
                to: layers[record.undoes ?? 0] ?? [],
                without: restored.gonePhotos[record.number]
            )
        }
        return records.map { outcomes[$0.number] ?? .overtaken }
    }

    /// - Parameter arePutBack: whether their files say it by now.
    private func apply(
        _ records: [EditRecord],
        arePutBack: Bool = false
    ) throws(BatchError) -> [EditOutcome] {
        guard !records.isEmpty else { return [] }
        return try EditApplication(
            library: library,
            includesDeparted: true,
            isDecided: arePutBack,
            mayFail: !arePutBack && !isRecovered
        )
        .apply(records).map { EditOutcome($0) }
    }

    private static func parts(of records: [EditRecord]) -> [ArraySlice<EditRecord>] {
        let count = records.contains { $0.layer.isInPhoto } ? photos : sidecars
        return stride(from: 0, to: records.count, by: count).map { records[$0...].prefix(count) }
    }

    /// Where edits had been written, by their numbers.
    private static func layers(of files: [EditWriter.TakenBack]) -> [Int: [EditLayer]] {
        Dictionary(grouping: files, by: \.edit).mapValues { files in
            (files.contains { $0.isPhoto } ? [.file] : [])
                + (files.contains { !$0.isPhoto } ? [.sidecar] : [])
        }
    }

    /// What of edits could be taken back.
    private struct Restored {
        var files: [EditWriter.TakenBack] = []
        /// Photos that were written and are not there any more, by the numbers of what undoes that.
        var gonePhotos: [Int: FilePath] = [:]
    }

    private func putBack(
        _ records: ArraySlice<EditRecord>,
        _ outcomes: inout [Int: EditOutcome],
        _ restored: inout Restored
    ) {
        let due = standing(records, &outcomes)
        let ids = Dictionary(records.map { ($0.undoes, $0.id) }) { first, _ in first }
        let failures = writer.putBack(due.files, of: content.name, token: content.token) {
            [library] edit, file in
            if let id = ids[edit] { library.run.writes(id, into: file) }
        }
        for record in records {
            guard let failure = record.undoes.flatMap({ failures[$0] }) else { continue }
            outcomes[record.number] = .refused(WritingObstacle(failure))
        }
        restored.files += due.files.filter { failures[$0.edit] == nil }
        restored.gonePhotos.merge(due.gonePhotos) { _, new in new }
    }

    /// The files that are as edits have left them; of those edits of which one is not, why not.
    private func standing(
        _ records: ArraySlice<EditRecord>,
        _ outcomes: inout [Int: EditOutcome]
    ) -> Restored {
        var folders: EditWriter.Folders = [:]
        var due = Restored()
        var visited: Set<FilePath> = []
        for record in records {
            let written = content.sidecars(ofEdit: record.undoes ?? 0)
            if written.isEmpty { continue }
            switch place(of: record) {
            case .failure(let refusal): outcomes[record.number] = refusal.outcome
            case .success(let place):
                // Where they were written is looked at as well.
                let looked = Set([place.folder] + written.map(\.path.parent))
                if !looked.isSubset(of: visited) {
                    visited.formUnion(looked)
                    places.are(library.roots(of: visited))
                }
                switch writer.standing(written, of: place, &folders) {
                case .asLeft(let takenBack, let gonePhoto):
                    due.files += takenBack
                    due.gonePhotos[record.number] = gonePhoto
                case .changed: outcomes[record.number] = .overtaken
                case .failed(let failure): outcomes[record.number] = .refused(WritingObstacle(failure))
                }
            }
        }
        return due
    }

    private struct Refusal: Error {
        let outcome: EditOutcome
    }

    /// Where a shot's files are now.
    private func place(
        of record: EditRecord
    ) -> Result<EditedShot, Refusal> {
        let found: (place: EditedShot, root: Int64)?
        do throws(IndexError) {
            found = try library.index.read { reader throws(IndexError) in
                guard let asset = try reader.asset(record.id),
                    let folder = try reader.path(ofDirectory: asset.directory)
                else { return nil }
                return (try EditedShot(of: asset, in: folder, reader), asset.root)
            }
        } catch { return .failure(Refusal(outcome: .failed(.system, "\(error)"))) }
        guard let found else {
            let message = "the photo is not in the library now: bring it back first"
            return .failure(Refusal(outcome: .failed(.noSuch, message)))
        }
        guard !library.allRoots.contains(where: { $0.key == found.root && $0.state == .offline }) else {
            return .failure(Refusal(outcome: .refused(.offline(found.place.folder))))
        }
        return .success(found.place)
    }
}
