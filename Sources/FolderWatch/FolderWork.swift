import PhotoModel

/// A stretch of marks. `FolderWatcher.barrier()` ends one; a barrier has been reached when nothing marked in
/// its epoch or an earlier one is still to be done.
public typealias Epoch = UInt64

/// A directory in which something may have changed: what a crawler is to look at.
///
/// The work is outstanding until `FolderWatcher.release(_:)`, and so holds up every barrier raised since it was
/// marked.
public struct FolderWork: Sendable {
    public enum Kind: Int, Sendable, Comparable {
        /// Only `names`: each may have been made, changed or removed, and may be a directory's.
        case names
        /// The directory's own entries. Subdirectories that are new go into the tree and become `.tree` work.
        case listing
        /// The directory's entries and everything below it.
        case tree

        public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    public let node: NodeID
    /// The directory's path when the work was taken.
    public let path: FilePath
    public let lane: Int
    public let kind: Kind
    /// With `.names`: the entries to look at. Otherwise: entries that are to be read even though
    /// `pendingNames` has them. In no order.
    public private(set) var names: [FileName]
    /// Names whose last event tells how they came to be as they are: a file was deleted there, or arrived, or left for where
    /// it was seen to arrive. What left the name before that has events in the kernel's queue ahead of this one, and so is
    /// marked where it went.
    public let explained: Set<FileName>
    /// The listing is to read pending names too, as they stand.
    public let includesPending: Bool
    /// Look at the content even of files whose size and times are unchanged.
    public let force: Bool
    public let epoch: Epoch
    /// The tree's move count when this was taken; a directory moved later has a greater one.
    let stamp: UInt32
    let ticket: UInt64
    /// The directory could not be read when it was last looked at: whatever is in it may have changed since, so this is a
    /// listing at least, and more where more was to be looked at then. Say so with `FolderWatcher.readable` once it was listed.
    public internal(set) var wasUnreadable = false

    /// Adds names that other work was to look at, and could not yet.
    public mutating func demand(_ names: Set<FileName>) {
        self.names.append(contentsOf: names.subtracting(self.names))
    }
}

/// What a name means to the watcher, decided by the rules of the library (extensions, hidden files, globs).
public enum NameRelevance: Sendable {
    /// Costs nothing from here on.
    case ignored
    /// A photo, a sidecar or a directory to watch.
    case entry
    /// No photo's name, but a symbolic link to a folder may have it, as any other: looked at when it comes or goes.
    case link
    /// A file that changes how its whole directory is seen: `.nomedia`, `.trackerignore`, `.photod.toml`.
    case folderRule
}

/// Decides about a name (bytes without a terminator, valid for the call only) of a directory's entry.
public typealias NameRule = @Sendable (_ name: UnsafeRawBufferPointer, _ isDirectory: Bool) -> NameRelevance
