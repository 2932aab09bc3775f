import Batches
import CaptureRules
import ImportRules
import PhotoModel

/// Carries a plan out as one batch.
public struct Importer: Sendable {
    private let store: BatchStore
    private let trash: TrashFolder

    public init(store: BatchStore, trash: TrashFolder) {
        self.store = store
        self.trash = trash
    }

    /// - Parameter report: told of each unit when it is through, on the calling thread; units that stay where
    ///   they are come first. When it is told of a file at its new place, that lasts.
    /// - Parameter began: called with the batch's name before any file is touched and any unit told of.
    /// - Parameter beforeEnd: called when all units are through and the batch has no end yet: a crash before
    ///   that has it brought to an end by recovery, which tells of all its units once more.
    /// - Throws: where no journal can be written or nothing made to last. What was done by then, recovery
    ///   brings to an end.
    public func apply(
        _ plan: ImportPlan,
        action: ImportAction,
        cancellation: Cancellation = Cancellation(),
        began: (BatchName) -> Void = { _ in },
        beforeEnd: () throws(ImportError) -> Void = {},
        report: (UnitOutcome) -> Void
    ) throws(ImportError) -> BatchResult {
        var intents: [UnitIntent] = []
        var positions: [Int] = []
        var staying: [UnitOutcome] = []
        var unchanged = 0
        var errors = 0
        var trashes = TrashNames(trash)
        for (index, item) in plan.items.enumerated() {
            do throws(ImportError) {
                if let intent = try intent(item, intents.count + 1, action, &trashes) {
                    intents.append(intent)
                    positions.append(index)
                    continue
                }
                unchanged += 1
                staying.append(UnitOutcome(index: index, result: .unchanged(duplicateOf: item.twin)))
            } catch {
                errors += 1
                staying.append(UnitOutcome(index: index, result: .refused(error)))
            }
        }
        guard !intents.isEmpty else {
            for outcome in staying { report(outcome) }
            return BatchResult(batch: nil, ok: 0, unchanged: unchanged, errors: errors)
        }
        let tellsBatch: (BatchName) -> Void = { name in
            began(name)
            for outcome in staying { report(outcome) }
        }
        return try run(intents, errors, unchanged, cancellation, tellsBatch, beforeEnd) { position, result in
            report(UnitOutcome(index: positions[position], result: result))
        }
    }

    private func run(
        _ intents: [UnitIntent],
        _ errors: Int,
        _ unchanged: Int,
        _ cancellation: Cancellation,
        _ began: (BatchName) -> Void,
        _ beforeEnd: () throws(ImportError) -> Void,
        report: (Int, UnitOutcome.Result) -> Void
    ) throws(ImportError) -> BatchResult {
        let token = String(UInt32.random(in: .min ... .max), radix: 16)
        var run = try BatchRun(beginning: .import, in: store, token: token)
        let name = run.journal.name
        began(name)
        try run.run(intents, cancellation: cancellation) { position, unit in report(position, unit.result) }
        try beforeEnd()
        let (ok, errors) = (run.ok, run.errors + errors)
        try run.close(.done, ok: ok, errors: errors, time: store.now())
        return BatchResult(batch: name, ok: ok, unchanged: unchanged, errors: errors)
    }

    /// `nil` where nothing is to be done.
    private func intent(
        _ item: ImportPlan.Item,
        _ number: Int,
        _ action: ImportAction,
        _ trashes: inout TrashNames
    ) throws(ImportError) -> UnitIntent? {
        switch item.decision {
        case .inPlace, .duplicate(_, twins: nil): return nil
        case .refused(let error): throw error
        case .place(let place, let names):
            return UnitIntent(
                number: number,
                action: UnitAction(action),
                from: item.unit.folder,
                to: place,
                files: Self.files(item.unit, names)
            )
        case .duplicate(_, twins: .some(let twins)):
            let (place, names) = try trashes.claim(item.unit.files.map(\.name), from: item.unit.folder)
            return UnitIntent(
                number: number,
                action: .trash,
                from: item.unit.folder,
                to: place,
                twins: twins,
                files: Self.files(item.unit, names)
            )
        }
    }

    /// The change time of a file is another after each rename and link of one of its names, so only undo
    /// compares it.
    private static func files(_ unit: ImportUnit, _ names: [FileName]) -> [FileIntent] {
        zip(unit.files, names).map { file, name in
            var stamp = file.stamp
            stamp.changeTime = 0
            return FileIntent(
                name: file.name,
                newName: name,
                stamp: stamp,
                mode: file.mode,
                fingerprint: file.fingerprint
            )
        }
    }
}

extension ImportPlan.Item {
    fileprivate var twin: FilePath? {
        guard case .duplicate(of: let twin, twins: _) = decision else { return nil }
        return twin
    }
}
