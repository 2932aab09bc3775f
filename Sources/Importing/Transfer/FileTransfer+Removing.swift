import Batches
import Files
import PhotoModel

/// Undoing a copy: it is removed where its original is there and has all that the copy has.
extension FileTransfer {
    /// What a copy in `from` is a copy of, as it stands in `to`: a file with the same content, and with every attribute
    /// that users have given the copy. Nothing is changed.
    func original(
        _ file: FileIntent,
        _ from: Folder,
        _ to: Folder,
        _ copy: FileStatus
    ) throws(ImportError) -> FileStatus {
        let path = from.file(file.name)
        let differs = ImportError.sourceDiffers(copy: path, source: to.file(file.newName))
        do {
            guard let original = try to.status(of: file.newName), original.isRegularFile else {
                throw differs
            }
            if original.isOne(with: copy) {
                let entry = FileEntry(folder: from, name: file.name, status: copy)
                let other = FileEntry(folder: to, name: file.newName, status: original)
                guard try !entry.isEntry(other) else {
                    throw ImportError.ownOriginal(path, source: to.file(file.newName))
                }
                return original
            }
            guard original.stamp.size == copy.stamp.size else { throw differs }
            let open = try from.open(file.name)
            let openOriginal = try to.open(file.newName)
            guard !open.isBeingWritten else { throw ImportError.beingWritten(path) }
            guard try open.contentHash() == openOriginal.contentHash() else { throw differs }
            guard try openOriginal.hasUserAttributes(of: open) else {
                throw ImportError.attributesDiffer(copy: path, source: to.file(file.newName))
            }
            return original
        } catch {
            throw ImportError(error, "read", path)
        }
    }

    /// Removes a copy if it and its original are what they were found to be, and nobody is writing it. Read while it was
    /// written to, a file would have a hash that says nothing.
    func removeCopy(
        _ file: FileIntent,
        of intent: UnitIntent,
        _ from: Folder,
        _ to: Folder,
        _ found: Found
    ) throws(ImportError) -> FileRecord {
        let path = from.file(file.name)
        do {
            // What is written into another name of the original is not lost with this one.
            if found.original?.isOne(with: found.file) != true {
                let open = try from.open(file.name)
                guard !open.isBeingWritten else { throw ImportError.beingWritten(path) }
            }
            guard let original = try to.status(of: file.newName), original.stamp == found.original?.stamp
            else {
                throw ImportError.sourceDiffers(copy: path, source: to.file(file.newName))
            }
            try turns.take(on: from) {
                try checkSidecar(beside: file, of: intent, in: from)
                guard let still = try from.status(of: file.name), still.stamp == found.file.stamp else {
                    throw ImportError.changed(path)
                }
                try CallFailure.check(from.remove(file.name), .remove, path)
            }
            return FileRecord(stamp: original.remembered)
        } catch {
            throw ImportError(error, "remove", path)
        }
    }
}
