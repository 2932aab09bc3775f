import PhotoModel

/// A file that has a new place: with it an id can be kept without guessing.
public struct PlacedFile: Hashable, Sendable {
    public let from: FilePath
    public let to: FilePath
    /// As it stood at its old place.
    public let before: FileStamp
    /// As it stands at its new one: another inode where it was copied. A change time of 0 is an unknown one.
    public let after: FileStamp
    /// Whether owner, times, access control lists and user attributes came along. The mode does wherever files have their own.
    public let keptAttributes: Bool
}

/// A file that is dealt with and lies where files are imported from.
public struct SettledFile: Hashable, Sendable {
    public let path: FilePath
    /// As it was when it was dealt with. A change time of 0 is an unknown one.
    public let stamp: FileStamp

    public init(path: FilePath, stamp: FileStamp) {
        self.path = path
        self.stamp = stamp
    }
}

/// What came of one unit.
public struct UnitOutcome: Hashable, Sendable {
    public enum Result: Hashable, Sendable {
        /// Each file of the unit is at its new place.
        case placed([PlacedFile])
        /// The library has the unit already, and it went to the trash.
        case trashed([PlacedFile], duplicateOf: FilePath)
        /// Of `undo`: the copies were removed; `to` is where the content still is.
        case removed([PlacedFile])
        /// The unit stays where it is; `nil` where it is in its place already.
        case unchanged(duplicateOf: FilePath?)
        /// Some files could not follow, nor the others go back. Each exists at one place, or at both where its old one could not be
        /// removed.
        case partly([PlacedFile], ImportError)
        /// The unit stays where it is, all of it; after an error of a disk or a server recovery may find it at its new place.
        case refused(ImportError)
    }

    /// The unit's position in the plan, or in what was to be undone.
    public let index: Int
    /// Where the unit's primary file lay, of `undo`, which nobody planned.
    public var source: FilePath?
    public let result: Result
}
