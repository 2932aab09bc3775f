import Batches
import Files
import PhotoModel

extension FileTransfer {
    /// Puts back what of a unit can be: its files belong together.
    ///
    /// What cannot be put back stays where it arrived, and its record says so. A file is removed only if it
    /// is the one that was made here.
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
                guard remove(temporaryName(unit.intent, index), to, copy, file, from, unit) else { continue }
            case .named(let copy):
                guard remove(file.newName, to, copy, file, from, unit) else { continue }
            case .linked(let record):
                let isRemoved = try? remove(file.newName, to, record.stamp, of: file, from, record.hash)
                guard isRemoved == true else { continue }
            case .renamed:
                guard let from, to.rename(file.newName, to: from, as: file.name) == 0 else { continue }
            }
            if unit.intent.action == .trash {
                TrashInfo.remove(of: unit.intent.to, file.newName, folders: &folders)
            }
            unit.progress[index] = .waiting
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
        try CallFailure.check(to.remove(name), .remove, to.file(name))
        return true
    }
}
