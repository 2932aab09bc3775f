import Batches
import Files
import Glibc
import PhotoModel

/// Brings to an end what photod was in the middle of when it stopped.
///
/// For each unit that was begun the disk is asked how far it came. If any file of it arrived, the others
/// follow; else the unit stays where it was. Nothing is removed but temporary files and the source of a copy
/// that holds the same content. Stopped in its middle, it begins again and finds less to do.
public struct Recovery {
    /// A batch that was brought to an end.
    public struct Recovered: Sendable {
        public let batch: BatchName
        public let kind: BatchKind
        /// The batch was being put back.
        public let isUndone: Bool
        /// Files that came to their new place then, or had and nobody knew.
        public let placed: [PlacedFile]
        /// Units that stay where they were.
        public let rolledBack: Int
        /// Files that are dealt with and lie where files are imported from: they were copied or linked, or put back. Those
        /// that were through before the interruption are among them.
        public let settled: [SettledFile]
    }

    public private(set) var recovered: [Recovered] = []
    /// Batches that wait for a folder that is offline, and journals that cannot be read: for the log and
    /// `status`.
    public private(set) var problems: [ImportError] = []

    private let store: BatchStore
    /// File systems that were synced since this began.
    private var synced: Set<UInt64> = []

    private let began: ([FilePath]) throws(ImportError) -> Void
    private let beforeEnd: ([SettledFile]) throws(ImportError) -> Void

    /// The batches with files that have no end, or whose journals say nothing that could be read. One that an edit is just beginning
    /// beside what imports is none of them.
    ///
    /// - Throws: where the journals cannot be listed.
    public static func unfinished(in store: BatchStore) throws(ImportError) -> [BatchName] {
        try ImportError.inJournal { () throws(BatchError) in try store.names() }.filter { name in
            do throws(BatchError) {
                guard let summary = try store.summary(of: name) else { return !store.hasBegun(name) }
                return summary.kind != .edit && summary.state == .unfinished
            } catch {
                // Forgotten since the folder was listed.
                if case .system(_, _, ENOENT) = error { return false }
                // Working it off meets the same, and tells.
                return true
            }
        }
    }

    /// Works off batches that have no end, and removes journals of an earlier run that say nothing.
    ///
    /// - Parameters:
    ///   - names: which; all where there are none.
    ///   - began: told of the folders that users named and that a batch has to do with, before they are looked at; where it throws, the
    ///     batch waits.
    ///   - beforeEnd: told of what is dealt with when the batch has no end yet: interrupted before that, it is worked off
    ///     once more.
    /// - Throws: where the journals cannot be listed.
    public init(
        _ store: BatchStore,
        only names: [BatchName]? = nil,
        began: @escaping ([FilePath]) throws(ImportError) -> Void = { _ in },
        beforeEnd: @escaping ([SettledFile]) throws(ImportError) -> Void = { _ in }
    ) throws(ImportError) {
        self.store = store
        self.began = began
        self.beforeEnd = beforeEnd
        let chosen: [BatchName]
        if let names {
            chosen = names
        } else {
            chosen = try Self.unfinished(in: store)
        }
        for name in chosen {
            do throws(ImportError) { try recover(name) } catch { problems.append(error) }
        }
    }

    private mutating func recover(_ name: BatchName) throws(ImportError) {
        let found = try ImportError.inJournal { () throws(BatchError) in try store.content(of: name) }
        guard var content = found else {
            if store.hasBegun(name) { return }
            return try ImportError.inJournal { () throws(BatchError) in try store.removeUnbegun(name) }
        }
        // An edit is brought to its end by who writes it.
        guard content.kind != .edit else { return }
        try began(content.places)
        var run = try BatchRun(reopening: content, in: store)
        // A torn line behind the end is cut off by now.
        if content.state != nil { return }
        run.transfer.fileSystems = content.fileSystems
        var placed: [PlacedFile] = []
        var rolledBack = 0
        // What is nowhere any more is never put back.
        var gone = 0
        var postponed: ImportError?
        for intent in content.openUnits {
            do throws(ImportError) {
                let unit = try settle(intent, &run.transfer)
                run.conclude(unit)
                content.settle(intent.number, unit.hasArrived ? unit.records : nil)
                placed += unit.placedFiles
                if !unit.hasArrived { rolledBack += 1 }
                if intent.undoes != nil, unit.isGone { gone += 1 }
            } catch { postponed = error }
        }
        if let postponed = postponed ?? run.unremoved {
            try run.commit()
            throw postponed
        }
        let isUndone = content.isUndoing && content.remaining.isEmpty
        if isUndone { problems += run.transfer.removeEmptyFolders(content.folders) }
        try beforeEnd(content.settledFiles)
        try run.close(
            content.isPutBack ? .undone : .recovered,
            ok: content.importedCount,
            // A shot that came in part is among them, and its unit does not tell that.
            errors: content.isUndoing ? content.errors : content.refusedCount,
            left: content.isPutBack ? content.remaining.count - gone : 0,
            time: store.now()
        )
        recovered.append(
            Recovered(
                batch: name,
                kind: content.kind,
                isUndone: content.isUndoing,
                placed: placed,
                rolledBack: rolledBack,
                settled: content.settledFiles
            )
        )
    }

