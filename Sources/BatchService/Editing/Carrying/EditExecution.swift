import Batches
import EditRules
import Editing
import ImageContainers
import Importing
import LibraryIndex
import LineProtocol
import PhotoModel
import WatchedLibrary

/// Carries edits out that are written down: what is shown in the index, at once, and what is to be in sidecars there.
///
/// A sidecar is worked out before anything is shown, so that one that cannot be changed is an error and no more. One that can
/// only not be written now is waited for.
struct EditExecution {
    let library: PhotoLibrary
    let writer: EditWriter
    let token: String
    /// Of waiting for what other programs write meanwhile, and between two portions, where the daemon ends or a place hangs.
    let cancellation: Cancellation
    let places: BatchPlaces
    /// Whether what other programs write meanwhile is waited for.
    var waitsForOthers = true
    /// Whether it was cut off before: a photo that is not there now is edited all the same, and has its values when it comes back.
    var isRecovered = false
    /// What the batch says that waits; nothing is shown anew then, and what somebody has said otherwise since counts.
    var repeated: BatchContent?
    /// Told of folders in which a file could not be written: a disk that was pulled keeps what was beside it.
    var failed: (FilePath) -> Void = { _ in }

    /// What came of each. When it returns, everybody sees it, and it survives a power cut.
    ///
    /// - Parameter last: the number of the journal's last sidecar.
    /// - Returns: `nil` where the daemon ends first, or a place hangs: the batch is left without an end, and recovery brings it to
    ///   it.
    func carryOut(
        _ records: [EditRecord],
        _ journal: inout Journal,
        after last: inout Int
    ) throws(BatchError) -> [EditOutcome]? {
        var outcomes: [Int: EditOutcome] = [:]
        let plain = records.filter { $0.layer == .index }
        for (record, outcome) in zip(plain, try apply(plain)) { outcomes[record.number] = outcome }
        var rest = records.filter { $0.layer.isOnDisk }[...]
        while !rest.isEmpty {
            if cancellation.isForLater { return nil }
            let portion = rest.prefix(Self.portion)
            guard let count = try carryOutPortion(portion, &journal, after: &last, &outcomes) else {
                return nil
            }
            rest = rest.dropFirst(count)
        }
        if cancellation.isGivenUp { return nil }
        return records.map { outcomes[$0.number] ?? .overtaken }
    }

    private func apply(_ records: [EditRecord]) throws(BatchError) -> [EditOutcome] {
        guard !records.isEmpty else { return [] }
        return try EditApplication(
            library: library,
            includesDeparted: isRecovered,
            mayFail: !isRecovered
        )
        .apply(records).map { EditOutcome($0) }
    }

    /// What would come of each, as far as it is known before anything is done; `nil`: it would be done.
    ///
    /// - Returns: `nil` where the daemon ends first, or a place hangs.
    func foresee(_ records: [EditRecord]) -> [EditOutcome?]? {
        var outcomes: [Int: EditOutcome] = [:]
        var rest = records.filter { $0.layer.isOnDisk }[...]
        while !rest.isEmpty {
            if cancellation.isForLater { return nil }
            let prepared = prepare(rest.prefix(Self.portion))
            outcomes.merge(prepared.outcomes) { _, new in new }
            for record in prepared.records where prepared.isNothing(record) {
                outcomes[record.number] = .unchanged
            }
            rest = rest.dropFirst(prepared.records.count)
        }
        return records.map { outcomes[$0.number] }
    }

    /// Edits whose sidecars have been looked at.
    private struct Prepared {
        let records: [EditRecord]
        /// Edits that come to other values than they did.
        var anew: Set<Int> = []
        /// Whether files are others by now than those that the index has read.
        var isBehind = false
        /// Files to be written, by edit.
        var ready: [Int: [PreparedFile]] = [:]
        /// Edits that say what is shown already.
        var shown: Set<Int>
        /// Of edits that cannot be done, or not now.
        var outcomes: [Int: EditOutcome] = [:]

        /// Where an edit is written.
        func layers(of record: EditRecord) -> [EditLayer] {
            let files = ready[record.number] ?? []
            return (files.contains { $0.isPhoto } ? [.file] : [])
                + (files.contains { !$0.isPhoto } ? [.sidecar] : [])
        }

        /// Whether everybody says already what an edit says.
        func isNothing(_ record: EditRecord) -> Bool {
            outcomes[record.number] == nil && ready[record.number]?.isEmpty ?? true
                && (record.change.was == record.change.now || shown.contains(record.number))
        }
    }

    /// Of how many records photos are found and sidecars read at once.
    private static let portion = 256

    /// How often files are looked at that other programs write meanwhile.
    private static let looks = 3

    /// Looks at the sidecars of the first records, at least of one. Nothing is changed.
    private func prepare(_ records: ArraySlice<EditRecord>) -> Prepared {
        var prepared = look(at: records)
        guard waitsForOthers else { return prepared }
        for _ in 1..<Self.looks where prepared.isBehind {
            LibraryWait.untilReadBesideSweep(library, cancellation)
            prepared = look(at: records)
        }
        return prepared
    }

