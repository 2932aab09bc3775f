import PhotoModel

/// Identities without a file, and the identity documents' bookkeeping.
extension IndexWriter {
    /// Keeps the identity of an asset that is gone, or replaces what was kept of the same id.
    public func depart(_ asset: DepartedAsset) throws(IndexError) {
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO departed (uuid, month, kind, root, path, filesystem, inode, birth_time, size,
                fingerprint, group_override, favorite, viewed, revision, created, deleted_at, lived, overlay)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
            """
        )
        statement.bind(asset.id, at: 1)
        statement.bind(Int64(asset.month.rawValue), at: 2)
        statement.bind(Int64(asset.type.rawValue), at: 3)
        statement.bind(asset.root, at: 4)
        statement.bind(asset.path, at: 5)
        statement.bind(asset.filesystem, at: 6)
        statement.bind(asset.inode.map { Int64(bitPattern: $0) }, at: 7)
        statement.bind(asset.birthTime, at: 8)
        statement.bind(asset.size, at: 9)
        statement.bind(asset.fingerprint, at: 10)
        statement.bind(asset.marks.storedOverride, at: 11)
        statement.bind(asset.marks.favorite.map { Int64($0 ? 1 : 0) }, at: 12)
        statement.bind(asset.marks.viewed ? 1 : 0, at: 13)
        statement.bind(asset.revision, at: 14)
        statement.bind(asset.created, at: 15)
        statement.bind(asset.deletedAt, at: 16)
        statement.bind(asset.lived, at: 17)
        statement.bind(asset.marks.overlay.json, at: 18)
        try statement.run("keeping an identity")
        try keepHome(of: asset)
        noteDocument(asset.month)
    }

    private func keepHome(of asset: DepartedAsset) throws(IndexError) {
        guard let home = asset.home else { return try forgetHome(of: asset.id) }
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO departed_home (uuid, root_filesystem, root_inode, root_birth_time)
            VALUES (?1, ?2, ?3, ?4)
            """
        )
        statement.bind(asset.id, at: 1)
        statement.bind(home.filesystem, at: 2)
        statement.bind(Int64(bitPattern: home.inode), at: 3)
        statement.bind(home.birthTime, at: 4)
        try statement.run("keeping an identity's root")
    }

    private func forgetHome(of id: AssetID) throws(IndexError) {
        let statement = try connection.statement("DELETE FROM departed_home WHERE uuid = ?1")
        statement.bind(id, at: 1)
        try statement.run("forgetting an identity's root")
    }

    /// Takes an identity back: a file has it again.
    public func reclaim(_ asset: DepartedAsset) throws(IndexError) {
        let statement = try connection.statement("DELETE FROM departed WHERE uuid = ?1")
        statement.bind(asset.id, at: 1)
        try statement.run("taking an identity back")
        try forgetHome(of: asset.id)
        noteDocument(asset.month)
    }

    /// Forgets tombstones that the daemon has had for longer than `seconds` of its life. One of which nobody knows how old it
    /// is, of a document or an earlier build, is young.
    public func expireTombstones(olderThan seconds: Int64, at time: IdentityTime) throws(IndexError) {
        let begin = try connection.statement(
            "UPDATE departed SET lived = ?1 WHERE deleted_at IS NOT NULL AND (lived IS NULL OR lived > ?1)"
        )
        begin.bind(time.lived, at: 1)
        try begin.run("dating tombstones")
        let condition = "deleted_at IS NOT NULL AND lived < ?1"
        let limit = time.lived.subtractingSaturating(seconds)
        let months = try connection.statement("SELECT DISTINCT month FROM departed WHERE \(condition)")
        months.bind(limit, at: 1)
        var found: [MonthKey] = []
        try months.each("finding old tombstones") { row throws(IndexError) in
            found.append(row.month(0))
        }
        guard !found.isEmpty else { return }
        for month in found { noteDocument(month) }
        let statement = try connection.statement("DELETE FROM departed WHERE \(condition)")
        statement.bind(limit, at: 1)
        try statement.run("forgetting tombstones")
        try connection.statement(
            "DELETE FROM departed_home WHERE uuid NOT IN (SELECT uuid FROM departed)"
        ).run("forgetting roots of tombstones")
        try dropContentHashes()
        try dropPictureContents()
        try dropBatches()
    }

    /// Cuts the change log: lines from before `seconds`, and all but the newest `limit`.
    public func pruneLog(before seconds: Int64, keeping limit: Int64) throws(IndexError) {
        // Lines are counted, not numbers: an unclean stop leaves a block of numbers without lines.
        let find = try connection.statement(
            """
            SELECT max(
                coalesce((SELECT sequence FROM change ORDER BY sequence DESC LIMIT 1 OFFSET ?2), 0),
                coalesce((SELECT max(sequence) FROM change WHERE sequence <
                    coalesce((SELECT min(sequence) FROM change WHERE time >= ?1), 9223372036854775807)), 0))
            """
        )
        find.bind(seconds, at: 1)
        find.bind(limit, at: 2)
        let cut = try find.first("measuring the change log") { row throws(IndexError) in row.int(0) } ?? 0
        let known = try reader.meta("pruned") ?? 0
        guard cut > known else { return }
        let statement = try connection.statement("DELETE FROM change WHERE sequence <= ?1")
        statement.bind(cut, at: 1)
        try statement.run("cutting the change log")
        try setMeta("pruned", cut)
    }

    /// Notes what was written as a month's identity document.
    public func setDocument(_ document: IndexedDocument) throws(IndexError) {
        let statement = try connection.statement(
            """
            INSERT INTO document (month, generation, written, size, modification_time, checksum)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT DO UPDATE SET generation = max(generation, excluded.generation),
                    written = excluded.written, size = excluded.size,
                    modification_time = excluded.modification_time, checksum = excluded.checksum
            """
        )
        statement.bind(Int64(document.month.rawValue), at: 1)
        statement.bind(document.generation, at: 2)
        statement.bind(document.written, at: 3)
        statement.bind(document.size, at: 4)
        statement.bind(document.modificationTime, at: 5)
        statement.bind(document.checksum, at: 6)
        try statement.run("noting a document")
    }

    /// Makes a month's document due for writing.
    public func touchDocument(_ month: MonthKey) {
        noteDocument(month)
    }
}

/// A month's identity document as the index remembers it.
public struct IndexedDocument: Sendable, Hashable {
    public let month: MonthKey
    /// Counts the index's changes to the month's identities.
    public var generation: Int64
    /// The generation the document on disk holds.
    public var written: Int64
    public var size: Int64?
    public var modificationTime: Int64?
    public var checksum: Fingerprint?

    public init(
        month: MonthKey,
        generation: Int64,
        written: Int64,
        size: Int64?,
        modificationTime: Int64?,
        checksum: Fingerprint?
    ) {
        self.month = month
        self.generation = generation
        self.written = written
        self.size = size
        self.modificationTime = modificationTime
        self.checksum = checksum
    }
}
