import Batches
import Files
import Glibc
import PhotoModel

/// Puts back what a batch did, the last first.
///
/// A moved file goes back to its old path, never over another, with the name and attributes of since. A copy or link is
/// removed if its source still holds the same content, and the attributes that users have given the copy. What has changed
/// since is refused, unit by unit, and can be tried again; so is what would go to a file system that is away. Folders that
/// the batch made and that are empty then are removed. Frames of a video, which came from nowhere, go to the trash.
public struct Undo: ~Copyable {
    private let store: BatchStore
    private let content: BatchContent
    private let units: [UnitIntent]
    /// What cannot be put back, as is known before anything is done.
    private let refused: [(path: FilePath, error: ImportError)]
    /// How the batch ended; it stays so where nothing of it can be put back.
    private let state: BatchState
    /// The folders that do not answer, of those that users named: nobody looks there.
    private let silent: Set<FilePath>

    /// Looks into a batch's journal alone, whether it is one to be undone.
    ///
    /// - Throws: `journal`, `unfinished`, `alreadyUndone` where nothing is left to put back.
    public static func check(_ batch: String, in store: BatchStore) throws(ImportError) {
        let (content, state) = try Self.content(of: batch, in: store)
        if state == .undone, content.remaining.isEmpty {
            throw .alreadyUndone(batch, kind: content.kind)
        }
    }

    private static func content(
        of batch: String,
        in store: BatchStore
    ) throws(ImportError) -> (BatchContent, BatchState) {
        guard let name = BatchName(batch) else { throw .journal(.noSuch(batch)) }
        let found = try ImportError.inJournal { () throws(BatchError) in try store.content(of: name) }
        guard let content = found else { throw .journal(.noSuch(batch)) }
        guard content.kind != .edit else { throw .journal(.noSuch(batch)) }
        guard let state = content.state else { throw .unfinished(batch) }
        return (content, state)
    }

    /// Looks where frames lie, and for a trash.
    ///
    /// - Parameters:
    ///   - trash: where frames go.
    ///   - began: told of the folders that users named and that the batch has to do with, before they are looked at.
    ///   - isSilent: whether such a folder is known not to answer: what goes from or to it is refused, and nobody looks there, nor
    ///     is `began` told of it.
    /// - Throws: `journal`, `alreadyUndone` where nothing is left to put back, `unfinished`.
    public init(
        _ batch: String,
        in store: BatchStore,
        trash: TrashFolder = TrashFolder(dataHome: nil),
        began: ([FilePath]) -> Void = { _ in },
        isSilent: (FilePath) -> Bool = { _ in false }
    ) throws(ImportError) {
        let (content, state) = try Self.content(of: batch, in: store)
        let places = content.places
        let silent = Set(places.filter(isSilent))
        began(places.filter { !silent.contains($0) })
        var discarding = FrameDiscarding(trash)
        var units: [UnitIntent] = []
        var refused: [(path: FilePath, error: ImportError)] = []
        for (index, unit) in content.remaining.enumerated() {
            let intent = unit.intent
            if let place = [intent.from.base, intent.to.base].first(where: silent.contains) {
                let name = intent.files.first?.newName
                refused.append((name.map(intent.to.path.appending) ?? intent.to.path, .offline(place)))
                continue
            }
            let number = content.lastNumber + 1 + index
            let reversed =
                content.kind == .frame
                ? discarding.discarded(unit, number: number) : Self.reversed(unit, number: number)
            if let reversed { units.append(reversed) }
        }
        refused += discarding.refused
        if content.kind == .import {
            refused += Self.takeThoseThatLeaveSidecars(from: &units)
            Self.noteSidecars(of: &units)
        }
        if units.isEmpty, refused.isEmpty, state == .undone {
            throw .alreadyUndone(batch, kind: content.kind)
        }
        self.store = store
        self.content = content
        self.units = units
        self.state = state
        self.refused = refused
        self.silent = silent
    }

    /// Takes away the units that would leave a sidecar behind. What they have stays, so another unit may leave one then.
    private static func takeThoseThatLeaveSidecars(
        from units: inout [UnitIntent]
    ) -> [(path: FilePath, error: ImportError)] {
        var sidecars = SidecarsBeside()
        var refused: [(path: FilePath, error: ImportError)] = []
        var count: Int
        repeat {
            count = refused.count
            var leaving: [FilePath: [FileName: FileStamp]] = [:]
            for unit in units {
                for file in unit.files { leaving[unit.from.path, default: [:]][file.name] = file.stamp }
            }
            units.removeAll { unit in
                // In a trash lie those of others.
                guard unit.action != .restore else { return false }
                do throws(ImportError) {
                    try sidecars.checkThatNoneIsLeft(
                        by: unit.files.reversed().map(\.name),
                        in: unit.from,
                        others: leaving[unit.from.path] ?? [:]
                    )
                    return false
                } catch {
                    let name = unit.files.last.map { unit.from.path.appending($0.name) }
                    refused.append((name ?? unit.from.path, error))
                    return true
                }
            }
        } while refused.count > count
        return refused
    }

