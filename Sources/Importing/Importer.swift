import Batches
import CaptureRules
import Files
import Glibc
import ImportRules
import PhotoModel

/// Carries a plan out as one batch.
public struct Importer: Sendable {
    private let store: BatchStore
    public let trash: TrashFolder

    public init(store: BatchStore, trash: TrashFolder) {
        self.store = store
        self.trash = trash
    }

    /// - Parameter destination: the folder that the plan is for, opened before it was made: nothing goes to another that has its
    ///   path by now, as the empty one that a disk was mounted on.
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
        into destination: Folder? = nil,
        cancellation: Cancellation = Cancellation(),
        began: (BatchName) -> Void = { _ in },
        beforeEnd: () throws(ImportError) -> Void = {},
        report: (UnitOutcome) -> Void
    ) throws(ImportError) -> BatchResult {
        var order = BatchOrder()
        var trashes = TrashNames(trash)
        for (index, item) in plan.items.enumerated() {
            do throws(ImportError) {
                if let intent = try intent(item, order.nextNumber, action, &trashes) {
                    order.add(intent, at: index)
                } else {
                    order.leave(index, duplicateOf: item.twin)
                }
            } catch {
                order.refuse(index, error)
            }
        }
        return try carryOut(order, as: .import, into: destination, cancellation, began, beforeEnd, report)
    }

    func carryOut(
        _ order: BatchOrder,
        as kind: BatchKind,
        into destination: Folder? = nil,
        _ cancellation: Cancellation,
        _ began: (BatchName) -> Void,
        _ beforeEnd: () throws(ImportError) -> Void,
        _ report: (UnitOutcome) -> Void
    ) throws(ImportError) -> BatchResult {
        guard !order.intents.isEmpty else {
            for outcome in order.staying { report(outcome) }
            return BatchResult(batch: nil, ok: 0, unchanged: order.unchanged, errors: order.errors)
        }
        let token = String(UInt32.random(in: .min ... .max), radix: 16)
        var run = try BatchRun(beginning: kind, in: store, token: token)
        if let destination {
            do throws(CallFailure) { try run.transfer.folders.hold(destination) } catch {
                throw error.told("open", destination.path)
            }
        }
        let name = run.journal.name
        began(name)
        for outcome in order.staying { report(outcome) }
        var hasArrived = false
        var arrivedCount = 0
        try run.run(order.intents, cancellation: cancellation) { position, unit in
            if unit.hasArrived { arrivedCount += 1 }
            // A copy that has its name and could not be taken back lies there as well.
            hasArrived = hasArrived || unit.hasArrived || unit.hasCopies
            report(UnitOutcome(index: order.positions[position], result: unit.result))
        }
        run.removeFoldersInVain()
        let isInVain = !hasArrived && run.unremoved == nil && !Self.holdsMade(&run.transfer.folders)
        try beforeEnd()
        // What was refused before it was begun is no part of the batch: of that its journal says nothing.
        // A shot of which a file has come can be undone, whatever became of its others.
        try run.close(.done, ok: arrivedCount, errors: run.errors, time: store.now())
        return BatchResult(
            batch: name,
            ok: run.ok,
            unchanged: order.unchanged,
            errors: run.errors + order.errors,
            hasEnd: run.unremoved == nil,
            isInVain: isInVain
        )
    }

    /// Whether a folder that was made is there still, or that cannot be told.
    private static func holdsMade(_ folders: inout FolderCache) -> Bool {
        for place in folders.made {
            do throws(CallFailure) {
                _ = try folders.folder(place)
                return true
            } catch { if error.code != ENOENT { return true } }
        }
        return false
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
                sidecars: item.unit.sidecars,
                files: Self.files(item.unit, names)
            )
        case .duplicate(_, twins: .some(let twins)):
            let (place, names): (FolderPlace, [FileName])
            do throws(ImportError) {
                (place, names) = try trashes.claim(item.unit.files.map(\.name), from: item.unit.folder)
            } catch {
                throw error.ofDuplicate
            }
            return UnitIntent(
                number: number,
                action: .trash,
                from: item.unit.folder,
                to: place,
                twins: twins,
                sidecars: item.unit.sidecars,
                files: Self.files(item.unit, names)
            )
        }
    }

    /// The change time of a file is another after each rename and link of one of its names, so only undo
    /// compares it.
    static func files(_ unit: ImportUnit, _ names: [FileName]) -> [FileIntent] {
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
