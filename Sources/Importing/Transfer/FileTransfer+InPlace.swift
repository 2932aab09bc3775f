import Batches
import Files
import Glibc
import PhotoModel

/// What a rename or a link can do: the file keeps its inode.
extension FileTransfer {
    mutating func rename(
        _ intent: UnitIntent,
        _ index: Int,
        _ from: Folder,
        _ to: Folder,
        _ found: FileStatus
    ) throws(ImportError) -> UnitTransfer.Progress {
        let file = intent.files[index]
        guard try disarm(file, from, found) else { return .staged(try copy(intent, index, from, to, found)) }
        let (code, record) = try turns.take(on: from) { () throws(ImportError) in
            try renameInTurn(intent, file, from, to, found)
        }
        if let record { return .renamed(record) }
        // Between two subvolumes of one file system too.
        if code == EXDEV { return .staged(try copy(intent, index, from, to, found)) }
        takeBack(code, intent, file, from, to, found)
        // The kernel does not say which of the two folders forbids it.
        if [EACCES, EPERM, EROFS].contains(code) { try checkRemoval(intent, from) }
        throw failure(code, "move", file, from, to)
    }

    /// - Returns: how the file lies at its new place, or why the rename failed.
    private mutating func renameInTurn(
        _ intent: UnitIntent,
        _ file: FileIntent,
        _ from: Folder,
        _ to: Folder,
        _ found: FileStatus
    ) throws(ImportError) -> (code: Int32, record: FileRecord?) {
        try checkSidecar(beside: file, of: intent, in: from)
        let code = from.rename(file.name, to: to, as: file.newName)
        guard code == 0 else { return (code, nil) }
        if let record = try arrival(intent, file, at: to, found) { return (0, record) }
        let path = to.file(file.newName)
        // Somebody put another file there in the moment between: back with it.
        let back = to.rename(file.newName, to: from, as: file.name)
        guard back == 0 else {
            unremoved[intent.number] = to.path
            throw .system(operation: "put back", path: path, code: back)
        }
        throw .changed(from.file(file.name))
    }

    /// In the turn in which a photo goes: an edit that had the turn before may have made a sidecar for it, which nobody planned to
    /// take along. Sidecars that edits make are called as their photos are, with `.xmp` behind.
    ///
    /// - Throws: `hasSidecar` or `changed` where there is one that was not there when the unit was planned.
    func checkSidecar(
        beside file: FileIntent,
        of intent: UnitIntent,
        in from: Folder
    ) throws(ImportError) {
        guard let known = intent.sidecars, !file.isSidecar else { return }
        let name = FileName(file.name.bytes + Array(".xmp".utf8))
        let found: FileStatus?
        do throws(CallFailure) { found = try from.status(of: name) } catch {
            if Self.impossibleNames.contains(error.code) { return }
            throw error.told("look at", from.file(name))
        }
        guard let found, found.isRegularFile, !known.contains(name) else { return }
        // Some file systems do not tell upper from lower case: one that is spelled otherwise was there before.
        let isSpelledSo: Bool
        do throws(CallFailure) { isSpelledSo = try from.names().contains(name) } catch {
            throw error.told("look at", from.path)
        }
        guard isSpelledSo else { return }
        throw intent.undoes == nil
            ? .changed(from.file(name)) : .hasSidecar(from.file(file.name), sidecar: from.file(name))
    }

    /// Sees to it that a file that keeps its inode brings neither special bits nor a stranger's access control list.
    /// Before it moves, so that it is without from the first moment.
    ///
    /// - Returns: `false` where only a copy can be without.
    private func disarm(
        _ file: FileIntent,
        _ from: Folder,
        _ found: FileStatus
    ) throws(ImportError) -> Bool {
        if found.owner == geteuid(), !Permissions.areSpecial(found.mode) { return true }
        do {
            let open = try from.open(file.name)
            let status = try open.status()
            guard status.stamp.inode == found.stamp.inode else {
                throw ImportError.changed(from.file(file.name))
            }
            return try open.disarm(status)
        } catch {
            throw ImportError(error, "change the permissions of", from.file(file.name))
        }
    }

    mutating func link(
        _ intent: UnitIntent,
        _ index: Int,
        _ from: Folder,
        _ to: Folder,
        _ found: FileStatus
    ) throws(ImportError) -> FileRecord {
        let file = intent.files[index]
        guard try disarm(file, from, found) else { throw .strangersPermissions(from.file(file.name)) }
        let (code, record) = try turns.take(on: to) { () throws(ImportError) in
            try linkInTurn(intent, file, from, to, found)
        }
        if let record { return record }
        takeBack(code, intent, file, from, to, found)
        switch code {
        case EXDEV: throw .otherFileSystem(.hardlink, from: from.path, to: to.path)
        // A file system without links answers so, and for a stranger's file the kernel (fs.protected_hardlinks).
        case EPERM where found.isImmutable: throw .immutable(from.file(file.name))
        case EPERM where found.owner != geteuid(): throw .unlinkable(from.file(file.name), to.path)
        case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: throw .unsupported(.hardlink, to.path)
        default: throw failure(code, "link", file, from, to)
        }
    }

    /// - Returns: how the file lies at its new place, or why the link failed.
    private mutating func linkInTurn(
        _ intent: UnitIntent,
        _ file: FileIntent,
        _ from: Folder,
        _ to: Folder,
        _ found: FileStatus
    ) throws(ImportError) -> (code: Int32, record: FileRecord?) {
        let code = from.link(file.name, to: to, as: file.newName)
        guard code == 0 else { return (code, nil) }
        if let record = try arrival(intent, file, at: to, found) { return (0, record) }
        // Somebody put another file there in the moment between.
        let removed = to.remove(file.newName)
        guard removed == 0 else {
            throw .system(operation: "remove", path: to.file(file.newName), code: removed)
        }
        throw .changed(from.file(file.name))
    }

    /// How the file lies at its new place; `nil` where another one has got there. A unit of which that cannot be told is noted.
    private mutating func arrival(
        _ intent: UnitIntent,
        _ file: FileIntent,
        at to: Folder,
        _ found: FileStatus
    ) throws(ImportError) -> FileRecord? {
        do throws(CallFailure) {
            guard let arrived = try to.status(of: file.newName) else {
                throw CallFailure(.look, to.path, ENOENT)
            }
            guard try isSame(arrived, as: found, in: to) else { return nil }
            return FileRecord(
                stamp: arrived.remembered,
                hash: file.hash ?? hash(ofSidecar: file, arrived, in: to)
            )
        } catch {
            unremoved[intent.number] = to.path
            throw error.told("look at", to.file(file.newName))
        }
    }

    /// Longer than any that a program writes.
    private static let longestSidecar: UInt64 = 16 << 20

    /// By its content alone a sidecar is known after edits that were undone; of other files nobody has to read all. `nil` as well
    /// where it cannot be read: then its time has to be what it was.
    private func hash(ofSidecar file: FileIntent, _ status: FileStatus, in folder: Folder) -> Fingerprint? {
        guard file.isSidecar, status.size <= Self.longestSidecar else { return nil }
        do throws(CallFailure) { return try folder.open(file.newName).contentHash() } catch { return nil }
    }
}