    /// None but those that go, with whichever unit, are there now; in a trash lie those of others as well.
    private static func noteSidecars(of units: inout [UnitIntent]) {
        var sidecars: [FilePath: Set<FileName>] = [:]
        for unit in units {
            for file in unit.files where file.isSidecar {
                sidecars[unit.from.path, default: []].insert(file.name)
            }
        }
        for index in units.indices where units[index].action != .restore {
            units[index].sidecars = sidecars[units[index].from.path] ?? []
        }
    }

    /// How many units there are to put back.
    public var count: Int { units.count + refused.count }

    /// Where primary files are.
    public var sources: [FilePath] {
        units.compactMap { unit in unit.files.last.map { unit.from.path.appending($0.name) } }
    }

    /// The folders that users named and that files go between, or below which folders are removed.
    public var places: [FilePath] {
        Array(Set(units.flatMap { [$0.from.base, $0.to.base] } + removable.map(\.base)))
    }

    /// The folders that the batch made, but for those that nobody looks at.
    private var removable: [FolderPlace] { content.folders.filter { !silent.contains($0.base) } }

    /// Where files go back from and to, the primary file of each unit first, by the position that units are reported with.
    public var moves: [Int: (from: [FilePath], to: [FilePath])] {
        var moves: [Int: (from: [FilePath], to: [FilePath])] = [:]
        for (index, unit) in units.enumerated() where unit.action == .move {
            let files = unit.files.reversed()
            moves[index] = (
                files.map { unit.from.path.appending($0.name) },
                files.map { unit.to.path.appending($0.newName) }
            )
        }
        return moves
    }

    /// - Parameters:
    ///   - beforeEnd: as `Importer.apply` calls it.
    ///   - report: told of each unit when it is through.
    public consuming func run(
        cancellation: Cancellation = Cancellation(),
        beforeEnd: () throws(ImportError) -> Void = {},
        report: (UnitOutcome) -> Void
    ) throws(ImportError) -> BatchResult {
        var run = try BatchRun(reopening: content, in: store)
        run.transfer.fileSystems = content.fileSystems
        run.journal.text.appendUndo(time: store.now())
        var isPutBack = content.isPutBack
        var left = count
        for (index, unit) in refused.enumerated() {
            report(
                UnitOutcome(index: units.count + index, source: unit.path, result: .refused(unit.error))
            )
        }
        try run.run(units, cancellation: cancellation) { index, unit in
            isPutBack = isPutBack || unit.hasArrived
            if unit.error == nil || unit.isGone { left -= 1 }
            // Files go back in the opposite order, so the primary one is the last.
            let source = unit.intent.files.last.map { unit.intent.from.path.appending($0.name) }
            report(UnitOutcome(index: index, source: source, result: unit.result))
        }
        let problems = run.transfer.removeEmptyFolders(removable)
        try beforeEnd()
        try run.close(
            isPutBack ? .undone : state,
            ok: content.importedCount,
            errors: content.errors,
            left: isPutBack ? left : 0,
            time: store.now()
        )
        return BatchResult(
            batch: content.name,
            ok: run.ok,
            unchanged: 0,
            errors: run.errors + refused.count,
            problems: problems
        )
    }

    // MARK: - One unit

    private static func reversed(_ unit: BatchContent.Unit, number: Int) -> UnitIntent? {
        let intent = unit.intent
        let files = zip(intent.files, unit.records ?? []).compactMap { file, record -> FileIntent? in
            guard let record else { return nil }
            return FileIntent(
                name: file.newName,
                newName: file.name,
                stamp: record.stamp,
                mode: record.keptAttributes ? file.mode : Permissions.modeInAnotherGroup(file.mode),
                hash: record.hash,
                fingerprint: file.fingerprint,
                // Without one the copy may know better.
                modificationTime: file.stamp.exactModificationTime
            )
        }
        guard !files.isEmpty else { return nil }
        let action: UnitAction =
            switch intent.action {
            case .move, .restore, .remove: .move
            case .copy, .hardlink, .reflink: .remove
            case .trash: .restore
            }
        return UnitIntent(
            number: number,
            undoes: intent.number,
            action: action,
            from: intent.to,
            to: intent.from,
            files: files.reversed()
        )
    }
}
