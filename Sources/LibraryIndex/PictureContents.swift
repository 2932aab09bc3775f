import PhotoModel

/// Hashes of the whole content of files of which previews were made: by them a preview is found again wherever its photo lies.
extension IndexReader {
    /// XXH3-128 of the whole content of an asset's file as it is now; `nil` where nobody knows.
    public func pictureContent(of id: AssetID) throws(IndexError) -> Fingerprint? {
        let statement = try connection.statement(
            """
            SELECT hash FROM picture_content AS content JOIN asset USING (uuid) WHERE content.uuid = ?1
                AND content.size = asset.size AND content.modification_time = asset.modification_time
                AND content.change_time = asset.change_time AND content.inode = asset.inode
            """
        )
        statement.bind(id, at: 1)
        return try statement.first("reading a hash") { row throws(IndexError) in
            Fingerprint(stored: row.bytes(0))
        } ?? nil
    }
}

extension IndexWriter {
    /// Notes the hash of the whole content of an asset's file, as of a stamp.
    public func setPictureContent(_ hash: Fingerprint, of id: AssetID, asOf stamp: FileStamp)
        throws(IndexError)
    {
        let statement = try connection.statement(
            """
            INSERT OR REPLACE INTO picture_content (uuid, size, modification_time, change_time, inode, hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        )
        statement.bind(id, at: 1)
        statement.bind(stamp.size, at: 2)
        statement.bind(stamp.modificationTime, at: 3)
        statement.bind(stamp.changeTime, at: 4)
        statement.bind(Int64(bitPattern: stamp.inode), at: 5)
        statement.bind(hash, at: 6)
        try statement.run("noting a hash")
    }

    /// Forgets the hashes of what is not there any more.
    func dropPictureContents() throws(IndexError) {
        try connection.statement("DELETE FROM picture_content WHERE uuid NOT IN (SELECT uuid FROM asset)")
            .run("forgetting hashes")
    }
}
