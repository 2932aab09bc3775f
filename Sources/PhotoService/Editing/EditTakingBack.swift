import Batches
import EditRules
import Editing
import PhotoModel
import Reconciling

/// Takes edits back that are written down as taken back: what is shown in the index, and then sidecars where the edit left them.
struct EditTakingBack {
    let content: BatchContent
    let library: PhotoLibrary
    let sidecars: SidecarWriter

    /// What came of each. When it returns, everybody sees it, and it survives a power cut.
    ///
    /// - Parameter records: those that undo others.
    func carryOut(_ records: [EditRecord]) throws(BatchError) -> [EditOutcome] {
        var outcomes: [Int: EditOutcome] = [:]
        var due: [Int: [SidecarWriter.TakenBack]] = [:]
        for record in records where record.layer == .sidecar {
            switch sidecars.standing(content.sidecars(ofEdit: record.undoes ?? 0)) {
            case .asLeft(let takenBack): due[record.number] = takenBack
            case .changed: outcomes[record.number] = .overtaken
            case .failed(let failure): outcomes[record.number] = .failed(.busy, "\(failure)")
            }
        }
        let open = records.filter { outcomes[$0.number] == nil }
        let applied = EditApplication(library: library, includesDeparted: true).apply(open)
        for (record, outcome) in zip(open, applied) { outcomes[record.number] = EditOutcome(outcome) }
        let numbers = Dictionary(
            uniqueKeysWithValues: open.compactMap { record in record.undoes.map { ($0, record.number) } }
        )
        let putBack = open.flatMap { record in
            outcomes[record.number]?.isDone == true ? due[record.number] ?? [] : []
        }
        let failures = try sidecars.putBack(putBack, of: content.name, token: content.token)
        for (edit, failure) in failures {
            guard let number = numbers[edit] else { continue }
            outcomes[number] = .failed(.busy, "\(failure)")
        }
        return records.map { outcomes[$0.number] ?? .overtaken }
    }
}
