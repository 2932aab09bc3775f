import Batches
import Files
import PhotoModel

extension FileTransfer {
    /// Puts back what of a unit can be: its files belong together.
    ///
    /// What cannot be put back stays where it arrived, and its record says so. A file is removed only if it
    /// is the one that was made here.
    mutating func revert(_ unit: inout UnitTransfer) {
        let from: Folder
        let to: Folder
        do throws(CallFailure) {
            from = try folders.folder(unit.intent.from)
            to = try folders.folder(unit.intent.to)
        } catch {
            // Without its folders nothing of it can be touched; the unit already says what went wrong.
            return
        }
        for index in unit.progress.indices.reversed() {
            let file = unit.intent.files[index]
            switch unit.progress[index] {
            case .waiting, .finished: continue
            case .staged(let copy):
                let name = temporaryName(unit.intent, index)
                guard remove(name, to, copy.written, of: file, from, copy.hash) else { continue }
            case .named(let copy):
                guard remove(file.newName, to, copy.written, of: file, from, copy.hash) else { continue }
            case .linked(let record):
                guard remove(file.newName, to, record.stamp, of: file, from, record.hash) else { continue }
            case .renamed:
                guard to.rename(file.newName, to: from, as: file.name) == 0 else { continue }
            }
            if unit.intent.action == .trash {
                TrashInfo.remove(of: unit.intent.to, file.newName, folders: &folders)
            }
            unit.progress[index] = .waiting
        }
    }

    private func remove(
        _ name: FileName,
        _ to: Folder,
        _ written: FileStamp,
        of source: FileIntent,
        _ from: Folder,
        _ hash: Fingerprint?
    ) -> Bool {
        do throws(CallFailure) {
            guard let found = try to.status(of: name) else { return true }
            return try isCopy(found, name, in: to, as: written, of: source.name, in: from, hash)
                && to.remove(name) == 0
        } catch {
            return false
        }
    }
}
