import Batches
import PhotoModel

/// What an import is going to do, before anything is done.
public struct ImportPlan: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        /// Below the library; a name for each file of the unit.
        case place(FolderPlace, names: [FileName])
        /// The unit lies where it belongs, or elsewhere in the library and is not to be moved.
        case inPlace
        /// The library has the unit. `twins`: for each file the one that is equal, where the unit goes to the
        /// trash.
        case duplicate(of: FilePath, twins: [FilePath]?)
        case refused(ImportError)
    }

    public struct Item: Hashable, Sendable {
        public let unit: ImportUnit
        public let decision: Decision
    }

    /// A shot whose primary file the library has, but not all its companions, is two of them: the companions, which join
    /// the photo there, and the rest.
    public let items: [Item]

    /// The primary files of what goes to the trash, as the library has it.
    public var trashed: [FilePath] {
        items.compactMap { item in
            guard case .duplicate(_, twins: .some) = item.decision, let primary = item.unit.files.first else {
                return nil
            }
            return item.unit.folder.path.appending(primary.name)
        }
    }
}

/// What a planner asks of the library.
public protocol LibraryLookup {
    /// The names in a folder of the library, hidden ones included; none where the folder is missing.
    func names(in folder: FolderPlace) throws(ImportError) -> [FileName]

    /// Whether two folders are one, as by names that differ in case only where the file system folds it.
    func areOne(_ folder: FolderPlace, _ other: FolderPlace) -> Bool

    /// Files of the library of this size and fingerprint, companions too where they are known.
    func twins(size: Int64, fingerprint: Fingerprint) throws(ImportError) -> [FilePath]

    /// XXH3-128 of a file's whole content, as `FileContent.hash` takes it. `missing` where there is no such
    /// file.
    func contentHash(of path: FilePath) throws(ImportError) -> Fingerprint
}
