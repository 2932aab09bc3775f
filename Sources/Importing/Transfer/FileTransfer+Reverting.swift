import Batches
import Files
import Glibc
import PhotoModel

extension FileTransfer {
    /// Puts back what of a unit can be: its files belong together.
    ///
    /// What cannot be put back stays where it arrived, and its record says so. A file is removed only if it
    /// is the one that was made here, and where its source was to go, only while that is there.
    mutating func revert(_ unit: inout UnitTransfer) {
        let to: Folder
        do throws(CallFailure) { to = try folders.folder(unit.intent.to) } catch {
            // Without that folder nothing of it can be touched; the unit already says what went wrong.
            if unit.hasCopies { unremoved[unit.intent.number] = unit.intent.to.path }
            return
        }
        // A card that was pulled out takes nothing back, and what was copied from it goes all the same.
        let from = try? folders.folder(unit.intent.from)
        for index in unit.progress.indices.reversed() {
            let file = unit.intent.files[index]
            switch unit.progress[index] {
            case .waiting, .finished: continue
            case .staged(let copy):
                guard removeTemporary(index, to, copy, from, unit) else { continue }
            case .named(let copy):
                guard !unit.intent.action.leaves || isAtOldPlace(index, from, unit),
                    remove(file.newName, to, copy, file, from, unit)
                else { continue }
            case .linked(let record):
                guard isAtOldPlace(index, from, unit) else { continue }
                let isRemoved = try? remove(file.newName, to, record.stamp, of: file, from, record.hash)
                guard isRemoved == true else { continue }
            case .renamed:
                guard let from else { continue }
                let code = turns.take(on: to) { to.rename(file.newName, to: from, as: file.name) }
                guard code == 0 else {
                    // A server whose reply was lost may have put it back all the same.
                    if Self.isThere(file.newName, to) != true { unremoved[unit.intent.number] = to.path }
                    continue
                }
            }
            if unit.intent.action == .trash {
                TrashInfo.remove(of: unit.intent.to, file.newName, folders: &folders)
            }
            unit.progress[index] = .waiting
        }
    }

    /// Takes back what a rename or a link that failed has done all the same: a rename may have made a link and failed to remove
    /// the old name, and a server whose reply was lost may have done everything. Where the new name leads to the file and the old
    /// one does not, or neither can be asked, the unit is noted: whoever reads the journal has to look.
    ///
    /// - Parameter code: of the call that failed.
    mutating func takeBack(
        _ code: Int32,
        _ intent: UnitIntent,
        _ file: FileIntent,
        _ from: Folder,
        _ to: Folder,
        _ found: FileStatus
    ) {
        // Another file had the name, or no file can have it.
        guard code != EEXIST, !Self.impossibleNames.contains(code) else { return }
        do throws(CallFailure) {
            guard let arrived = try to.status(of: file.newName), try isSame(arrived, as: found, in: to) else {
                return
            }
            // Both names may lead to one entry, in a folder that does not tell upper from lower case, or where the old one is only
            // remembered: with the one the other would go.
            if let old = try from.status(of: file.name) {
                let entry = FileEntry(folder: from, name: file.name, status: old)
                guard try !entry.isEntry(FileEntry(folder: to, name: file.newName, status: arrived)) else {
                    return unremoved[intent.number] = to.path
                }
            }
            guard try from.open(file.name).contentHash() == to.open(file.newName).contentHash() else {
                return
            }
            if try !remove(file.newName, to, ifStill: arrived) { unremoved[intent.number] = to.path }
        } catch {
            // Into a folder that may not be searched nothing can have come.
            if error.call == .look, error.code == EACCES || Self.impossibleNames.contains(error.code) {
                return
            }
            unremoved[intent.number] = to.path
        }
    }

    static let impossibleNames: [Int32] = [ENAMETOOLONG, EILSEQ, EINVAL]

    /// Whether a file is at its old place, so that the one at the new place is not the last. Where it is not, or nobody can tell
    /// though it was asked to go, the unit is noted: a removal that failed may have been carried out by a server whose reply was
    /// lost. A card that was pulled out before that has what it had.
    private mutating func isAtOldPlace(_ index: Int, _ from: Folder?, _ unit: UnitTransfer) -> Bool {
        let isThere = from.flatMap { Self.isThere(unit.intent.files[index].name, $0) }
        let isNamed = if case .named = unit.progress[index] { true } else { false }
        if isThere ?? (isNamed && !unit.removals.contains(index)) { return true }
        unremoved[unit.intent.number] = unit.intent.to.path
        return false
    }

    /// Opened, as a name may be remembered here that its server has no more. `nil` where nobody can tell.
    private static func isThere(_ name: FileName, _ folder: Folder) -> Bool? {
        do throws(CallFailure) { return try folder.open(name).status().isRegularFile } catch {
            return error.code == ENOENT ? false : nil
        }
    }

    /// Removes a copy. One that cannot be told, or removed, just now is noted: whoever reads the journal has to look for it.
    private mutating func remove(
        _ name: FileName,
        _ to: Folder,
        _ copy: UnitTransfer.Copy,
        _ file: FileIntent,
        _ from: Folder?,
        _ unit: UnitTransfer
    ) -> Bool {
        do throws(CallFailure) {
            return try remove(name, to, copy.written, of: file, from, copy.hash)
        } catch {
            unremoved[unit.intent.number] = to.path
            return false
        }
    }

    /// - Returns: whether what was made here is there no more; else another file has its name.
    private func remove(
        _ name: FileName,
        _ to: Folder,
        _ written: FileStamp,
        of source: FileIntent,
        _ from: Folder?,
        _ hash: Fingerprint?
    ) throws(CallFailure) -> Bool {
        guard let found = try to.status(of: name) else { return true }
        guard try isCopy(found, name, in: to, as: written, of: source.name, in: from, hash) else {
            return false
        }
        return try remove(name, to, ifStill: found)
    }

    /// What was looked at, and perhaps read, before it is somebody's turn.
    ///
    /// - Returns: whether it is there no more; else another file has its name by now, or somebody has written to it.
    private func remove(
        _ name: FileName,
        _ folder: Folder,
        ifStill found: FileStatus
    ) throws(CallFailure) -> Bool {
        try turns.take(on: folder) { () throws(CallFailure) in
            guard let now = try folder.status(of: name) else { return true }
            guard try isUntouched(now, since: found, in: folder) else { return false }
            try CallFailure.check(folder.remove(name), .remove, folder.file(name))
            return true
        }
    }

    /// Nobody else gives such a name to anything, so it needs no turn.
    private mutating func removeTemporary(
        _ index: Int,
        _ to: Folder,
        _ copy: UnitTransfer.Copy,
        _ from: Folder?,
        _ unit: UnitTransfer
    ) -> Bool {
        let name = temporaryName(unit.intent, index)
        let original = unit.intent.files[index].name
        do throws(CallFailure) {
            guard let found = try to.status(of: name) else { return true }
            guard try isCopy(found, name, in: to, as: copy.written, of: original, in: from, copy.hash) else {
                return false
            }
            try CallFailure.check(to.remove(name), .remove, to.file(name))
            return true
        } catch {
            unremoved[unit.intent.number] = to.path
            return false
        }
    }
}
