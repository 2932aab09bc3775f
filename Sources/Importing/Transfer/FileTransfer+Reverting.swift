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
                guard remove(temporaryName(unit.intent, index), inode: copy.inode, from: to) else { continue }
            case .named(let copy):
                guard remove(file.newName, inode: copy.inode, from: to) else { continue }
            case .linked(let record):
                guard remove(file.newName, inode: record.stamp.inode, from: to) else { continue }
            case .renamed:
                guard to.rename(file.newName, to: from, as: file.name) == 0 else { continue }
            }
            if unit.intent.action == .trash {
                TrashInfo.remove(of: unit.intent.to, file.newName, folders: &folders)
            }
            unit.progress[index] = .waiting
        }
    }

    private func remove(_ name: FileName, inode: UInt64, from folder: Folder) -> Bool {
        do throws(CallFailure) {
            guard let found = try folder.status(of: name) else { return true }
            return found.stamp.inode == inode && folder.remove(name) == 0
        } catch {
            return false
        }
    }
}
