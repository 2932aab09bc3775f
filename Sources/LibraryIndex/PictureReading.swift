import PhotoModel

/// What has to be known of an asset to make a picture of it.
public struct PictureRow: Sendable {
    public let directory: Int64
    public let name: [UInt8]
    public let root: Int64
    public let type: AssetType
    /// `nil`: a later build's.
    public let format: FileFormat?
    /// Of its file.
    public let stamp: FileStamp
    public let fingerprint: Fingerprint?
    public let width: Int64?
    public let height: Int64?
    /// Seconds.
    public let duration: Double?
}

/// Looks assets up by their ids, for as long as the reader that it is of has its snapshot.
public struct PictureLookup {
    fileprivate let statement: Statement

    /// `nil` where there is no such asset.
    public func picture(_ id: AssetID) throws(IndexError) -> PictureRow? {
        statement.bind(id, at: 1)
        return try statement.first("reading an asset") { row throws(IndexError) in
            PictureRow(
                directory: row.int(0),
                name: row.array(1),
                root: row.int(2),
                type: AssetType(rawValue: UInt8(truncatingIfNeeded: row.int(3))) ?? .photo,
                format: FileFormat(rawValue: UInt8(truncatingIfNeeded: row.int(4))),
                stamp: FileStamp(
                    size: row.int(5),
                    modificationTime: row.int(6),
                    changeTime: row.int(7),
                    inode: UInt64(bitPattern: row.int(8)),
                    birthTime: row.int(9)
                ),
                fingerprint: Fingerprint(stored: row.bytes(13)),
                width: row.optionalInt(10),
                height: row.optionalInt(11),
                duration: row.optionalDouble(12)
            )
        }
    }
}

extension IndexReader {
    public func pictureLookup() throws(IndexError) -> PictureLookup {
        PictureLookup(
            statement: try connection.statement(
                """
                SELECT directory, name, root, kind, format, size, modification_time, change_time, inode, birth_time,
                    width, height, duration, fingerprint
                FROM asset WHERE uuid = ?1
                """
            )
        )
    }
}
