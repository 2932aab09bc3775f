import PhotoModel

/// Identities without a file, and what the identity documents are made of.
extension IndexReader {
    private static let columns = """
        uuid, month, kind, root, path, filesystem, inode, birth_time, size, fingerprint, group_override, favorite,
        viewed, revision, created, deleted_at, root_filesystem, root_inode, root_birth_time,
        lived, overlay
        """

    private func departed(from row: Statement) throws(IndexError) -> DepartedAsset {
        DepartedAsset(
            id: try row.assetID(0),
            month: row.month(1),
            type: AssetType(rawValue: UInt8(truncatingIfNeeded: row.int(2))) ?? .photo,
            root: row.string(3),
            path: row.array(4),
            filesystem: row.optionalString(5),
            inode: row.optionalInt(6).map { UInt64(bitPattern: $0) },
            birthTime: row.optionalInt(7),
            size: row.int(8),
            fingerprint: Fingerprint(stored: row.bytes(9)),
            marks: AssetMarks(
                groupOverride: AssetMarks.groupOverride(stored: row.optionalString(10)),
                favorite: row.optionalInt(11).map { $0 != 0 },
                viewed: row.int(12) != 0,
                overlay: row.overlay(20)
            ),
            revision: row.bounded(13),
            created: row.bounded(14),
            deletedAt: row.optionalBounded(15),
            lived: row.optionalBounded(19),
            home: row.optionalInt(16).map {
                RootIdentity(
                    filesystem: $0,
                    inode: UInt64(bitPattern: row.int(17)),
                    birthTime: row.int(18)
                )
            }
        )
    }

    private func departed(
        where condition: String,
        _ bind: (Statement) -> Void
    ) throws(IndexError) -> [DepartedAsset] {
        let statement = try connection.statement(
            "SELECT \(Self.columns) FROM departed LEFT JOIN departed_home USING (uuid) WHERE \(condition)"
        )
        bind(statement)
        var found: [DepartedAsset] = []
        try statement.each("looking for an identity") { row throws(IndexError) in
            found.append(try departed(from: row))
        }
        return found
    }

    public func departed(_ id: AssetID) throws(IndexError) -> DepartedAsset? {
        try departed(where: "uuid = ?1") { $0.bind(id, at: 1) }.first
    }

    /// Identities that no sweep has found yet come first, the oldest before the others; then the deleted ones, the last to leave
    /// first. Rows are numbered as they come: within one second, the later number left later.
    private static let lastToLeaveFirst = """
        ORDER BY deleted_at IS NULL DESC, deleted_at DESC,
            CASE WHEN deleted_at IS NULL THEN created END, departed.rowid DESC
        """

    /// Identities that no sweep has found yet come first, then the last to leave.
    public func departed(
        onInode inode: UInt64,
        birthTime: Int64,
        filesystem: String
    ) throws(IndexError) -> [DepartedAsset] {
        guard inode != 0 else { return [] }
        let condition = "inode = ?1 AND birth_time = ?2 AND filesystem = ?3"
        return try departed(where: "\(condition) \(Self.lastToLeaveFirst)") {
            $0.bind(Int64(bitPattern: inode), at: 1)
            $0.bind(birthTime, at: 2)
            $0.bind(filesystem, at: 3)
        }
    }

    /// Identities that no sweep has found yet come first, then the last to leave.
    public func departed(root: String, path: [UInt8]) throws(IndexError) -> [DepartedAsset] {
        try departed(where: "path = ?1 AND root = ?2 \(Self.lastToLeaveFirst)") {
            $0.bind(path, at: 1)
            $0.bind(root, at: 2)
        }
    }

    /// Identities that no sweep has found yet come first, then the last to leave.
    public func departed(size: Int64, fingerprint: Fingerprint) throws(IndexError) -> [DepartedAsset] {
        try departed(where: "size = ?1 AND fingerprint = ?2 \(Self.lastToLeaveFirst)") {
            $0.bind(size, at: 1)
            $0.bind(fingerprint, at: 2)
        }
    }

    /// Identities of a root of this name that no sweep has found yet.
    public func waiting(inRoot name: String) throws(IndexError) -> [DepartedAsset] {
        try departed(where: "deleted_at IS NULL AND root = ?1") { $0.bind(name, at: 1) }
    }

