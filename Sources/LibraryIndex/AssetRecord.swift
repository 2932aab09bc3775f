import EditRules
import PhotoModel

/// What the reconciler says of one asset: everything that follows from its file. What follows from the user's
/// wishes (override, favourite, viewed, overlay) is kept beside it, in `AssetMarks`.
public struct AssetRecord: Sendable, Hashable {
    public var type: AssetType
    public var format: FileFormat
    /// `nil`: undated.
    public var date: CaptureDate?
    /// When the date has to be decided anew, in seconds since 1970: a better one lies in the future until then.
    public var dateExpiry: Int64?
    /// Milliseconds since 1970; `nil` for undated.
    public var timestamp: Int64?
    public var stamp: FileStamp
    public var fingerprint: Fingerprint?
    public var unreadable: UnreadableReason?
    /// As displayed: orientation is applied.
    public var width: Int64?
    public var height: Int64?
    public var orientation: UInt8?
    public var latitude: Double?
    public var longitude: Double?
    /// Metres.
    public var altitude: Double?
    /// Seconds.
    public var duration: Double?
    public var make: String?
    public var model: String?
    public var description: String?
    public var title: String?
    /// 0 to 5 stars, -1: rejected; `nil`: nobody has said.
    public var rating: Int?
    public var keywords: [String] = []
    /// The group that follows from the folder's options or the description; an override wins over it.
    public var describedGroup: String?
    /// Whether other programs have marked it a favourite, as far as they say; a user's own mark wins over it.
    public var markedFavorite: Bool?

    public init(type: AssetType, format: FileFormat, stamp: FileStamp) {
        self.type = type
        self.format = format
        self.stamp = stamp
    }

    public var month: MonthKey { date?.monthKey ?? .undated }

    var sortKey: Int64 { date.map { -$0.localTime.microseconds } ?? IndexSchema.undatedSortKey }
}

/// What a user has said about an asset.
public struct AssetMarks: Sendable, Hashable {
    /// An explicit group.
    public enum GroupOverride: Sendable, Hashable {
        case group(String)
        /// Explicitly in Other.
        case other
    }

    public var groupOverride: GroupOverride?
    public var favorite: Bool?
    public var viewed: Bool
    /// What is shown in place of what the file says.
    public var overlay: Overlay

    public init(
        groupOverride: GroupOverride? = nil,
        favorite: Bool? = nil,
        viewed: Bool = false,
        overlay: Overlay = Overlay()
    ) {
        self.groupOverride = groupOverride
        self.favorite = favorite
        self.viewed = viewed
        self.overlay = overlay
    }

    /// The stored form of an override: an empty text is "explicitly Other", which no group's name can be.
    var storedOverride: String? {
        switch groupOverride {
        case nil: nil
        case .other: ""
        case .group(let name): name
        }
    }

    static func groupOverride(stored: String?) -> GroupOverride? {
        stored.map { $0.isEmpty ? .other : .group($0) }
    }

    /// The group an asset is in, given the one its description names.
    public func group(described: String?) -> String? {
        switch groupOverride {
        case nil: described
        case .other: nil
        case .group(let name): name
        }
    }
}

/// A live asset as the index has it: what the reconciler compares with the disk.
public struct IndexedAsset: Sendable, Hashable {
    /// The row's number in this index.
    public let key: Int64
    public let id: AssetID
    public let directory: Int64
    public let root: Int64
    public let name: FileName
    public let type: AssetType
    public let format: FileFormat
    public let month: MonthKey
    public let filesystem: Int64
    public let stamp: FileStamp
    public let fingerprint: Fingerprint?
    public let marks: AssetMarks
    public let revision: Int64
    /// Milliseconds since 1970 when the id was given, as identities are stamped: of two, the smaller existed first.
    public let created: Int64
    public var companions: [IndexedCompanion] = []

