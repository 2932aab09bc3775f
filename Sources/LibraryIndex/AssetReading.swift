import PhotoModel

/// Live assets, as the reconciler needs them.
extension IndexReader {
    /// A file that no worker could be had for has changed as far as anybody knows, and so has one whose date lay in the
    /// future and does no longer: its size reads as none, so that the next look finds it different and has it read.
    private static let knownSize = """
        CASE WHEN unreadable = \(UnreadableReason.noReader.rawValue)
            OR date_detail >= \(1 << DateDetail.expiryShift)
                AND (date_detail >> \(DateDetail.expiryShift)) * 3600 <= CAST(strftime('%s', 'now') AS INTEGER)
        THEN -1 ELSE size END
        """

    static let assetColumns = """
        asset.id, uuid, directory, root, name, kind, format, month, filesystem, \(knownSize), modification_time,
        change_time, inode, birth_time, fingerprint, group_override, favorite, viewed, revision, created, overlay
        """

    private func asset(from row: Statement) throws(IndexError) -> IndexedAsset {
        IndexedAsset(
            key: row.int(0),
            id: try row.assetID(1),
            directory: row.int(2),
            root: row.int(3),
            name: FileName(row.array(4)),
            type: AssetType(rawValue: UInt8(truncatingIfNeeded: row.int(5))) ?? .photo,
            format: FileFormat(rawValue: UInt8(truncatingIfNeeded: row.int(6))) ?? .jpeg,
            month: row.month(7),
            filesystem: row.int(8),
            stamp: FileStamp(
                size: row.int(9),
                modificationTime: row.int(10),
                changeTime: row.int(11),
                inode: UInt64(bitPattern: row.int(12)),
                birthTime: row.int(13)
            ),
            fingerprint: Fingerprint(stored: row.bytes(14)),
            marks: AssetMarks(
                groupOverride: AssetMarks.groupOverride(stored: row.optionalString(15)),
                favorite: row.optionalInt(16).map { $0 != 0 },
                viewed: row.int(17) != 0,
                overlay: row.overlay(20)
            ),
            revision: row.bounded(18),
            created: row.bounded(19)
        )
    }

    func assets(
        _ statement: Statement,
        _ doing: StaticString
    ) throws(IndexError) -> [IndexedAsset] {
        var assets: [IndexedAsset] = []
        try statement.each(doing) { row throws(IndexError) in assets.append(try asset(from: row)) }
        return assets
    }

    public func asset(_ id: AssetID) throws(IndexError) -> IndexedAsset? {
        let statement = try connection.statement("SELECT \(Self.assetColumns) FROM asset WHERE uuid = ?1")
        statement.bind(id, at: 1)
        return try statement.first("finding an asset", asset(from:))
    }

    public func asset(named name: FileName, inDirectory directory: Int64) throws(IndexError) -> IndexedAsset?
    {
        let statement = try connection.statement(
            "SELECT \(Self.assetColumns) FROM asset WHERE directory = ?1 AND name = ?2"
        )
        statement.bind(directory, at: 1)
        statement.bind(name.bytes, at: 2)
        return try statement.first("finding an asset", asset(from:))
    }

    /// The asset that has `name` as a companion.
    public func asset(
        withCompanion name: FileName,
        inDirectory directory: Int64
    ) throws(IndexError) -> IndexedAsset? {
        let statement = try connection.statement(
            """
            SELECT \(Self.assetColumns) FROM asset
            WHERE asset.id = (SELECT asset FROM companion WHERE directory = ?1 AND name = ?2)
            """
        )
        statement.bind(directory, at: 1)
        statement.bind(name.bytes, at: 2)
        return try statement.first("finding an asset", asset(from:))
    }

    /// Every asset of a directory, in the order of names; companions are left out.
    public func assets(inDirectory directory: Int64) throws(IndexError) -> [IndexedAsset] {
        let statement = try connection.statement(
            "SELECT \(Self.assetColumns) FROM asset WHERE directory = ?1 ORDER BY name"
        )
        statement.bind(directory, at: 1)
        return try assets(statement, "listing a directory's assets")
    }

