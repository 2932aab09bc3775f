import EditRules
import PhotoModel

/// What must survive the loss of the index: an asset's id, what finds its file again, and what people said of
/// it.
public struct IdentityRecord: Hashable, Sendable {
    public var id: AssetID
    public var type: AssetType
    /// The root's name; empty where a hand-edited document left it out.
    public var root: String
    /// Path inside the root, without a leading slash; empty where a hand-edited document left it out.
    public var file: [UInt8]
    public var size: Int64
    public var fingerprint: Fingerprint?
    /// The file system's UUID as text, or its `f_fsid`.
    public var filesystem: String?
    public var inode: UInt64?
    /// Nanoseconds since 1970; `nil` where the file system keeps none.
    public var birthTime: Int64?
    /// Nanoseconds since 1970.
    public var modificationTime: Int64
    /// Counts up with every change: of one id in two documents the higher wins.
    public var rev: Int64
    /// A number that grows with every id given: of two assets that become one, the lower one's id survives.
    public var firstSeen: Int64
    /// The import that filed the photo last; `nil` where none did.
    public var batch: String?
    /// The group as it was when the document was written. For readers only: never read back as a decision.
    public var group: String?
    public var groupOverride: GroupOverride
    /// What the user said; `nil` where they said nothing.
    public var favorite: Bool?
    public var viewed: Bool
    /// What the user said in place of what the file says.
    public var overlay = Overlay()
    /// Seconds since 1970; only tombstones have it.
    public var deletedAt: Int64?
    /// The very folder that was the root of an identity that waits for its file: its name may be another's by now.
    public var home: Home?

    public struct Home: Hashable, Sendable {
        public var filesystem: String
        public var inode: UInt64
        /// Nanoseconds since 1970.
        public var birthTime: Int64

        public init(filesystem: String, inode: UInt64, birthTime: Int64) {
            self.filesystem = filesystem
            self.inode = inode
            self.birthTime = birthTime
        }
    }

    public init(
        id: AssetID,
        type: AssetType,
        root: String,
        file: [UInt8],
        size: Int64,
        fingerprint: Fingerprint? = nil,
        filesystem: String? = nil,
        inode: UInt64? = nil,
        birthTime: Int64? = nil,
        modificationTime: Int64,
        rev: Int64,
        firstSeen: Int64,
        group: String? = nil,
        groupOverride: GroupOverride = .none,
        favorite: Bool? = nil,
        viewed: Bool = false,
        deletedAt: Int64? = nil
    ) {
        self.id = id
        self.type = type
        self.root = root
        self.file = file
        self.size = size
        self.fingerprint = fingerprint
        self.filesystem = filesystem
        self.inode = inode
        self.birthTime = birthTime
        self.modificationTime = modificationTime
        self.rev = rev
        self.firstSeen = firstSeen
        self.group = group
        self.groupOverride = groupOverride
        self.favorite = favorite
        self.viewed = viewed
        self.deletedAt = deletedAt
    }

    /// Whether the record says where its file is. Only a hand-edited one may not.
    public var isLocated: Bool { !root.isEmpty && !file.isEmpty }

    /// Which decisions another state of the same record had otherwise.
    public func changes(since base: IdentityRecord) -> EditableFields { WrittenMarks(base).changes(in: self) }
}

/// What a user decided about an asset's group.
public enum GroupOverride: Hashable, Sendable {
    /// Nothing: description and folder decide. The key is absent.
    case none
    /// No group, shown as Other. The key is `null`.
    case other
    case named(String)
}
