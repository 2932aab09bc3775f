import CSQLite
import Glibc
import PhotoModel

/// Damage: how it is noticed, and what becomes of the file.
///
/// It may show long after opening, on any thread. From then on nobody is answered from the index nor writes to it, whoever
/// listens is told, and a mark beside the file keeps the next start from believing it.
extension LibraryIndex {
    /// Whether damage has been found.
    public var isDamaged: Bool { damage.withLock { $0.isFound } }

    /// Has `listener` called whenever somebody comes upon the damage; at once where it has been found. One listener; on any
    /// thread.
    public func onDamage(_ listener: @escaping @Sendable () -> Void) {
        let isFound = damage.withLock { damage in
            damage.listener = listener
            return damage.isFound
        }
        if isFound { listener() }
    }

    /// Whether the file is not as this daemon left it: another, or written by somebody else. One system call.
    ///
    /// While the daemon writes it may seem so: `examine` knows.
    public var seemsChanged: Bool {
        guard let found = IndexFile(at: path) else { return false }
        return found != file.withLock { $0 }
    }

    /// Reads everything where somebody else has written to the file.
    ///
    /// - Throws: where it is damaged.
    public func examine() throws(IndexError) {
        do {
            try writing { _ throws(IndexError) in }
        } catch {
            throw noted(error)
        }
    }

    /// Reads everything, and compares tables with their indexes.
    ///
    /// - Parameter interruption: ends it before that, for of a large index it takes minutes.
    /// - Throws: where it is damaged; `withdrawn` where it was interrupted.
    public func prove(until interruption: Interruption = Interruption()) throws(IndexError) {
        try examine()
        try refuseWhereDamaged()
        do {
            try connections.read("examining") { connection throws(IndexError) in
                try connection.interruptible(by: interruption) { () throws(IndexError) in
                    try Self.check(connection)
                }
            }
        } catch {
            throw noted(error)
        }
    }

    func refuseWhereDamaged() throws(IndexError) {
        let (isFound, listener) = damage.withLock { ($0.isFound, $0.listener) }
        guard isFound else { return }
        listener?()
        throw .damaged
    }

    /// Runs `body` on the writing connection, if the file is as it was left.
    func writing<Value>(_ body: (Connection) throws(IndexError) -> Value) throws(IndexError) -> Value {
        try refuseWhereDamaged()
        return try connections.write { connection throws(IndexError) in
            let known = file.withLock { $0 }
            if let found = IndexFile(at: path), found != known {
                guard found.isSame(as: known) else { throw Self.exchanged }
                try Self.check(connection)
                try checkOrigin(connection)
            }
            defer { file.withLock { $0 = IndexFile(at: path) ?? $0 } }
            return try body(connection)
        }
    }

    private static var exchanged: IndexError {
        .sqlite(
            code: SQLITE_CORRUPT,
            message: "the file was removed, or another is in its place",
            doing: "looking at it"
        )
    }

    /// Whether it is the index that was opened, as it was left: another one, written over it, may be as sound. What the log beside
    /// the file holds hides it, so the file is asked by itself as well.
    private func checkOrigin(_ connection: Connection) throws(IndexError) {
        let sequence = try IndexStart.value("sequence", in: connection)
        let epochs = [try IndexStart.value("epoch", in: connection), try epochOfFile()]
        guard sequence == clock.sequence,
            epochs.allSatisfy({ $0 == nil || $0 == Int64(bitPattern: epoch) })
        else {
            throw .sqlite(
                code: SQLITE_CORRUPT,
                message: "another index, or an older one, was written over it",
                doing: "looking at it"
            )
        }
    }

    /// `nil` where all of it is in the log as yet.
    private func epochOfFile() throws(IndexError) -> Int64? {
        let alone = try Connection(path, for: .readingFileAlone, "looking at it")
        let tables = try alone.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'meta'")
        guard try tables.first("looking at it", { $0.int(0) }) == 1 else { return nil }
        return try IndexStart.value("epoch", in: alone)
    }

    private static func check(_ connection: Connection) throws(IndexError) {
        // What is in memory says nothing of the file.
        try connection.execute("PRAGMA shrink_memory", "examining")
        let found = try connection.prepare("PRAGMA integrity_check(1)").first("examining") { $0.string(0) }
        guard found == "ok" else {
            throw .sqlite(code: SQLITE_CORRUPT, message: found ?? "no answer", doing: "examining")
        }
    }

    func noted(_ error: IndexError) -> IndexError {
        if case .damaged = error { return error }
        guard error.isCorruption || error.mayBeAbsence && !isInPlace || error.isStrange && !isSound else {
            return error
        }
        holdFolder()
        let descriptor = Self.condemnation(of: path).withCString {
            Glibc.open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        }
        if descriptor >= 0 { Glibc.close(descriptor) }
        let listener = damage.withLock { damage in
            damage.isFound = true
            return damage.listener
        }
        listener?()
        return error
    }

    /// Whether the file that was opened is where it was, as far as anybody can say.
    public var isInPlace: Bool { file.withLock { $0 }.isInPlace(at: path) }

    private var isSound: Bool {
        do {
            try connections.read("examining", Self.check)
            return true
        } catch {
            // What else may be in the way, want of memory say, is no damage.
            return !error.isCorruption
        }
    }

    // MARK: At a start

    private static func condemnation(of path: FilePath) -> FilePath {
        FilePath(path.bytes + Array(".damaged".utf8))
    }

    static func refuseCondemned(_ path: FilePath) throws(IndexError) {
        guard condemnation(of: path).withCString({ access($0, F_OK) }) == 0 else { return }
        throw .sqlite(code: SQLITE_CORRUPT, message: "it was found damaged", doing: "opening")
    }

    /// - Returns: where it is now; `nil` where there was none.
    static func moveAside(_ path: FilePath) throws(IndexError) -> FilePath? {
        let others = SetAside.all(beside: path)
        // Where a disk damages one index after another, those that it damaged must not fill it. What cannot be removed is
        // in nobody's way.
        for oldest in others.dropLast(mostAside - 1) {
            _ = oldest.path(beside: path).withCString { unlink($0) }
        }
        let aside = SetAside(after: others.last, now: Int64(time(nil))).path(beside: path)
        let code = path.withCString { old in aside.withCString { new in rename(old, new) } }
        let isThere = code == 0
        guard isThere || errno == ENOENT else { throw .cannotMoveAside(path: path.display, errno: errno) }
        for suffix in ["-wal", "-shm", ".damaged"] {
            _ = FilePath(path.bytes + Array(suffix.utf8)).withCString { unlink($0) }
        }
        return isThere ? aside : nil
    }

    private static let mostAside = 3

    /// Where the index is that was moved aside last, at this opening or one before, of those that still lie beside this one.
    public var latestAside: FilePath? { SetAside.all(beside: path).last?.path(beside: path) }
}
