import PhotoModel

/// Which group owns which folder name, kept for good: `STATE/folders.json`. It is no part of the index, so
/// folders have the same names after the index was lost.
///
/// Written in the state directory by the daemon that holds its lock. Edit it while photod is stopped: it is
/// read at the start, and written whole when a group comes.
public struct GroupFolderFile: Sendable {
    /// A million groups of fifty bytes each.
    static let limit = 128 << 20

    private let directory: DocumentDirectory

    /// - Parameter path: the state directory, made with mode 0700 where it is missing.
    public init(directory path: FilePath) throws(IdentityStoreError) {
        directory = try DocumentDirectory(path)
    }

    /// Reads the file; no file means that no group has a folder yet. One that is damaged is moved aside as
    /// `folders.json.broken-TIME`, and what it says is lost until somebody mends it: `problems` then says so.
    ///
    /// Whether the names are legal and each but once is for `CaptureRules.GroupFolders` to say.
    ///
    /// - Parameter seconds: now, since 1970.
    /// - Throws: `.newerVersion` where the file is good and another photod's, `.unsuitable` and `.system`
    ///   where it cannot be read. Then name no folders, lest they get other names.
    public func load(at seconds: Int64) throws(IdentityStoreError) -> GroupFolderDocument {
        let name = DocumentName.groupFolders
        guard let (bytes, _) = try directory.read(name, limit: Self.limit) else {
            return GroupFolderDocument()
        }
        do {
            return try GroupFolderDocument(reading: bytes, path: directory.display(name))
        } catch {
            guard case .broken(let path, _, let line, let reason) = error else { throw error }
            let aside = try directory.setAside(name, at: seconds)
            return GroupFolderDocument(problems: [
                "\(path) is damaged at line \(line): \(reason); it was moved to \(aside ?? "nowhere") "
                    + "and is begun anew, so folders of groups with like names may be called otherwise. "
                    + "To keep their names, stop photod, mend that copy and put it back"
            ])
        }
    }

    /// Keeps `folders`, group to folder, durably: when this returns they are on the disk. Keep a name before
    /// anything is put into the folder. A file that says the same already is left alone.
    ///
    /// - Returns: whether the file was written.
    @discardableResult
    public func save(_ folders: [String: String]) throws(IdentityStoreError) -> Bool {
        let name = DocumentName.groupFolders
        let bytes = GroupFolderDocument(folders: folders).json
        if let status = try directory.status(of: name), status.isRegularFile, status.size == bytes.count,
            try directory.read(name, limit: bytes.count)?.bytes == bytes
        {
            return false
        }
        try directory.replace(name, with: bytes)
        return true
    }
}