    /// Of two assets, the one with the smaller age existed first.
    public var age: (created: Int64, id: AssetID) { (created, id) }

    public var place: AssetPlace {
        AssetPlace(directory: directory, root: root, filesystem: filesystem, name: name)
    }
}

/// A RAW file or sidecar that belongs to an asset.
public struct IndexedCompanion: Sendable, Hashable {
    public let name: FileName
    public let format: FileFormat
    public let stamp: FileStamp
    /// Why it was given up; `nil`: it was not.
    public let unreadable: UnreadableReason?

    public init(
        name: FileName,
        format: FileFormat,
        stamp: FileStamp,
        unreadable: UnreadableReason? = nil
    ) {
        self.name = name
        self.format = format
        self.stamp = stamp
        self.unreadable = unreadable
    }
}

/// An identity without a file: a tombstone, or one that a document names and no sweep has found yet.
public struct DepartedAsset: Sendable, Hashable {
    public let id: AssetID
    public var month: MonthKey
    public var type: AssetType
    /// The root's name.
    public var root: String
    /// Inside the root, without a leading `/`.
    public var path: [UInt8]
    /// The file system as text: its UUID, else its `f_fsid`.
    public var filesystem: String?
    public var inode: UInt64?
    public var birthTime: Int64?
    public var size: Int64
    public var fingerprint: Fingerprint?
    public var marks: AssetMarks
    public var revision: Int64
    public var created: Int64
    /// Seconds since 1970, as identities are stamped; `nil`: no sweep has found it yet.
    public var deletedAt: Int64?
    /// Seconds that the daemon had lived when it was deleted; `nil`: its age is not known.
    public var lived: Int64?
    /// The folder that was its root when it lost its file, and where that was deleted the folder that it was in; `nil` where the index
    /// was lost since.
    public var home: RootIdentity?

    public init(
        id: AssetID,
        month: MonthKey,
        type: AssetType,
        root: String,
        path: [UInt8],
        filesystem: String?,
        inode: UInt64?,
        birthTime: Int64?,
        size: Int64,
        fingerprint: Fingerprint?,
        marks: AssetMarks,
        revision: Int64,
        created: Int64,
        deletedAt: Int64?,
        lived: Int64? = nil,
        home: RootIdentity? = nil
    ) {
        self.id = id
        self.month = month
        self.type = type
        self.root = root
        self.path = path
        self.filesystem = filesystem
        self.inode = inode
        self.birthTime = birthTime
        self.size = size
        self.fingerprint = fingerprint
        self.marks = marks
        self.revision = revision
        self.created = created
        self.deletedAt = deletedAt
        self.lived = lived
        self.home = home
    }
}

/// What a root is, whatever it is called and wherever it lies: a folder on a file system.
public struct RootIdentity: Sendable, Hashable {
    /// As the index numbers file systems.
    public let filesystem: Int64
    public let inode: UInt64
    public let birthTime: Int64

    public init(filesystem: Int64, inode: UInt64, birthTime: Int64) {
        self.filesystem = filesystem
        self.inode = inode
        self.birthTime = birthTime
    }
}

/// A directory as the index has it.
public struct IndexedDirectory: Sendable, Hashable {
    public let key: Int64
    public let root: Int64
    /// 0 for a root's own directory.
    public let parent: Int64
    public let name: FileName
    public let filesystem: Int64
    public let inode: UInt64
    public let birthTime: Int64
    /// Of all that the index has in it (`DirectoryDigest`); `nil` where it was not summed up since that changed.
    public let digest: Int64?
}

/// A root as the index has it.
public struct IndexedRoot: Sendable, Hashable {
    public let key: Int64
    public let name: String
    public let path: FilePath
}

/// A root that a symbolic link in another leads to.
public struct IndexedLink: Sendable, Hashable {
    public let root: IndexedRoot
    /// The number of the root that holds the link.
    public let outer: Int64
    /// What the link says.
    public let target: [UInt8]
}
