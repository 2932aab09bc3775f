import Batches
import EditRules
import Editing
import Importing
import LibraryIndex
import PhotoModel
import Reconciling

/// Takes edits back: first the sidecars, which are where their photos are now, and then what is shown in the index.
struct EditTakingBack {
    /// Folders and sidecars of so many are open at once.
    private static let portion = 256

    let content: BatchContent
    let library: PhotoLibrary
    let sidecars: SidecarWriter
    let cancellation: Cancellation

    /// Why edits cannot be taken back, by their numbers. Nothing is changed.
    ///
    /// - Parameter records: those that undo others.
    func refusals(_ records: [EditRecord]) -> [Int: EditOutcome] {
        var refusals: [Int: EditOutcome] = [:]
        let written = records.filter { $0.layer == .sidecar }
        do throws(IndexError) {
            let application = EditApplication(library: library, includesDeparted: true)
            for (record, outcome) in zip(written, try application.check(written)) where !outcome.isDone {
                refusals[record.number] = EditOutcome(outcome)
            }
        } catch {
            for record in written { refusals[record.number] = .failed(.system, "\(error)") }
        }
        let rest = written.filter { refusals[$0.number] == nil }
        for start in stride(from: 0, to: rest.count, by: Self.portion) {
            _ = standing(rest[start...].prefix(Self.portion), &refusals)
        }
        return refusals
    }

    /// What came of each. When it returns, everybody sees it, and it survives a power cut.
    ///
    /// - Parameter records: those of which nothing speaks against it, and which are written down.
    func carryOut(_ records: [EditRecord]) -> [EditOutcome] {
        var outcomes: [Int: EditOutcome] = [:]
        let plain = records.filter { $0.layer == .index }
        for (record, outcome) in zip(plain, apply(plain, isDecided: false)) {
            outcomes[record.number] = outcome
        }
        let written = records.filter { $0.layer == .sidecar }
        for start in stride(from: 0, to: written.count, by: Self.portion) {
            putBack(written[start...].prefix(Self.portion), &outcomes)
        }
        // What is shown beneath is what the sidecars say again: an overlay that is as they were would be dropped.
        if !written.isEmpty { LibraryWait.untilRead(library, cancellation) }
        let open = written.filter { outcomes[$0.number] == nil }
        for (record, outcome) in zip(open, apply(open, isDecided: true)) { outcomes[record.number] = outcome }
        return records.map { outcomes[$0.number] ?? .overtaken }
    }

    private func apply(_ records: [EditRecord], isDecided: Bool) -> [EditOutcome] {
        guard !records.isEmpty else { return [] }
        return EditApplication(library: library, includesDeparted: true, isDecided: isDecided)
            .apply(records).map { EditOutcome($0) }
    }

    private func putBack(_ records: ArraySlice<EditRecord>, _ outcomes: inout [Int: EditOutcome]) {
        let due = standing(records, &outcomes)
        let failures = sidecars.putBack(due, of: content.name, token: content.token)
        for record in records {
            guard let failure = record.undoes.flatMap({ failures[$0] }) else { continue }
            outcomes[record.number] = .failed(.busy, "\(failure)")
        }
    }

    /// The sidecars that are as edits have left them; of those edits of which one is not, why not.
    private func standing(
        _ records: ArraySlice<EditRecord>,
        _ outcomes: inout [Int: EditOutcome]
    ) -> [SidecarWriter.TakenBack] {
        var folders: SidecarWriter.Folders = [:]
        var due: [SidecarWriter.TakenBack] = []
        for record in records {
            let written = content.sidecars(ofEdit: record.undoes ?? 0)
            if written.isEmpty { continue }
            switch place(of: record) {
            case .failure(let refusal): outcomes[record.number] = refusal.outcome
            case .success(let place):
                switch sidecars.standing(written, in: place.folder, names: place.names, &folders) {
                case .asLeft(let takenBack): due += takenBack
                case .changed: outcomes[record.number] = .overtaken
                case .failed(let failure): outcomes[record.number] = .failed(.busy, "\(failure)")
                }
            }
        }
        return due
    }

    private struct Refusal: Error {
        let outcome: EditOutcome
    }

    private func place(
        of record: EditRecord
    ) -> Result<(folder: FilePath, names: [FileName]), Refusal> {
        let found: (folder: FilePath, names: [FileName], root: Int64)?
        do throws(IndexError) {
            found = try library.index.read { reader throws(IndexError) in
                guard let asset = try reader.asset(record.id),
                    let folder = try reader.path(ofDirectory: asset.directory)
                else { return nil }
                return (folder, try ShotSidecars(of: asset, reader).all, asset.root)
            }
        } catch { return .failure(Refusal(outcome: .failed(.system, "\(error)"))) }
        guard let found else {
            let message = "the photo is not in the library now: bring it back first"
            return .failure(Refusal(outcome: .failed(.noSuch, message)))
        }
        guard !library.allRoots.contains(where: { $0.key == found.root && $0.state == .offline }) else {
            let message = "\(found.folder.display) is offline: try again when it is back"
            return .failure(Refusal(outcome: .failed(.busy, message)))
        }
        return .success((found.folder, found.names))
    }
}
