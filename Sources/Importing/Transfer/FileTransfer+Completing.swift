import Batches
import Files
import Glibc
import PhotoModel

extension FileTransfer {
    /// Brings staged units to their end: copies last, are compared, get their names, and their sources go.
    ///
    /// A unit that fails on the way is put back and says why. Afterwards the names made and removed last.
    ///
    /// - Throws: where nothing can be made to last. What was done is on the disk, and only recovery can tell
    ///   what of it.
    mutating func complete(_ units: inout [UnitTransfer]) throws(ImportError) {
        let staged = units.indices.filter { units[$0].error == nil && units[$0].hasStagedFiles }
        if !staged.isEmpty {
            synchroniseContent(of: staged, in: &units)
            for index in staged where units[index].error == nil { attempt(.verify, &units[index]) }
            for index in staged where units[index].error == nil { attempt(.name, &units[index]) }
            try synchroniseFolders(of: staged.filter { units[$0].error == nil }.map { units[$0].intent.to })
            for index in staged where units[index].error == nil { attempt(.finish, &units[index]) }
        }
        try synchroniseDescriptions(of: units)
        try synchroniseFolders(
            of: units.flatMap { unit in
                guard unit.hasArrived else { return [FolderPlace]() }
                let intent = unit.intent
                switch intent.action {
                case .copy, .hardlink, .reflink: return [intent.to]
                case .move, .restore, .remove: return [intent.to, intent.from]
                case .trash: return [intent.to, intent.from, TrashInfo.place(beside: intent.to)]
                }
            }
        )
    }

    private enum Step {
        case synchronise
        case verify
        case name
        case finish
    }

    private mutating func attempt(_ step: Step, _ unit: inout UnitTransfer) {
        do throws(ImportError) {
            let (from, to) = try open(unit.intent)
            switch step {
            case .synchronise: try synchroniseFiles(of: unit, in: to)
            case .verify: try verify(unit, in: to)
            case .name: try name(&unit, from, to)
            case .finish:
                try finish(&unit, from, to)
                leaveTrash(copiesOf: unit)
            }
        } catch {
            unit.error = error
            revert(&unit)
        }
    }

    // MARK: - Making copies last

    private mutating func synchroniseContent(of staged: [Int], in units: inout [UnitTransfer]) {
        let areFew = staged.reduce(0) { $0 + units[$1].progress.count } <= Self.singleSyncs
        // One sync of a file system tells of all that failed to be written there since the last: its error is that of every unit that
        // goes there. What is wrong with one unit's folders is no other's.
        var results: [UInt64: ImportError?] = [:]
        for index in staged {
            guard !areFew, let folder = try? folders.folder(units[index].intent.to), !folder.syncsFilesOnly
            else {
                attempt(.synchronise, &units[index])
                continue
            }
            let result = results[folder.device] ?? Self.synchroniseFileSystem(of: folder)
            results[folder.device] = .some(result)
            guard let error = result else { continue }
            units[index].error = error
            revert(&units[index])
        }
    }

    /// - Returns: what could not be made to last.
    private static func synchroniseFileSystem(of folder: Folder) -> ImportError? {
        do throws(CallFailure) { try folder.synchroniseFileSystem() } catch {
            return error.told("sync", folder.path)
        }
        return nil
    }

    private func synchroniseFiles(of unit: UnitTransfer, in to: Folder) throws(ImportError) {
        for (index, progress) in unit.progress.enumerated() {
            guard case .staged = progress else { continue }
            do throws(CallFailure) {
                try to.open(temporaryName(unit.intent, index)).synchronise()
            } catch { throw error.told("sync", to.path) }
        }
    }

    /// Makes descriptions of files in the trash last. A power cut before that may leave a file there with an empty one: recovery
    /// writes it anew.
    private mutating func synchroniseDescriptions(of units: [UnitTransfer]) throws(ImportError) {
        let arrived = units.filter { $0.intent.action == .trash && $0.hasArrived }
        let areFew = arrived.reduce(0) { $0 + $1.progress.count } <= Self.singleSyncs
        var synced: Set<UInt64> = []
        for unit in arrived {
            let place = TrashInfo.place(beside: unit.intent.to)
            do throws(CallFailure) {
                let folder = try folders.folder(place)
                guard areFew || folder.syncsFilesOnly else {
                    if !synced.contains(folder.device) { try folder.synchroniseFileSystem() }
                    synced.insert(folder.device)
                    continue
                }
                for (file, record) in zip(unit.intent.files, unit.records) where record != nil {
                    let name = TrashInfo.name(for: file.newName)
                    guard try folder.status(of: name) != nil else { continue }
                    try folder.open(name).synchronise()
                }
            } catch {
                // A trash that somebody has emptied needs no descriptions.
                if error.code != ENOENT, error.code != ESTALE { throw error.told("sync", place.path) }
            }
        }
    }

    /// Makes names last, those of new folders too: folder by folder where they are few.
    mutating func synchroniseFolders(of places: [FolderPlace]) throws(ImportError) {
        guard !places.isEmpty else { return }
        let places = folders.unsynced.union(places)
        var synced: Set<UInt64> = []
        for place in places {
            do throws(CallFailure) {
                let folder = try folders.folder(place)
                guard places.count > 2 * Self.singleSyncs, !folder.syncsFilesOnly else {
                    try folder.synchronise()
                    continue
                }
                if !synced.contains(folder.device) { try folder.synchroniseFileSystem() }
                synced.insert(folder.device)
            } catch {
                // A folder that is gone by now holds no name that could be lost, and what is to be done in one whose disk is gone
                // fails photo by photo.
                if error.code != ENOENT, error.code != ESTALE { throw error.told("sync", place.path) }
            }
        }
        folders.noteSynced()
    }

