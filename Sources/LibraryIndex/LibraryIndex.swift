import Glibc
import PhotoModel
import Synchronization

/// `index.sqlite`: what the roots hold, so that questions are answered without looking at them.
///
/// It is disposable. Anything wrong with the file ends in moving it aside and building it anew; ids and marks come
/// back from the identity documents.
///
/// One writer at a time, any number of readers; each reader sees one snapshot.
public final class LibraryIndex: Sendable {
    let connections: IndexConnections
    package let path: FilePath
    /// Made with the index; survives restarts.
    public let epoch: UInt64
    /// Drawn at each opening, and written into the file.
    public let opening: Int64
    private let sequence: Mutex<SequenceReservation>
    /// How the index came to be what it is at start.
    public let origin: Origin
    /// The file as this daemon left it last.
    let file: Mutex<IndexFile>
    let damage = Mutex(Damage())
    /// Called before the folder is told of damage: it may be another, and somebody else's, by then.
    let holdFolder: @Sendable () -> Void
    private let selections = FrequentSelections()
    private let overlayRules = Mutex(OverlayRules.plain)
    /// In how many transactions digests of directories were forgotten: what was summed up before one may be outdated after it.
    private let digestsForgotten = Atomic<UInt64>(0)

    struct Damage {
        var isFound = false
        var listener: (@Sendable () -> Void)?
    }

    public enum Origin: Sendable, Equatable {
        /// There was no index.
        case created
        /// The index was there; `cleanly` tells whether the last daemon closed it.
        case opened(cleanly: Bool)
        /// The index was damaged; the old file is at this path.
        case rebuilt(movedTo: FilePath)
    }

    /// Opens `index.sqlite` in `folder`, or makes it. A damaged one is moved aside first.
    ///
    /// - Parameters:
    ///   - continuesClocks: whether the file is known to be the one that numbers were given out from last, by what it says was drawn when
    ///     it was opened last. One restored from a backup would give numbers out again: its clocks begin anew, and older ones are another
    ///     instance's.
    ///   - holdFolder: called before damage is noted in the folder.
    public init(
        folder: FilePath,
        continuesClocks: (_ opening: Int64) -> Bool = { _ in true },
        holdFolder: @escaping @Sendable () -> Void = {}
    ) throws(IndexError) {
        let path = folder.appending(FileName("index.sqlite"))
        var origin: Origin
        var opened: (connections: IndexConnections, start: IndexStart, file: IndexFile)
        do {
            try Self.refuseCondemned(path)
            opened = try Self.open(path, continuesClocks: continuesClocks)
            origin = opened.start.isNew ? .created : .opened(cleanly: opened.start.wasClosedCleanly)
        } catch  where error.isCorruption {
            let aside = try Self.moveAside(path)
            opened = try Self.open(path)
            origin = aside.map { .rebuilt(movedTo: $0) } ?? .created
        }
        self.path = path
        self.holdFolder = holdFolder
        connections = opened.connections
        file = Mutex(opened.file)
        self.origin = origin
        epoch = opened.start.epoch
        opening = opened.start.opening
        sequence = Mutex(opened.start.reservation)
    }

    public var isNew: Bool {
        switch origin {
        case .created, .rebuilt: true
        case .opened: false
        }
    }

    /// Says what follows from what users say of photos, from the next transaction on.
    public func setOverlayRules(_ rules: OverlayRules) { overlayRules.withLock { $0 = rules } }

    /// The newest clock.
    public var clock: Clock {
        Clock(epoch: epoch, sequence: sequence.withLock { $0.last })
    }

    /// Reads within one snapshot.
    public func read<Value>(_ body: (IndexReader) throws(IndexError) -> Value) throws(IndexError) -> Value {
        try refuseWhereDamaged()
        do {
            return try connections.read { connection throws(IndexError) in
                try body(IndexReader(connection: connection, epoch: epoch, selections: selections))
            }
        } catch {
            throw noted(error)
        }
    }

