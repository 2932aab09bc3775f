import Batches
import Files
import Glibc
import PhotoModel

/// Carries units out, some at a time: what is about to be done is written down and synced, then done, then
/// what came of it is written down together with what is next.
struct BatchRun: ~Copyable {
    /// The units that one sync of the journal stands for, and what is copied before sources are removed.
    static let chunkUnits = 256
    static let chunkBytes: Int64 = 1 << 30

    var journal: Journal
    var transfer: FileTransfer
    /// Folders whose file system the journal knows: those that users named, and those below that are on another one.
    private var marked: Set<FolderPlace> = []
    /// Folders of which is known whether something is mounted between them and those that users named.
    private var looked: Set<FolderPlace> = []
    /// Folders that are there, or that the journal says are made.
    private var folders: Set<FolderPlace> = []
    /// Of these, those that were missing, in the order in which they are made.
    private var missing: [FolderPlace] = []
    /// Folders in which something has arrived, and those above.
    private var filled: Set<FolderPlace> = []
    private(set) var ok = 0
    private(set) var errors = 0
    /// Why it ended before its time.
    private(set) var ending: String?

    /// A batch that begins.
    init(beginning kind: BatchKind, in store: BatchStore, token: String) throws(ImportError) {
        do throws(BatchError) { journal = try store.create(kind, token: token) } catch {
            throw .journal(error)
        }
        transfer = FileTransfer(gate: store.gate, turns: store.turns, token: token)
    }

    /// One that goes on: it was interrupted, or is undone.
    init(reopening content: BatchContent, in store: BatchStore) throws(ImportError) {
        do throws(BatchError) { journal = try store.reopen(content) } catch { throw .journal(error) }
        transfer = FileTransfer(gate: store.gate, turns: store.turns, token: content.token)
    }

    /// - Parameter report: told of each unit when it is through, with the position in `intents`.
    /// - Throws: where the journal cannot be written or nothing can be made to last. What is done by then is
    ///   brought to an end by recovery.
    mutating func run(
        _ intents: [UnitIntent],
        cancellation: Cancellation,
        report: (Int, UnitTransfer) -> Void
    ) throws(ImportError) {
        locate(intents)
        var next = 0
        while next < intents.count {
            note(cancellation)
            if ending != nil { break }
            let end = Self.end(of: next, in: intents)
            announce(intents[next..<end])
            try commit()
            var units = intents[next..<end].map { UnitTransfer($0) }
            stage(&units, cancellation)
            try transfer.complete(&units)
            for (offset, unit) in units.enumerated() {
                conclude(unit)
                report(next + offset, unit)
            }
            next = end
        }
        for index in next..<intents.count {
            var unit = UnitTransfer(intents[index])
            unit.error = .notReached(reason: ending ?? "\(Cancellation.Cause.withdrawn)")
            errors += 1
            report(index, unit)
        }
    }

    /// Notes on which file systems everything is before anything is done: what is mounted, or unmounted, later is not what was
    /// meant.
    private mutating func locate(_ intents: [UnitIntent]) {
        for place in Set(intents.flatMap { [$0.from, $0.to] }) {
            // The units will say what is wrong with a folder that cannot be opened.
            do throws(CallFailure) { try transfer.folders.locate(place) } catch { continue }
        }
    }

    /// Removes the folders that were made for units of which nothing arrived: on a full disk there is room for a folder, and
    /// not for what it is for.
    mutating func removeFoldersInVain() {
        let places = missing.filter { !filled.contains($0) && transfer.folders.made.contains($0) }
        // One that cannot be removed stays: an undo tries again.
        if !places.isEmpty { _ = transfer.removeEmptyFolders(places) }
    }

    /// That something which is not complete could not be removed.
    var unremoved: ImportError? { transfer.unremoved.values.first.map { .unremoved($0) } }

    /// Writes down how it ended. A batch of which something is still to be removed has no end: it is left to recovery.
    mutating func close(
        _ state: BatchState,
        ok: Int,
        errors: Int,
        left: Int = 0,
        time: WallTime
    ) throws(ImportError) {
        guard unremoved == nil else { return try commit() }
        if let ending { journal.text.appendReason(ending) }
        journal.text.appendEnd(state, ok: ok, errors: errors, left: left, time: time)
        try commit()
    }