    /// The assets, with companions, that have a file whose name lies in `stem.` … `stem/`: all that may belong to
    /// the shot `stem`. A longer stem (`a.b` for `a`) may be among them.
    public func assets(inDirectory directory: Int64, stem: [UInt8]) throws(IndexError) -> [IndexedAsset] {
        let lower = stem + [UInt8(ascii: ".")]
        let upper = stem + [UInt8(ascii: "/")]
        let statement = try connection.statement(
            """
            SELECT \(Self.assetColumns) FROM asset WHERE directory = ?1 AND name >= ?2 AND name < ?3
            UNION
            SELECT \(Self.assetColumns) FROM asset WHERE asset.id IN
                (SELECT asset FROM companion WHERE directory = ?1 AND name >= ?2 AND name < ?3)
            """
        )
        statement.bind(directory, at: 1)
        statement.bind(lower, at: 2)
        statement.bind(upper, at: 3)
        var found = try assets(statement, "finding a shot")
        for index in found.indices { found[index].companions = try companions(of: found[index].key) }
        return found
    }

    public func companions(of key: Int64) throws(IndexError) -> [IndexedCompanion] {
        let statement = try connection.statement(
            """
            SELECT name, format, size, modification_time, change_time, inode, birth_time, unreadable FROM companion
            WHERE asset = ?1 ORDER BY name
            """
        )
        statement.bind(key, at: 1)
        var companions: [IndexedCompanion] = []
        try statement.each("listing companions") { row throws(IndexError) in
            companions.append(
                IndexedCompanion(
                    name: FileName(row.array(0)),
                    format: FileFormat(rawValue: UInt8(truncatingIfNeeded: row.int(1))) ?? .xmpSidecar,
                    stamp: row.stamp(at: 2),
                    unreadable: UnreadableReason(rawValue: UInt8(truncatingIfNeeded: row.int(7)))
                )
            )
        }
        return companions
    }

    /// Where a file of this inode number belongs to an asset: other names of a file.
    public func companionPlaces(
        onInode inode: UInt64,
        filesystem: Int64
    ) throws(IndexError) -> [(directory: Int64, name: FileName, stamp: FileStamp)] {
        guard inode != 0 else { return [] }
        let statement = try connection.statement(
            """
            SELECT companion.directory, companion.name, companion.size, companion.modification_time,
                companion.change_time, companion.inode, companion.birth_time
            FROM companion JOIN asset ON asset.id = companion.asset
            WHERE companion.inode = ?1 AND asset.filesystem = ?2
            """
        )
        statement.bind(Int64(bitPattern: inode), at: 1)
        statement.bind(filesystem, at: 2)
        var places: [(directory: Int64, name: FileName, stamp: FileStamp)] = []
        try statement.each("finding the names of a file") { row throws(IndexError) in
            places.append((row.int(0), FileName(row.array(1)), row.stamp(at: 2)))
        }
        return places
    }

    /// Asked for each new file, so not put together each time.
    private static let assetsOnInode =
        "SELECT \(assetColumns) FROM asset WHERE inode = ?1 AND filesystem = ?2"

    /// Live assets on an inode number: a hard link, or a file that has moved.
    public func assets(onInode inode: UInt64, filesystem: Int64) throws(IndexError) -> [IndexedAsset] {
        guard inode != 0 else { return [] }
        let statement = try connection.statement(Self.assetsOnInode)
        statement.bind(Int64(bitPattern: inode), at: 1)
        statement.bind(filesystem, at: 2)
        return try assets(statement, "finding a moved file")
    }

    /// Live assets of a size and fingerprint. Reads the whole table until the first sweep has made its index.
    public func assets(size: Int64, fingerprint: Fingerprint) throws(IndexError) -> [IndexedAsset] {
        let statement = try connection.statement(
            "SELECT \(Self.assetColumns) FROM asset WHERE size = ?1 AND fingerprint = ?2"
        )
        statement.bind(size, at: 1)
        statement.bind(fingerprint, at: 2)
        return try assets(statement, "finding a file by content")
    }