    /// As `read`, for a body with errors of its own, which come through as they are.
    public func snapshot<Value>(_ body: (IndexReader) throws -> Value) throws -> Value {
        var own: (any Error)?
        do {
            return try read { reader throws(IndexError) -> Value in
                do {
                    return try body(reader)
                } catch let error as IndexError {
                    throw error
                } catch {
                    own = error
                    throw .withdrawn
                }
            }
        } catch {
            throw own ?? error
        }
    }

    /// Writes in one transaction.
    ///
    /// - Parameter bulk: a first sweep's transaction: counts are added up here instead of by trigger.
    /// - Returns: what `body` returned, and what changed, to be told to those who listen.
    public func write<Value>(
        bulk: Bool = false,
        _ body: (IndexWriter) throws(IndexError) -> Value
    ) throws(IndexError) -> (value: Value, committed: CommittedChanges) {
        do {
            return try writing { connection throws(IndexError) in
                if bulk { connection.enableTriggers(false) }
                defer { if bulk { connection.enableTriggers(true) } }
                return try commit(connection, bulk: bulk, body)
            }
        } catch {
            throw noted(error)
        }
    }

    /// Sums up directories of which something was written since they were, some thousands of entries at once. Returns whether
    /// none is left.
    ///
    /// They are read in a snapshot, so that no writer waits for it; what was written meanwhile is summed up the next time.
    ///
    /// - Parameter write: writes as this index's owner does.
    public func digestDirectories(
        _ write: (@escaping @Sendable (IndexWriter) throws(IndexError) -> Bool) throws(IndexError) -> Bool
    ) throws(IndexError) -> Bool {
        let before = digestsForgotten.load(ordering: .sequentiallyConsistent)
        let (digests, isRest) = try read { reader throws(IndexError) in
            var digests: [(key: Int64, value: Int64)] = []
            var entries = 0
            let keys = try reader.undigestedDirectories(limit: Self.digestedDirectories)
            for key in keys where entries < Self.digestStep {
                let digest = try reader.digest(ofDirectory: key)
                digests.append((key, digest.value))
                entries += digest.entries + 1
            }
            return (digests, keys.count == digests.count && keys.count < Self.digestedDirectories)
        }
        guard !digests.isEmpty else { return true }
        let isKept = try write { [self] writer throws(IndexError) in
            guard digestsForgotten.load(ordering: .sequentiallyConsistent) == before else { return false }
            for (key, value) in digests { try writer.setDigest(value, ofDirectory: key) }
            return true
        }
        return isKept && isRest
    }

    /// Of how many directories, and about of how many entries of theirs, a step sums up.
    private static let digestedDirectories = 250
    private static let digestStep = 4000

    private func commit<Value>(
        _ connection: Connection,
        bulk: Bool,
        _ body: (IndexWriter) throws(IndexError) -> Value
    ) throws(IndexError) -> (value: Value, committed: CommittedChanges) {
        try reserveNumbers(connection)
        var reservation = sequence.withLock { $0 }
        var hasForgotten = false
        let result = try connection.transaction(.immediate, "writing") {
            () throws(IndexError) -> (value: Value, committed: CommittedChanges) in
            let writer = IndexWriter(
                connection: connection,
                countsInBulk: bulk,
                overlayRules: overlayRules.withLock { $0 }
            )
            let value = try body(writer)
            let changes = try writer.finish(reservation: &reservation)
            hasForgotten = !writer.undigested.isEmpty
            return (
                value,
                CommittedChanges(
                    clock: Clock(epoch: epoch, sequence: reservation.last),
                    changes: changes,
                    months: writer.touchedMonths,
                    countedMonths: writer.countedMonths,
                    coveredMonths: writer.countedMonths.union(writer.coveredMonths),
                    groups: writer.groups,
                    directoriesMoved: writer.directoriesMoved
                )
            )
        }
        // After the commit: whoever counts before it and reads an older snapshot finds another number here.
        if hasForgotten { digestsForgotten.add(1, ordering: .sequentiallyConsistent) }
        sequence.withLock { $0 = reservation }
        return result
    }

