import Batches
import Files
import PhotoModel

extension FileTransfer {
    /// A shot comes back as a whole or not at all: its RAW file would join whatever photo has its name.
    func checkIsFree(_ name: FileName, in folder: Folder) throws(ImportError) {
        let found: FileStatus?
        do throws(CallFailure) { found = try folder.status(of: name) } catch {
            throw error.told("look at", folder.file(name))
        }
        if found != nil { throw .occupied(folder.file(name)) }
    }

    /// What is back from the trash is known there no more, once all of it is back.
    mutating func leaveTrash(_ unit: inout UnitTransfer) {
        guard unit.intent.action == .restore else { return }
        for (index, progress) in unit.progress.enumerated() {
            guard case .renamed(let record) = progress else { continue }
            TrashInfo.remove(of: unit.intent.from, unit.intent.files[index].name, folders: &folders)
            unit.progress[index] = .finished(record)
        }
    }

    /// The same of what was copied back, as where two mounts of one file system are in the way.
    mutating func leaveTrash(copiesOf unit: UnitTransfer) {
        guard unit.intent.action == .restore else { return }
        for (index, progress) in unit.progress.enumerated() {
            // Of a source that was gone already as well.
            guard case .finished = progress else { continue }
            TrashInfo.remove(of: unit.intent.from, unit.intent.files[index].name, folders: &folders)
        }
    }
}