    /// The keys of those, from the index of contents alone: of files of which there are thousands no row is read.
    public func assetKeys(size: Int64, fingerprint: Fingerprint) throws(IndexError) -> [Int64] {
        let statement = try connection.statement("SELECT id FROM asset WHERE size = ?1 AND fingerprint = ?2")
        statement.bind(size, at: 1)
        statement.bind(fingerprint, at: 2)
        var keys: [Int64] = []
        try statement.each("finding files by content") { row throws(IndexError) in keys.append(row.int(0)) }
        return keys
    }

    public func asset(withKey key: Int64) throws(IndexError) -> IndexedAsset? {
        let statement = try connection.statement("SELECT \(Self.assetColumns) FROM asset WHERE id = ?1")
        statement.bind(key, at: 1)
        return try statement.first("finding an asset", asset(from:))
    }

    /// Some of a root's assets that could be read, the first and the last and others between them as they come.
    public func sample(ofRoot root: Int64, count: Int64) throws(IndexError) -> [IndexedAsset] {
        let statement = try connection.statement(
            """
            SELECT \(Self.assetColumns) FROM asset WHERE root = ?1 AND id IN (
                SELECT id FROM asset WHERE root = ?1 AND unreadable = 0
                ORDER BY (id * 2654435761) % 4294967296 LIMIT ?2)
            """
        )
        statement.bind(root, at: 1)
        statement.bind(count, at: 2)
        return try assets(statement, "taking a sample")
    }

    /// By folders, of which a root without assets has few.
    public func hasAssets(inRoot root: Int64) throws(IndexError) -> Bool {
        let statement = try connection.statement(
            "SELECT 1 FROM asset WHERE directory IN (SELECT id FROM directory WHERE root = ?1) LIMIT 1"
        )
        statement.bind(root, at: 1)
        return try statement.first("looking for a photo of a root") { row throws(IndexError) in row.int(0) }
            != nil
    }

    /// Live assets whose inode nobody knows, of a size and modification time.
    public func unnumberedAssets(
        size: Int64,
        modificationTime: Int64,
        limit: Int
    ) throws(IndexError) -> [IndexedAsset] {
        let statement = try connection.statement(
            """
            SELECT \(Self.assetColumns) FROM asset WHERE size = ?1 AND modification_time = ?2 AND inode = 0 LIMIT ?3
            """
        )
        statement.bind(Int64(limit), at: 3)
        statement.bind(size, at: 1)
        statement.bind(modificationTime, at: 2)
        return try assets(statement, "finding a file by size and time")
    }

    /// Calls `body` with each file the index knows in a directory (assets and companions), in the order of names, and
    /// the asset it belongs to.
    /// The name is valid during the call only.
    public func stamps(
        inDirectory directory: Int64,
        _ body: (
            _ name: UnsafeRawBufferPointer, _ stamp: FileStamp, _ asset: Int64, _ isPrimary: Bool
        ) -> Void
    ) throws(IndexError) {
        let statement = try connection.statement(
            """
            SELECT name, \(Self.knownSize), modification_time, change_time, inode, birth_time, id, 1
            FROM asset WHERE directory = ?1
            UNION ALL
            SELECT name, size, modification_time, change_time, inode, birth_time, asset, 0
            FROM companion WHERE directory = ?1
            ORDER BY name
            """
        )
        statement.bind(directory, at: 1)
        try statement.each("listing a directory") { row throws(IndexError) in
            body(row.bytes(0), row.stamp(at: 1), row.int(6), row.int(7) == 1)
        }
    }
}

extension Statement {
    /// Five columns from `column` on: size, modification, change, inode, birth.
    func stamp(at column: Int32) -> FileStamp {
        FileStamp(
            size: int(column),
            modificationTime: int(column + 1),
            changeTime: int(column + 2),
            inode: UInt64(bitPattern: int(column + 3)),
            birthTime: int(column + 4)
        )
    }
}