    // MARK: - One unit

    /// - Throws: where a folder cannot be opened, so nothing can be told; the unit stays open.
    private mutating func settle(
        _ intent: UnitIntent,
        _ transfer: inout FileTransfer
    ) throws(ImportError) -> UnitTransfer {
        // What is not complete lies where it was made, which need not be mounted: then the batch waits.
        try transfer.checkFileSystem(of: intent.to)
        let from = try open(intent.from, &transfer)
        let to = try open(intent.to, &transfer, mayBeGone: intent.undoes != nil && intent.action.putsBack)
        if let to { try removeTemporaries(of: intent, to, transfer) }
        var unit = UnitTransfer(intent)
        var sightings: [Sighting] = []
        for index in intent.files.indices {
            let sighting = try look(intent, index, from, to, transfer)
            // A file that is not seen where it came from may lie there still, on a file system that is not mounted: then the batch
            // waits as well.
            let mayBeHidden =
                switch sighting {
                case .gone: true
                case .atDestination: intent.action.leaves || intent.action == .remove
                case .atSource, .atBoth, .blocked: intent.action == .remove
                }
            if mayBeHidden { try transfer.checkFileSystem(of: intent.from) }
            sightings.append(sighting)
        }
        let hasArrived = sightings.contains {
            switch $0 {
            case .atDestination, .atBoth: true
            case .atSource, .blocked, .gone: false
            }
        }
        try tidyTrashInfos(of: intent, sightings, &transfer)
        guard hasArrived else {
            unit.error = .notReached(reason: "photod was stopped")
            for sighting in sightings {
                switch sighting {
                case .blocked(let error), .gone(let error): unit.error = error
                case .atSource, .atDestination, .atBoth: break
                }
            }
            return unit
        }
        try advance(&unit, sightings, from, to, &transfer)
        if unit.hasArrived { leaveTrash(intent, from, &transfer) }
        return unit
    }

    /// Some files arrived: the others follow. Where another file has the place of one, all that arrived go back if all of
    /// them can.
    private mutating func advance(
        _ unit: inout UnitTransfer,
        _ sightings: [Sighting],
        _ from: Folder?,
        _ to: Folder?,
        _ transfer: inout FileTransfer
    ) throws(ImportError) {
        let canGoBack = try canGoBack(unit.intent, sightings, from, to)
        var (blocked, lost, twinGone): (ImportError?, ImportError?, ImportError?)
        var isWaiting = false
        for (index, sighting) in sightings.enumerated() {
            switch sighting {
            case .atSource: isWaiting = true
            case .atDestination(let record):
                unit.progress[index] = canGoBack ? .renamed(record) : .finished(record)
            case .atBoth(let record):
                unit.progress[index] = canGoBack ? .linked(record) : .finished(record)
                guard let from, unit.intent.twins.indices.contains(index) else { continue }
                // Of two that are each other's twins, and have both been copied to the trash, one stays. Where that cannot be told, the
                // unit stays open.
                do throws(ImportError) { try transfer.checkTwin(unit.intent, index, from) } catch {
                    guard error.isOfTwin else { throw error }
                    twinGone = error
                }
            case .blocked(let error): blocked = error
            case .gone(let error): lost = error
            }
        }
        unit.error = lost ?? blocked ?? twinGone
        // Half a unit cannot be told apart from a whole one by staging, so what has lost a file is left as it is.
        if lost == nil, unit.error != nil {
            transfer.revert(&unit)
        } else if lost == nil, isWaiting {
            transfer.stage(&unit)
            var units = [unit]
            try transfer.complete(&units)
            unit = units[0]
        }
        if twinGone == nil { try removeSources(of: &unit, sightings, from, to, transfer) }
    }

    /// Whether every file that arrived can go back to its old place without losing anything.
    private func canGoBack(
        _ intent: UnitIntent,
        _ sightings: [Sighting],
        _ from: Folder?,
        _ to: Folder?
    ) throws(ImportError) -> Bool {
        for (file, sighting) in zip(intent.files, sightings) {
            switch sighting {
            case .atSource, .blocked, .gone: continue
            case .atDestination:
                // What is taken out of the trash has no description there any more, and a copy that was removed is nowhere.
                guard intent.action == .move || intent.action == .trash, let from, let to,
                    from.device == to.device
                else { return false }
            case .atBoth:
                guard try hasNothingOfItsOwn(file, from, to) else { return false }
            }
        }
        return true
    }