    private func look(at records: ArraySlice<EditRecord>) -> Prepared {
        let found: WritingPlaces
        do throws(IndexError) {
            found = try WritingPlaces.find(
                records,
                library,
                mayComeBack: mayComeBack,
                isRepeated: repeated != nil
            )
        } catch {
            var prepared = Prepared(records: Array(records), shown: [])
            // What is shown already is written another time.
            let obstacle = WritingObstacle(.system, "\(error)")
            let outcome: EditOutcome = repeated == nil ? .refused(obstacle) : .waiting(obstacle)
            for record in records { prepared.outcomes[record.number] = outcome }
            return prepared
        }
        let orders = found.orders
        places.are(library.roots(of: Set(orders.map(\.folder))))
        let looks = orders.isEmpty ? [] : writer.prepare(orders)
        let placed = Set(orders.prefix(looks.count).map(\.edit))
        var prepared = Prepared(
            records: records.prefix { placed.contains($0.number) || found.unplaced[$0.number] != nil }
                .map { found.anew[$0.number] ?? $0 },
            anew: Set(found.anew.keys),
            shown: found.shown
        )
        for record in prepared.records { prepared.outcomes[record.number] = found.unplaced[record.number] }
        for (order, look) in zip(orders, looks) {
            switch look {
            case .ready(let files): prepared.ready[order.edit] = files
            case .failed(.gone) where mayComeBack: prepared.outcomes[order.edit] = WritingPlaces.absent
            case .failed(let failure):
                if case .changed = failure { prepared.isBehind = true }
                prepared.outcomes[order.edit] = EditOutcome(failure)
            }
        }
        // What is forgotten cannot be shown as forgotten as long as a sidecar says it; what is shown so already waits like any other.
        for record in prepared.records where repeated == nil && record.change.now.forgets {
            guard case .waiting(let obstacle)? = prepared.outcomes[record.number] else { continue }
            prepared.outcomes[record.number] = .refused(obstacle)
        }
        return prepared
    }

    /// - Returns: of how many records it took care; `nil` where the daemon ends, or it was given up, before any was shown.
    private func carryOutPortion(
        _ records: ArraySlice<EditRecord>,
        _ journal: inout Journal,
        after last: inout Int,
        _ outcomes: inout [Int: EditOutcome]
    ) throws(BatchError) -> Int? {
        let prepared = prepare(records)
        if cancellation.isForLater { return nil }
        outcomes.merge(prepared.outcomes) { _, new in new }
        // What comes to other values is written down like all else before it is done.
        for record in prepared.records
        where prepared.anew.contains(record.number) && outcomes[record.number]?.isDone ?? true {
            journal.text.append(record)
        }
        try journal.commit()
        try show(prepared, &outcomes)
        let written = prepared.records.flatMap { record -> [PreparedFile] in
            switch outcomes[record.number] {
            case .done?, .unchanged?: prepared.ready[record.number] ?? []
            case .waiting?, .failed?, .overtaken?, nil: []
            }
        }
        let ids = Dictionary(prepared.records.map { ($0.number, $0.id) }) { first, _ in first }
        let failures = try writer.write(
            written,
            &journal,
            token: token,
            after: &last,
            earlier: { [repeated] in repeated?.sidecars(ofEdit: $0) ?? [] },
            replacing: { [library] edit, file in
                if let id = ids[edit] { library.run.writes(id, into: file) }
            }
        )
        for file in written where failures[file.edit] != nil { failed(file.folder) }
        // What it says is shown already.
        for (edit, failure) in failures { outcomes[edit] = .waiting(WritingObstacle(failure)) }
        return prepared.records.count
    }

    /// Sets in the index what can be written, or may be another time.
    private func show(_ prepared: Prepared, _ outcomes: inout [Int: EditOutcome]) throws(BatchError) {
        try correct(prepared, &outcomes)
        let shown = prepared.records.filter { outcomes[$0.number]?.isDone ?? true }
        let applied = try repeated == nil ? apply(shown) : shown.map { _ in .done() }
        for (record, outcome) in zip(shown, applied) {
            if !outcome.isDone {
                outcomes[record.number] = outcome
            } else if outcomes[record.number] == nil {
                outcomes[record.number] =
                    prepared.isNothing(record) ? .unchanged : .done(prepared.layers(of: record))
            }
        }
    }

    /// Has photos that say what an edit had come to before say what it comes to now.
    private func correct(_ prepared: Prepared, _ outcomes: inout [Int: EditOutcome]) throws(BatchError) {
        let corrections = prepared.records.filter { outcomes[$0.number]?.isDone ?? true }.flatMap(
            \.corrections
        )
        for (record, outcome) in zip(corrections, try apply(corrections)) {
            // Else nobody had said it, or somebody has said otherwise since.
            guard case .failed(.system, let message) = outcome else { continue }
            outcomes[record.number] = repeated == nil ? outcome : .waiting(WritingObstacle(.system, message))
        }
    }

    private var mayComeBack: Bool { isRecovered || repeated != nil }
}
