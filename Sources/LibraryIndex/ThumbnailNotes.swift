import PhotoModel

/// A thumbnail by the name that it has in the cache, and where its original is now.
public struct NotedThumbnail: Sendable, Hashable {
    public let id: AssetID
    /// Of the URI that the original had.
    public let digest: [UInt8]
    /// `nil`: it is gone.
    public let path: FilePath?
}

extension IndexReader {
    public func hasThumbnails() throws(IndexError) -> Bool {
        let statement = try connection.statement("SELECT 1 FROM thumbnail LIMIT 1")
        return try statement.first("looking for thumbnails") { row throws(IndexError) in row.int(0) } != nil
    }

    /// The number in the change log up to which thumbnails follow their originals; `nil`: none was noted yet.
    public func thumbnailSequence() throws(IndexError) -> Int64? { try meta("thumbnail-sequence") }

    private static let notedThumbnail = """
        SELECT thumbnail.uuid, thumbnail.digest, asset.directory, asset.name
        FROM thumbnail LEFT JOIN asset ON asset.uuid = thumbnail.uuid
        """

    private func notedThumbnail(_ row: Statement) throws(IndexError) -> NotedThumbnail {
        let folder = row.isNull(2) ? nil : try path(ofDirectory: row.int(2))
        return NotedThumbnail(
            id: try row.assetID(0),
            digest: row.array(1),
            path: folder.map { $0.appending(FileName(row.array(3))) }
        )
    }

    /// `nil` where none is noted of an asset, which may be gone.
    public func thumbnail(of id: AssetID) throws(IndexError) -> NotedThumbnail? {
        let statement = try connection.statement(Self.notedThumbnail + " WHERE thumbnail.uuid = ?1")
        statement.bind(id, at: 1)
        return try statement.first("finding a thumbnail") { row throws(IndexError) in
            try notedThumbnail(row)
        }
    }

    /// All that are noted, some at a time, by id.
    public func thumbnails(after id: AssetID?, limit: Int) throws(IndexError) -> [NotedThumbnail] {
        let statement = try connection.statement(
            Self.notedThumbnail + " WHERE thumbnail.uuid > ?1 ORDER BY thumbnail.uuid LIMIT ?2"
        )
        // No id is all zeros.
        if let id {
            statement.bind(id, at: 1)
        } else {
            statement.bind([UInt8](repeating: 0, count: 16), at: 1)
        }
        statement.bind(Int64(limit), at: 2)
        var found: [NotedThumbnail] = []
        try statement.each("listing thumbnails") { row throws(IndexError) in
            found.append(try notedThumbnail(row))
        }
        return found
    }
}

extension IndexWriter {
    /// Notes what the thumbnails of an asset are called; `nil`: it has none any more.
    public func setThumbnail(_ digest: [UInt8]?, of id: AssetID) throws(IndexError) {
        guard let digest else {
            let statement = try connection.statement("DELETE FROM thumbnail WHERE uuid = ?1")
            statement.bind(id, at: 1)
            return try statement.run("forgetting a thumbnail")
        }
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO thumbnail (uuid, digest) VALUES (?1, ?2)"
        )
        statement.bind(id, at: 1)
        statement.bind(digest, at: 2)
        try statement.run("noting a thumbnail")
    }

    /// Notes up to where the change log was followed.
    public func setThumbnailSequence(_ sequence: Int64) throws(IndexError) {
        try setMeta("thumbnail-sequence", sequence)
    }
}
