import CShims
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
    /// Folders that users named, whose file system the journal knows.
    private var bases: Set<FilePath> = []
    /// Folders that are there, or that the journal says are made.
    private var folders: Set<FolderPlace> = []
    private(set) var ok = 0
    private(set) var errors = 0
    /// Why it ended before its time.
    private(set) var ending: String?

    init(journal: consuming Journal, gate: ChangeGate, token: String) {
        self.journal = journal
        transfer = FileTransfer(gate: gate, token: token)
    }

    /// - Parameter report: told of each unit when it is through, with the position in `intents`.
    /// - Throws: where the journal cannot be written or nothing can be made to last. What is done by then is
    ///   brought to an end by recovery.
    mutating func run(
        _ intents: [UnitIntent],
        cancellation: Cancellation,
        report: (Int, UnitTransfer) -> Void
    ) throws(ImportError) {
        var next = 0
        while next < intents.count {
            note(cancellation)
            if ending != nil { break }
            let end = Self.end(of: next, in: intents)
            announce(intents[next..<end])
            try journal.commit()
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

    /// Writes down how it ended.
    mutating func close(
        _ state: BatchState,
        ok: Int,
        errors: Int,
        time: WallTime
    ) throws(ImportError) {
        if let ending { journal.text.appendReason(ending) }
        journal.text.appendEnd(state, ok: ok, errors: errors, time: time)
        try journal.commit()
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
            bytes += intents[end].byteCount
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
        if unit.hasArrived {
            journal.text.appendDone(unit.intent.number, unit.records)
        } else {
            journal.text.appendFailed(unit.intent.number, unit.error?.description ?? "")
        }
        if unit.error == nil { ok += 1 } else { errors += 1 }
    }

    // MARK: - Writing down what comes

    private mutating func announce(_ intents: ArraySlice<UnitIntent>) {
        for intent in intents {
            announce(base: intent.from.base)
            announce(base: intent.to.base)
            // What `undo` makes, and a trash, stay.
            if intent.undoes == nil, intent.action != .trash { announce(folder: intent.to) }
        }
        for intent in intents { journal.text.append(intent) }
    }

    private mutating func announce(base: FilePath) {
        guard bases.insert(base).inserted else { return }
        do throws(CallFailure) {
            journal.text.appendBase(base, fileSystem: try transfer.folders.base(base).fileSystem())
        } catch {
            // Its units will say what is wrong with it.
            return
        }
    }

    private mutating func announce(folder place: FolderPlace) {
        guard !folders.contains(place) else { return }
        for step in place.steps where folders.insert(step).inserted {
            do throws(CallFailure) {
                _ = try transfer.folders.folder(step)
            } catch {
                if error.code == ENOENT { journal.text.appendFolder(step) }
            }
        }
    }
}

extension Folder {
    /// What tells file systems apart across mounting and starting: the UUID where the kernel tells it.
    func fileSystem() throws(CallFailure) -> String {
        var uuid = [UInt8](repeating: 0, count: 16)
        var length: Int32 = 0
        // Made without one, a file system says zeros, as all such do.
        if photod_filesystem_uuid(descriptor, &uuid, &length) == 0, uuid.contains(where: { $0 != 0 }) {
            return uuid.prefix(Int(length)).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            .joined()
        }
        var identifier: UInt64 = 0
        var type: Int64 = 0
        guard photod_filesystem_id(descriptor, &identifier, &type) == 0 else {
            throw CallFailure(code: errno)
        }
        return "id-" + String(identifier, radix: 16)
    }
}