    /// A number is given out only when its reservation is on the disk: after a power cut numbering goes on behind the
    /// block, and no number ever means two things. Reserving comes before the transaction that may need the numbers,
    /// because nothing may go wrong any more once that is committed.
    private func reserveNumbers(_ connection: Connection) throws(IndexError) {
        var reservation = sequence.withLock { $0 }
        guard reservation.extend() else { return }
        try connection.durably("writing") { () throws(IndexError) in
            try IndexStart.recordReservation(connection, reserved: reservation.reserved)
        }
        sequence.withLock { $0 = reservation }
    }

    /// Runs work that a transaction would only be in the way of: checkpoints, shrinking memory.
    ///
    /// - Parameter isDurable: whether all that was committed is on the disk when this returns. A checkpoint syncs the log before it
    ///   begins, but does not begin where a reader of an older snapshot leaves it nothing to do.
    public func settle(isDurable: Bool = false) throws(IndexError) {
        do {
            try writing { connection throws(IndexError) in
                let isWhole = try connection.checkpoint()
                if isDurable, !isWhole {
                    // With a transaction that waits for the disk everything before it is there.
                    let reserved = sequence.withLock { $0.reserved }
                    try connection.durably("settling") { () throws(IndexError) in
                        try IndexStart.recordReservation(connection, reserved: reserved)
                    }
                }
                try connection.execute("PRAGMA shrink_memory", "checkpointing")
            }
        } catch {
            throw noted(error)
        }
        connections.releaseMemory()
        selections.forget()
    }

    /// Takes what the log beside the file holds into the file, and gives the log's room back to the disk.
    ///
    /// For a disk that is full: many small transactions write the same pages again and again, so that the log may be many
    /// times as large as what it adds to the file.
    public func emptyLog() throws(IndexError) {
        do {
            try writing { connection throws(IndexError) in
                try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)", "emptying the log")
            }
        } catch {
            throw noted(error)
        }
    }

    /// Notes that numbering ended here, so that the next start knows nothing was lost, and closes the file.
    ///
    /// What it throws tells of that note alone: without it the next start answers questions for changes with a fresh
    /// instance, and nothing else is lost.
    ///
    /// - Parameter time: how long the daemon has lived is noted as well.
    public func close(at time: IdentityTime? = nil) throws(IndexError) {
        guard !isDamaged else {
            // Nobody will ask it anything any more, and nothing is written to what is to be looked into.
            connections.close()
            return
        }
        let last = sequence.withLock { $0.last }
        defer {
            // Failing only leaves the log beside the file, where the next start reads it: on a full disk the file
            // cannot grow by what the log holds.
            try? connections.write { connection throws(IndexError) in
                try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)", "closing")
            }
            connections.close()
        }
        try connections.write { connection throws(IndexError) in
            try connection.durably("closing") { () throws(IndexError) in
                try IndexStart.recordCleanEnd(connection, last: last, time)
            }
        }
    }
}

// MARK: - Opening

extension LibraryIndex {
    private static func open(
        _ path: FilePath,
        continuesClocks: (Int64) -> Bool = { _ in true }
    ) throws(IndexError) -> (connections: IndexConnections, start: IndexStart, file: IndexFile) {
        // A FIFO would be opened, and read as a disk that fails.
        guard !IndexFile.isSomethingElse(at: path) else { throw .notAFile(path: path.display) }
        // Made here, so that it is private from the start, and with it what SQLite puts beside it.
        let descriptor = path.withCString { Glibc.open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw IndexError(opening: path, errno) }
        Glibc.close(descriptor)
        guard let opened = IndexFile(at: path) else { throw IndexError(opening: path, errno) }
        do {
            let connections = try IndexConnections(path) { opened.isInPlace(at: path) }
            let start = try connections.write { connection throws(IndexError) in
                try IndexStart(preparing: connection, continuesClocks: continuesClocks)
            }
            return (connections, start, IndexFile(at: path) ?? opened)
        } catch {
            throw error.asStrangersFile
        }
    }
}