    /// Whether an identity without a file was in a root of this name, on a file system.
    public func hasDeparted(inRoot name: String, on filesystem: String) throws(IndexError) -> Bool {
        let statement = try connection.statement(
            "SELECT 1 FROM departed WHERE root = ?1 AND filesystem = ?2 LIMIT 1"
        )
        statement.bind(name, at: 1)
        statement.bind(filesystem, at: 2)
        return try statement.first("looking for identities") { row throws(IndexError) in row.int(0) } != nil
    }

    public func hasDeparted() throws(IndexError) -> Bool {
        let statement = try connection.statement("SELECT 1 FROM departed LIMIT 1")
        return try statement.first("looking for identities") { row throws(IndexError) in row.int(0) } != nil
    }

    public func departed(inMonth month: MonthKey) throws(IndexError) -> [DepartedAsset] {
        try departed(where: "month = ?1 ORDER BY uuid") { $0.bind(Int64(month.rawValue), at: 1) }
    }

    /// What a month's identity document says of each live asset. `body` gets each in the order of pages.
    public func identities(
        inMonth month: MonthKey,
        _ body: (LiveIdentity) throws(IndexError) -> Void
    ) throws(IndexError) {
        let range = SortRange(month: month)
        let statement = try connection.statement(
            """
            SELECT uuid, kind, directory, name, size, modification_time, inode, birth_time, filesystem, fingerprint,
                (SELECT name FROM grouping WHERE id = asset.grouping), group_override, favorite, viewed, revision,
                created, (SELECT batch FROM import_batch WHERE uuid = asset.uuid), overlay
            FROM asset WHERE sort_key > ?1 AND sort_key <= ?2 ORDER BY sort_key, uuid
            """
        )
        statement.bind(range.after, at: 1)
        statement.bind(range.through, at: 2)
        try statement.each("reading identities") { row throws(IndexError) in
            try body(
                LiveIdentity(
                    id: try row.assetID(0),
                    type: AssetType(rawValue: UInt8(truncatingIfNeeded: row.int(1))) ?? .photo,
                    directory: row.int(2),
                    name: FileName(row.array(3)),
                    size: row.int(4),
                    modificationTime: row.int(5),
                    inode: UInt64(bitPattern: row.int(6)),
                    birthTime: row.int(7),
                    filesystem: row.int(8),
                    fingerprint: Fingerprint(stored: row.bytes(9)),
                    group: row.optionalString(10),
                    marks: AssetMarks(
                        groupOverride: AssetMarks.groupOverride(stored: row.optionalString(11)),
                        favorite: row.optionalInt(12).map { $0 != 0 },
                        viewed: row.int(13) != 0,
                        overlay: row.overlay(17)
                    ),
                    revision: row.bounded(14),
                    created: row.bounded(15),
                    batch: row.optionalString(16)
                )
            )
        }
    }

    public func documents() throws(IndexError) -> [IndexedDocument] {
        let statement = try connection.statement("SELECT \(Self.documentColumns) FROM document")
        var documents: [IndexedDocument] = []
        try statement.each("listing documents") { row throws(IndexError) in
            documents.append(IndexedDocument(row))
        }
        return documents
    }

    /// `nil` of a month of which nothing was noted yet.
    public func document(of month: MonthKey) throws(IndexError) -> IndexedDocument? {
        let statement = try connection.statement(
            "SELECT \(Self.documentColumns) FROM document WHERE month = ?1"
        )
        statement.bind(Int64(month.rawValue), at: 1)
        return try statement.first("finding a document") { row throws(IndexError) in IndexedDocument(row) }
    }

    private static var documentColumns: String {
        "month, generation, written, size, modification_time, checksum"
    }
}

extension IndexedDocument {
    fileprivate init(_ row: Statement) {
        self.init(
            month: row.month(0),
            generation: row.int(1),
            written: row.int(2),
            size: row.optionalInt(3),
            modificationTime: row.optionalInt(4),
            checksum: Fingerprint(stored: row.bytes(5))
        )
    }
}

/// What an identity document says of a live asset; its directory is still a number.
public struct LiveIdentity: Sendable {
    public let id: AssetID
    public let type: AssetType
    public let directory: Int64
    public let name: FileName
    public let size: Int64
    public let modificationTime: Int64
    public let inode: UInt64
    public let birthTime: Int64
    public let filesystem: Int64
    public let fingerprint: Fingerprint?
    /// The group in force, an override's included.
    public let group: String?
    public let marks: AssetMarks
    public let revision: Int64
    public let created: Int64
    /// The import that filed it last.
    public let batch: String?
}
