import Batches
import Files
import Glibc
import PhotoModel

extension Recovery {
    /// How far a file of an interrupted unit came.
    enum Sighting {
        case atSource
        case atDestination(FileRecord)
        /// At both with the same content.
        case atBoth(FileRecord)
        /// At its old place, and another file has its new name.
        case blocked(ImportError)
        /// At neither.
        case gone(ImportError)
    }

    func look(
        _ intent: UnitIntent,
        _ index: Int,
        _ from: Folder?,
        _ to: Folder?,
        _ transfer: FileTransfer
    ) throws(ImportError) -> Sighting {
        let file = intent.files[index]
        let oldPath = intent.from.path.appending(file.name)
        let newPath = intent.to.path.appending(file.newName)
        do {
            let source = try from?.status(of: file.name)
            let target = try to?.status(of: file.newName)
            var isAtSource = false
            if let source, source.isRegularFile, let from {
                isAtSource = try transfer.hasSameContent(source.stamp, as: file.stamp, in: from)
            }
            // The other copy of a file to be removed was there before: only whether the first one is gone tells anything. One
            // that was changed was not removed, nor will the others of its shot be.
            if intent.action == .remove {
                if isAtSource { return .atSource }
                guard source == nil else { return .gone(.changed(oldPath)) }
                return .atDestination(FileRecord(stamp: target?.stamp ?? file.stamp))
            }
            guard let target, target.isRegularFile else {
                return isAtSource ? .atSource : .gone(.lost(oldPath, destination: newPath))
            }
            let record = FileRecord(stamp: target.remembered, hash: file.hash)
            guard isAtSource, let source, let from, let to else {
                return try Self.isCopy(target.stamp, of: file.stamp) || Self.holds(file, to, target)
                    ? .atDestination(record) : .gone(.lost(oldPath, destination: newPath))
            }
            if source.isOne(with: target) {
                let old = FileEntry(folder: from, name: file.name, status: source)
                let new = FileEntry(folder: to, name: file.newName, status: target)
                // Where the old path leads to the new place by now, nothing is left to be removed.
                return try old.isEntry(new) ? .atDestination(record) : .atBoth(record)
            }
            guard source.stamp.size == target.stamp.size,
                try from.open(file.name).contentHash() == to.open(file.newName).contentHash()
            else { return .blocked(.occupied(newPath)) }
            return .atBoth(record)
        } catch { throw ImportError(error, "look at", newPath) }
    }

    /// Whether what stands at the new place, with no source to compare it with, is what was to come there. A
    /// file system may keep but every other second.
    private static func isCopy(_ stamp: FileStamp, of expected: FileStamp) -> Bool {
        let apart = stamp.modificationTime.subtractingReportingOverflow(expected.modificationTime)
        return stamp.size == expected.size && !apart.overflow
            && apart.partialValue.magnitude <= 2_000_000_000
    }

    /// The same, by what is in it: a file system may let nobody set its time.
    private static func holds(_ file: FileIntent, _ to: Folder?, _ target: FileStatus) throws(CallFailure)
        -> Bool
    {
        guard let to, target.stamp.size == file.stamp.size else { return false }
        if let hash = file.hash { return try to.open(file.newName).contentHash() == hash }
        guard let fingerprint = file.fingerprint else { return false }
        return try to.open(file.newName).has(fingerprint, size: target.stamp.size)
    }

    /// `nil` where the folder is missing though the one that the user named is there.
    ///
    /// - Parameter mayBeGone: whether that is enough to be seen on the file system that it was on: an undo makes it anew.
    func open(
        _ place: FolderPlace,
        _ transfer: inout FileTransfer,
        mayBeGone: Bool = false
    ) throws(ImportError) -> Folder? {
        do throws(CallFailure) {
            _ = try transfer.folders.base(place.base)
        } catch {
            guard error.code == ENOENT else { throw error.told("open", place.base) }
            let mark = mayBeGone ? transfer.fileSystems[place.base] : nil
            guard let mark, transfer.folders.isGone(place.base, from: mark) else {
                throw .offline(place.base)
            }
            return nil
        }
        do throws(CallFailure) {
            return try transfer.folders.folder(place)
        } catch {
            if error.code == ENOENT { return nil }
            throw error.told("open", place.path)
        }
    }
}
