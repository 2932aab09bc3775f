import Batches
import EditRules
import Editing
import LibraryIndex
import LineProtocol
import PhotoModel
import Reconciling

/// Carries edits out that are written down: what is shown in the index, at once, and what is to be in sidecars there.
///
/// A sidecar is worked out before anything is shown, so that one that cannot be changed is an error and no more. One that can
/// only not be written now is waited for.
struct EditExecution {
    let library: PhotoLibrary
    let sidecars: SidecarWriter
    let token: String
    /// Whether a photo that is not there now is edited all the same: it has its values when it comes back.
    var includesDeparted = false
    /// Whether nothing is shown anew: what somebody has said otherwise since counts.
    var isRepeated = false

    /// What came of each. When it returns, everybody sees it, and it survives a power cut.
    ///
    /// - Parameter last: the number of the journal's last sidecar.
    func carryOut(
        _ records: [EditRecord],
        _ journal: inout Journal,
        after last: inout Int
    ) throws(BatchError) -> [EditOutcome] {
        var outcomes: [Int: EditOutcome] = [:]
        let plain = records.filter { $0.layer == .index }
        for (record, outcome) in zip(plain, apply(plain)) { outcomes[record.number] = outcome }
        var rest = records.filter { $0.layer == .sidecar }[...]
        while !rest.isEmpty {
            let count = try carryOutPortion(rest.prefix(256), &journal, after: &last, &outcomes)
            rest = rest.dropFirst(count)
        }
        return records.map { outcomes[$0.number] ?? .overtaken }
    }

    private func apply(_ records: [EditRecord]) -> [EditOutcome] {
        guard !records.isEmpty else { return [] }
        return EditApplication(
            library: library,
            includesDeparted: includesDeparted,
            onlyWhereDone: isRepeated
        )
        .apply(records).map { EditOutcome($0) }
    }

    /// - Returns: of how many records it took care.
    private func carryOutPortion(
        _ records: ArraySlice<EditRecord>,
        _ journal: inout Journal,
        after last: inout Int,
        _ outcomes: inout [Int: EditOutcome]
    ) throws(BatchError) -> Int {
        let (orders, unplaced): ([SidecarOrder], [Int: EditOutcome])
        do throws(IndexError) { (orders, unplaced) = try places(of: records) } catch {
            for record in records { outcomes[record.number] = .failed(.system, "\(error)") }
            return records.count
        }
        let prepared = orders.isEmpty ? [] : sidecars.prepare(orders)
        var ready: [Int: [PreparedSidecar]] = [:]
        for (order, prepared) in zip(orders, prepared) {
            switch prepared {
            case .ready(let sidecars): ready[order.edit] = sidecars
            case .failed(let failure): outcomes[order.edit] = EditOutcome(failure)
            }
        }
        let placed = Set(orders.prefix(prepared.count).map(\.edit))
        let taken = records.prefix { placed.contains($0.number) || unplaced[$0.number] != nil }
        for record in taken where unplaced[record.number] != nil {
            outcomes[record.number] = unplaced[record.number]
        }
        // Of what cannot be written for good nothing is shown.
        let shown = taken.filter { record in
            (outcomes[record.number]?.isDone ?? true) && !(isRepeated && unplaced[record.number] != nil)
        }
        var written: [PreparedSidecar] = []
        for (record, outcome) in zip(shown, apply(Array(shown))) {
            guard outcome.isDone else {
                outcomes[record.number] = outcome
                continue
            }
            guard outcomes[record.number] == nil, let sidecars = ready[record.number] else { continue }
            written += sidecars
            let isNothing = sidecars.isEmpty && record.change.was == record.change.now
            outcomes[record.number] = isNothing ? .unchanged : .done
        }
        let failures = try sidecars.write(written, &journal, token: token, after: &last)
        for (edit, failure) in failures { outcomes[edit] = EditOutcome(waitingFor: failure) }
        return taken.count
    }

    /// What is said of a photo that is not in the library: it may come back, with what is shown of it.
    private var absent: EditOutcome {
        if isRepeated { return .waiting("the photo is not in the library now") }
        return includesDeparted ? .done : .failed(.noSuch, "the photo is not in the library any more")
    }

    /// Where the sidecars of photos are, or why nobody knows.
    private func places(
        of records: ArraySlice<EditRecord>
    ) throws(IndexError) -> ([SidecarOrder], [Int: EditOutcome]) {
        let offline = Set(library.allRoots.filter { $0.state == .offline }.map(\.key))
        return try library.index.read { reader throws(IndexError) in
            var orders: [SidecarOrder] = []
            var unplaced: [Int: EditOutcome] = [:]
            for record in records {
                guard let asset = try reader.asset(record.id),
                    let folder = try reader.path(ofDirectory: asset.directory)
                else {
                    unplaced[record.number] = absent
                    continue
                }
                guard !offline.contains(asset.root) else {
                    unplaced[record.number] = .waiting(
                        "\(folder.display) is offline: it is written when it is back"
                    )
                    continue
                }
                let companions = try reader.companions(of: asset.key)
                orders.append(
                    SidecarOrder(
                        edit: record.number,
                        folder: folder,
                        photo: asset.name,
                        names: SidecarNames.names(
                            of: [asset.name]
                                + companions.filter { $0.format.kind != .sidecar }.map(\.name),
                            among: companions.filter { $0.format == .xmpSidecar }.map(\.name)
                        ),
                        values: record.change.now.inSidecar
                    )
                )
            }
            return (orders, unplaced)
        }
    }
}

extension EditOutcome {
    /// Of a sidecar whose values are shown already.
    fileprivate init(waitingFor failure: SidecarFailure) {
        self = .waiting("\(failure)")
    }
}
