import Files
import PhotoModel

/// What was written or brought to a place is known again there: by its inode. On a file system that makes the numbers up, a
/// file that got its name by a link has another number under it.
extension FileTransfer {
    /// Whether it is the file that `expected` was taken of, as `FileStamp.hasSameContent` tells; where no number lasts until the
    /// next mount, as the rest of the stamp tells.
    func hasSameContent(
        _ found: FileStamp,
        as expected: FileStamp,
        in folder: Folder
    ) throws(CallFailure) -> Bool {
        try found.hasSameContent(as: expected) { () throws(CallFailure) in try folders.keepsInodes(folder) }
    }

    /// Whether nobody has touched a file since it was looked at: asked in the turn in which it goes, where no time is for reading it.
    func isUntouched(
        _ now: FileStatus,
        since found: FileStatus,
        in folder: Folder
    ) throws(CallFailure) -> Bool {
        guard now.changeTime == found.changeTime else { return false }
        return try hasSameContent(now.stamp, as: found.stamp, in: folder)
    }

    /// Whether a file is the one that was written. Where no number tells, it is so if it holds what was written: its size and
    /// time may be another's.
    ///
    /// - Parameters:
    ///   - name: of the file, in `folder`.
    ///   - written: as it was then.
    ///   - original: the name of what it was made of, in `source`: its content counts where no hash is known. Without
    ///     that folder nothing is known of it.
    func isCopy(
        _ found: FileStatus,
        _ name: FileName,
        in folder: Folder,
        as written: FileStamp,
        of original: FileName,
        in source: Folder?,
        _ hash: Fingerprint?
    ) throws(CallFailure) -> Bool {
        let isNumbered = found.inode == written.inode
        if try folders.keepsInodes(folder) { return isNumbered }
        guard found.isRegularFile, found.stamp.size == written.size else { return false }
        if isNumbered, found.modificationTime == written.modificationTime { return true }
        let content = try folder.open(name).contentHash()
        if let hash { return content == hash }
        guard let source else { return false }
        return try content == source.open(original).contentHash()
    }

    /// Whether a file that a rename or a link has brought to a folder is the one that was found at its old place.
    func isSame(
        _ arrived: FileStatus,
        as found: FileStatus,
        in folder: Folder
    ) throws(CallFailure) -> Bool {
        if arrived.inode == found.inode { return true }
        return try !folders.keepsInodes(folder) && arrived.size == found.size
            && arrived.modificationTime == found.modificationTime
    }
}