    /// Last: until then a unit of which a file cannot follow is put back as a whole. What is removed was looked at a moment
    /// before: copying the others may have taken long.
    private mutating func removeSources(
        of unit: inout UnitTransfer,
        _ sightings: [Sighting],
        _ from: Folder?,
        _ to: Folder?,
        _ transfer: FileTransfer
    ) throws(ImportError) {
        guard unit.intent.action.leaves, let from, let to else { return }
        for (index, sighting) in sightings.enumerated() {
            guard case .atBoth(let record) = sighting else { continue }
            if case .waiting = unit.progress[index] { continue }
            let file = unit.intent.files[index]
            let source = try status(of: file.name, in: from)
            var isRemoved = false
            if let source, case .atBoth = try look(unit.intent, index, from, to, transfer) {
                isRemoved = try removeSource(file, source, from, to, transfer)
            }
            if !isRemoved { unit.error = .changed(unit.intent.from.path.appending(file.name)) }
            unit.progress[index] = .finished(record)
        }
    }

    /// Whether the file at the new place has nothing that the one at the old place lacks, as tags that users gave it since.
    private func hasNothingOfItsOwn(_ file: FileIntent, _ from: Folder?, _ to: Folder?) throws(ImportError)
        -> Bool
    {
        guard let from, let to else { return false }
        do throws(CallFailure) {
            let copy = try to.open(file.newName)
            return try from.open(file.name).hasUserAttributes(of: copy)
        } catch { throw error.told("read", to.file(file.newName)) }
    }

    /// The copy lasts before its source goes.
    ///
    /// - Parameter found: the source as it was before it was compared with its copy.
    /// - Returns: whether it was that still; else it stays.
    private mutating func removeSource(
        _ file: FileIntent,
        _ found: FileStatus,
        _ from: Folder,
        _ to: Folder,
        _ transfer: FileTransfer
    ) throws(ImportError) -> Bool {
        do throws(CallFailure) {
            if to.syncsFilesOnly {
                try to.open(file.newName).synchronise()
                try to.synchronise()
            } else if !synced.contains(to.device) {
                try to.synchroniseFileSystem()
                synced.insert(to.device)
            }
        } catch { throw error.told("sync", to.path) }
        let path = from.file(file.name)
        return try transfer.turns.take(on: from) { () throws(ImportError) in
            guard let now = try status(of: file.name, in: from) else { return false }
            do throws(CallFailure) {
                guard try transfer.isUntouched(now, since: found, in: from) else { return false }
            } catch { throw error.told("look at", path) }
            let code = from.remove(file.name)
            guard code == 0 else { throw .system(operation: "remove", path: path, code: code) }
            return true
        }
    }

    private func status(of name: FileName, in folder: Folder) throws(ImportError) -> FileStatus? {
        do throws(CallFailure) { return try folder.status(of: name) } catch {
            throw error.told("look at", folder.file(name))
        }
    }

    // MARK: - Tidying up

    private func removeTemporaries(
        of intent: UnitIntent,
        _ to: Folder,
        _ transfer: FileTransfer
    ) throws(ImportError) {
        for index in intent.files.indices {
            let name = transfer.temporaryName(intent, index)
            do throws(CallFailure) {
                guard try to.status(of: name) != nil else { continue }
                try CallFailure.check(to.remove(name), .remove, to.file(name))
            } catch { throw error.told("remove", to.file(name)) }
        }
    }

    /// Files that were put back have no descriptions any more, unless another file of that name is in the trash by now, or that cannot be
    /// told: one that stays is harmless.
    private func leaveTrash(_ intent: UnitIntent, _ from: Folder?, _ transfer: inout FileTransfer) {
        guard intent.action == .restore, let from else { return }
        for file in intent.files {
            do throws(CallFailure) {
                guard try from.status(of: file.name) == nil else { continue }
            } catch { continue }
            TrashInfo.remove(of: intent.from, file.name, folders: &transfer.folders)
        }
    }

    /// Files that came to the trash have their descriptions, others have none.
    private func tidyTrashInfos(
        of intent: UnitIntent,
        _ sightings: [Sighting],
        _ transfer: inout FileTransfer
    ) throws(ImportError) {
        guard intent.action == .trash else { return }
        for (index, sighting) in sightings.enumerated() {
            switch sighting {
            case .atSource:
                TrashInfo.remove(of: intent.to, intent.files[index].newName, folders: &transfer.folders)
            case .atDestination, .atBoth:
                do throws(ImportError) {
                    try TrashInfo.mend(for: intent, index, folders: &transfer.folders)
                } catch {
                    // The photo is safe, and the journal knows where: its batch does not wait for room on a full disk.
                }
            case .blocked, .gone: break
            }
        }
    }
}
