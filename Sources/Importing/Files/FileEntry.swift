import Files
import PhotoModel

/// A file as it is found under a name in an open folder.
struct FileEntry {
    let folder: Folder
    let name: FileName
    let status: FileStatus

    /// Whether both are one entry of one folder, reached by two ways, as by a link to the folder or a bind mount: what
    /// is removed by the one is gone by the other. Of a hard link each name is an entry of its own.
    func isEntry(_ other: FileEntry) throws(CallFailure) -> Bool {
        guard status.isOne(with: other.status) else { return false }
        // A file with a single name has a single entry, whatever its folders say.
        guard status.linkCount > 1 else { return true }
        guard folder.status.isOne(with: other.folder.status) else { return false }
        if name == other.name { return true }
        // A folder that does not tell upper from lower case has two names for an entry, and lists one.
        return try !Set(folder.names()).isSuperset(of: [name, other.name])
    }
}
