import CaptureRules
import EditRules
import IdentityStore
import LibraryIndex
import PhotoModel

extension IdentityRecord {
    init(_ identity: LiveIdentity, folder: (root: String, prefix: [UInt8]), filesystem: String?) {
        self.init(
            id: identity.id,
            type: identity.type,
            root: folder.root,
            file: folder.prefix + identity.name.bytes,
            size: identity.size,
            fingerprint: identity.fingerprint,
            filesystem: filesystem,
            inode: identity.inode,
            birthTime: identity.birthTime == 0 ? nil : identity.birthTime,
            modificationTime: identity.modificationTime,
            rev: identity.revision,
            firstSeen: identity.created,
            group: identity.group,
            groupOverride: GroupOverride(identity.marks.groupOverride),
            favorite: identity.marks.favorite,
            viewed: identity.marks.viewed
        )
        batch = identity.batch
        overlay = identity.marks.overlay
    }

    init(_ departed: DepartedAsset) {
        self.init(
            id: departed.id,
            type: departed.type,
            root: departed.root,
            file: departed.path,
            size: departed.size,
            fingerprint: departed.fingerprint,
            filesystem: departed.filesystem,
            inode: departed.inode,
            birthTime: departed.birthTime == 0 ? nil : departed.birthTime,
            modificationTime: 0,
            rev: departed.revision,
            firstSeen: departed.created,
            groupOverride: GroupOverride(departed.marks.groupOverride),
            favorite: departed.marks.favorite,
            viewed: departed.marks.viewed,
            deletedAt: departed.deletedAt
        )
        overlay = departed.marks.overlay
    }

    /// What a user said, as far as it counts: `kept` has the rest.
    func marks(_ counting: EditableFields, keeping kept: AssetMarks) -> AssetMarks {
        AssetMarks(
            groupOverride: counting.contains(.groupOverride) ? groupOverride.mark : kept.groupOverride,
            favorite: counting.contains(.favorite) ? favorite : kept.favorite,
            viewed: counting.contains(.viewed) ? viewed : kept.viewed,
            overlay: Overlay(
                date: counting.contains(.date) ? overlay.date : kept.overlay.date,
                place: counting.contains(.place) ? overlay.place : kept.overlay.place,
                description: counting.contains(.description)
                    ? overlay.description : kept.overlay.description,
                title: counting.contains(.title) ? overlay.title : kept.overlay.title,
                rating: counting.contains(.rating) ? overlay.rating : kept.overlay.rating,
                keywords: counting.contains(.keywords) ? overlay.keywords : kept.overlay.keywords
            )
        )
    }

    /// The identity, waiting for its file.
    func departed(in month: MonthKey, _ writer: IndexWriter) throws(IndexError) -> DepartedAsset {
        var root: RootIdentity?
        if let home {
            root = RootIdentity(
                filesystem: try writer.ensureFilesystem(home.filesystem, formerly: []),
                inode: home.inode,
                birthTime: home.birthTime
            )
        }
        return DepartedAsset(
            id: id,
            month: month,
            type: type,
            root: self.root,
            path: file,
            filesystem: filesystem,
            inode: inode,
            birthTime: birthTime ?? 0,
            size: size,
            fingerprint: fingerprint,
            marks: AssetMarks(
                groupOverride: groupOverride.mark,
                favorite: favorite,
                viewed: viewed,
                overlay: overlay
            ),
            revision: rev,
            created: firstSeen,
            deletedAt: deletedAt,
            home: root
        )
    }
}

extension GroupOverride {
    init(_ mark: AssetMarks.GroupOverride?) {
        switch mark {
        case nil: self = .none
        case .other?: self = .other
        case .group(let name)?: self = .named(name)
        }
    }

    /// A name that somebody wrote is the same group as a description with the same words.
    var mark: AssetMarks.GroupOverride? {
        switch self {
        case .none: nil
        case .other: .other
        case .named(let name): .group(GroupName.name(fromDescription: name) ?? name)
        }
    }
}