    /// Writes down what was gathered.
    mutating func commit() throws(ImportError) {
        do throws(BatchError) { try journal.commit() } catch { throw .journal(error) }
    }

    // MARK: - One chunk

    private static func end(of start: Int, in intents: [UnitIntent]) -> Int {
        var end = start
        var bytes: Int64 = 0
        var arriving: Set<FilePath> = []
        while end < intents.count, end - start < chunkUnits, bytes < chunkBytes {
            let intent = intents[end]
            // What is given up for its twin waits until that one has its name.
            if intent.twins.contains(where: arriving.contains) { break }
            for file in intent.files { arriving.insert(intent.to.path.appending(file.newName)) }
            bytes = bytes.addingSaturating(intent.byteCount)
            end += 1
        }
        return end
    }

    private mutating func stage(_ units: inout [UnitTransfer], _ cancellation: Cancellation) {
        for index in units.indices {
            note(cancellation)
            if let ending {
                units[index].error = .notReached(reason: ending)
                continue
            }
            transfer.stage(&units[index])
            note(units[index].error)
        }
    }

    private mutating func note(_ cancellation: Cancellation) {
        if let cause = cancellation.cause { ending = ending ?? "\(cause)" }
    }

    private mutating func note(_ error: ImportError?) {
        if let error, error.endsBatch, ending == nil { ending = error.description }
    }

    mutating func conclude(_ unit: UnitTransfer) {
        note(unit.error)
        if unit.hasArrived { filled.formUnion(unit.intent.to.steps) }
        // In the journal a unit stays open of which something is still to be removed: recovery looks for it.
        if transfer.unremoved[unit.intent.number] == nil { writeDown(unit) }
        if unit.error == nil { ok += 1 } else { errors += 1 }
    }

    private mutating func writeDown(_ unit: UnitTransfer) {
        if unit.hasArrived {
            journal.text.appendDone(unit.intent.number, unit.records)
        } else {
            journal.text.appendFailed(unit.intent.number, unit.error?.description ?? "")
        }
    }

    // MARK: - Writing down what comes

    private mutating func announce(_ intents: ArraySlice<UnitIntent>) {
        for intent in intents {
            // What `undo` makes stays, and what it needs to know the journal says already.
            guard intent.undoes == nil else { continue }
            announce(fileSystemOf: FolderPlace(base: intent.from.base))
            announce(fileSystemOf: FolderPlace(base: intent.to.base))
            announce(mountsAbove: intent.from)
            announce(mountsAbove: intent.to)
            // A trash stays as well.
            if intent.action != .trash { announce(folder: intent.to) }
        }
        for intent in intents { journal.text.append(intent) }
    }

    private mutating func announce(fileSystemOf place: FolderPlace) {
        guard marked.insert(place).inserted else { return }
        do throws(CallFailure) {
            journal.text.appendBase(place.path, try FileSystemMark(of: transfer.folders.folder(place)))
        } catch {
            // The folder's units will say what is wrong with it.
            return
        }
    }

    /// A card may be mounted below the folder that the user named, or a disk below the library. Where files go to, folders
    /// may be missing still: they will be where the lowest is that is there.
    private mutating func announce(mountsAbove place: FolderPlace) {
        guard !place.beneath.isEmpty, looked.insert(place).inserted else { return }
        do throws(CallFailure) {
            var device = try transfer.folders.base(place.base).device
            for step in place.steps {
                let folder = try transfer.folders.folder(step)
                if folder.device != device { announce(fileSystemOf: step) }
                device = folder.device
            }
        } catch {
            // As above, and what is missing is on no other file system.
            return
        }
    }

    private mutating func announce(folder place: FolderPlace) {
        guard !folders.contains(place) else { return }
        for step in place.steps where folders.insert(step).inserted {
            do throws(CallFailure) {
                _ = try transfer.folders.folder(step)
            } catch {
                guard error.code == ENOENT else { continue }
                journal.text.appendFolder(step)
                missing.append(step)
            }
        }
    }
}