    // MARK: - Comparing, naming

    /// What was written is read back: it has to be what was read.
    private func verify(_ unit: UnitTransfer, in to: Folder) throws(ImportError) {
        for (index, progress) in unit.progress.enumerated() {
            guard case .staged(let copy) = progress, let hash = copy.hash else { continue }
            let path = to.file(unit.intent.files[index].newName)
            let found: Fingerprint
            do throws(CallFailure) {
                found = try to.open(temporaryName(unit.intent, index)).contentHash()
            } catch { throw error.told("read back", path) }
            guard found == hash else { throw .damagedCopy(path) }
        }
    }

    private func name(
        _ unit: inout UnitTransfer,
        _ from: Folder,
        _ to: Folder
    ) throws(ImportError) {
        for index in unit.progress.indices {
            guard case .staged(let copy) = unit.progress[index] else { continue }
            let file = unit.intent.files[index]
            let code = to.rename(temporaryName(unit.intent, index), to: to, as: file.newName)
            guard code == 0 else { throw failure(code, "copy", file, from, to) }
            unit.progress[index] = .named(copy)
        }
    }

    // MARK: - Removing sources

    /// What is left when the copies have their names: their sources go where the action says so.
    private func finish(
        _ unit: inout UnitTransfer,
        _ from: Folder,
        _ to: Folder
    ) throws(ImportError) {
        // Two that are each other's twins may both have been copied to the trash: one of them stays.
        try checkTwins(of: unit, from)
        let records = try namedRecords(of: unit, from, to)
        guard unit.intent.action.leaves else {
            for (index, record) in records { unit.progress[index] = .finished(record) }
            return
        }
        // Read before the turn, which others wait for.
        let sources = try namedSources(of: unit, from)
        try turns.take(on: from) { () throws(ImportError) in
            // All of them before the first goes: a unit stays together.
            let left = try untouched(sources, of: unit, from)
            for (index, record) in records {
                // One that is gone already needs no removing.
                if left.contains(index) {
                    unit.removals.insert(index)
                    try remove(unit.intent.files[index].name, from)
                }
                unit.progress[index] = .finished(record)
            }
        }
    }

    private func remove(_ name: FileName, _ from: Folder) throws(ImportError) {
        let path = from.file(name)
        do throws(CallFailure) { try CallFailure.check(from.remove(name), .remove, path) } catch {
            throw error.told("remove", path)
        }
    }

    /// How copies that have their names lie there.
    private func namedRecords(
        of unit: UnitTransfer,
        _ from: Folder,
        _ to: Folder
    ) throws(ImportError) -> [(index: Int, record: FileRecord)] {
        var records: [(index: Int, record: FileRecord)] = []
        for index in unit.progress.indices {
            guard case .named(let copy) = unit.progress[index] else { continue }
            let file = unit.intent.files[index]
            do {
                guard let arrived = try to.status(of: file.newName),
                    try isCopy(
                        arrived,
                        file.newName,
                        in: to,
                        as: copy.written,
                        of: file.name,
                        in: from,
                        copy.hash
                    )
                else { throw ImportError.changed(to.file(file.newName)) }
                let record = FileRecord(
                    stamp: arrived.remembered,
                    hash: copy.hash,
                    keptAttributes: copy.keptAttributes
                )
                records.append((index, record))
            } catch {
                throw ImportError(error, "remove", from.file(file.name))
            }
        }
        return records
    }

    /// The files with copies that have their names and that are still where they were, as they lie there.
    private func namedSources(
        of unit: UnitTransfer,
        _ from: Folder
    ) throws(ImportError) -> [Int: FileStatus] {
        var sources: [Int: FileStatus] = [:]
        for (index, file) in unit.intent.files.enumerated() {
            guard case .named(let copy) = unit.progress[index] else { continue }
            do { sources[index] = try source(file.name, from, copy) } catch {
                throw ImportError(error, "remove", from.file(file.name))
            }
        }
        return sources
    }

    /// A source as it is there, still what was copied, and written by nobody; `nil` where it is gone.
    private func source(_ name: FileName, _ from: Folder, _ copy: UnitTransfer.Copy) throws -> FileStatus? {
        guard try from.status(of: name) != nil else { return nil }
        // Opened, as a network's file system asks its server anew then.
        let source = try from.open(name)
        guard !FileWriters.areKnown(at: source.descriptor) else {
            throw ImportError.beingWritten(from.file(name))
        }
        let now = try source.status()
        if now.stamp == copy.source.stamp { return now }
        // Another of its names was removed, as two sources with one content may be one file.
        guard try hasSameContent(now.stamp, as: copy.source.stamp, in: from), let hash = copy.hash,
            try source.contentHash() == hash
        else { throw ImportError.changedWhileCopied(from.file(name)) }
        return now
    }

    /// Those of the sources that are there yet. In the turn in which they go.
    private func untouched(
        _ sources: [Int: FileStatus],
        of unit: UnitTransfer,
        _ from: Folder
    ) throws(ImportError) -> Set<Int> {
        var left: Set<Int> = []
        for (index, found) in sources {
            let file = unit.intent.files[index]
            try checkSidecar(beside: file, of: unit.intent, in: from)
            do {
                guard let now = try from.status(of: file.name) else { continue }
                guard try isUntouched(now, since: found, in: from) else {
                    throw ImportError.changedWhileCopied(from.file(file.name))
                }
                left.insert(index)
            } catch { throw ImportError(error, "remove", from.file(file.name)) }
        }
        return left
    }
}
