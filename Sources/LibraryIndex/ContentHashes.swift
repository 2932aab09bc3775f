import PhotoModel

/// Hashes of the whole content of files that look alike: same size, same beginning. All others are told apart by that.
extension IndexReader {
    /// Numbers of assets that look like another one and whose whole content is not known, in their order.
    ///
    /// - Parameters:
    ///   - headLength: of a file that is no longer the fingerprint says all.
    ///   - isAsked: tells of a root's number whether its assets are wanted. What they look like may be in any.
    public func unhashedTwins(
        longerThan headLength: Int64,
        inRoots isAsked: (Int64) -> Bool
    ) throws(IndexError) -> [Int64] {
        let statement = try connection.statement(
            """
            SELECT id, root FROM asset
            WHERE (size, fingerprint) IN (
                SELECT size, fingerprint FROM asset WHERE size > ?1 AND fingerprint IS NOT NULL
                GROUP BY size, fingerprint HAVING count(*) > 1
            ) AND uuid NOT IN (SELECT uuid FROM content_hash) ORDER BY id
            """
        )
        statement.bind(headLength, at: 1)
        var keys: [Int64] = []
        try statement.each("finding files that look alike") { row throws(IndexError) in
            if isAsked(row.int(1)) { keys.append(row.int(0)) }
        }
        return keys
    }

    /// XXH3-128 of an asset's whole content, as it is or was last; `nil` where nobody had to know.
    public func contentHash(of id: AssetID) throws(IndexError) -> Fingerprint? {
        let statement = try connection.statement("SELECT hash FROM content_hash WHERE uuid = ?1")
        statement.bind(id, at: 1)
        return try statement.first("reading a hash") { row throws(IndexError) in
            Fingerprint(stored: row.bytes(0))
        } ?? nil
    }

    /// Whether the whole content is known of anything, there or gone, that begins like a file and is not that file.
    public func knowsContent(
        size: Int64,
        fingerprint: Fingerprint,
        except stamp: FileStamp
    ) throws(IndexError) -> Bool {
        guard try hasContentHashes() else { return false }
        let statement = try connection.statement(
            """
            SELECT 1 FROM (
                SELECT uuid FROM asset WHERE size = ?1 AND fingerprint = ?2 AND (inode <> ?3 OR inode = 0)
                UNION ALL SELECT uuid FROM departed WHERE size = ?1 AND fingerprint = ?2
            ) WHERE uuid IN (SELECT uuid FROM content_hash) LIMIT 1
            """
        )
        statement.bind(size, at: 1)
        statement.bind(fingerprint, at: 2)
        statement.bind(Int64(bitPattern: stamp.inode), at: 3)
        return try statement.first("looking for hashes") { row throws(IndexError) in row.int(0) } != nil
    }

    func hasContentHashes() throws(IndexError) -> Bool {
        let statement = try connection.statement("SELECT 1 FROM content_hash LIMIT 1")
        return try statement.first("looking for hashes") { row throws(IndexError) in row.int(0) } != nil
    }

    /// How many there are.
    public func contentHashCount() throws(IndexError) -> Int64 {
        let statement = try connection.statement("SELECT count(*) FROM content_hash")
        return try statement.first("counting hashes") { row throws(IndexError) in row.int(0) } ?? 0
    }
}

extension IndexWriter {
    /// Notes the hash of an asset's whole content, unless the asset is another file's by now, or the file another.
    public func setContentHash(_ hash: Fingerprint, of id: AssetID, asOf stamp: FileStamp) throws(IndexError)
    {
        guard let asset = try reader.asset(id), asset.stamp == stamp else { return }
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO content_hash (uuid, hash) VALUES (?1, ?2)"
        )
        statement.bind(id, at: 1)
        statement.bind(hash, at: 2)
        try statement.run("noting a hash")
        knowsContents = true
    }

    /// The asset's file is another, or has been written to.
    func forgetContentHash(of id: AssetID) throws(IndexError) {
        if knowsContents == nil { knowsContents = try reader.hasContentHashes() }
        guard knowsContents == true else { return }
        let statement = try connection.statement("DELETE FROM content_hash WHERE uuid = ?1")
        statement.bind(id, at: 1)
        try statement.run("forgetting a hash")
    }

    /// Forgets the hashes of identities that are forgotten.
    func dropContentHashes() throws(IndexError) {
        try connection.statement(
            """
            DELETE FROM content_hash WHERE uuid NOT IN (SELECT uuid FROM asset)
                AND uuid NOT IN (SELECT uuid FROM departed)
            """
        ).run("forgetting hashes")
    }
}
