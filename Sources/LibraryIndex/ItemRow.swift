import PhotoModel

/// One item of a page, read column by column out of the running statement: nothing is copied that the reply does
/// not need. Valid during the call it is given to.
public struct ItemRow {
    static let columns = """
        uuid, kind, format, directory, name, root, sort_key, date_source, date_detail, date_offset, timestamp,
        size, unreadable, width, height, latitude, longitude, duration, description,
        (SELECT name FROM grouping WHERE id = asset.grouping), ifnull(favorite, marked_favorite), viewed, month, asset.id, camera,
        group_override, modification_time, altitude, title, rating, keywords
        """

    /// What is asked for of many items at once: which they are, where, of when, and how they are marked. Fetching a column
    /// takes longer than all that is done with it, so the others are not fetched: they are as if there were none.
    static let briefColumns = """
        uuid, kind, format, directory, name, root, sort_key, date_source, date_detail, date_offset, timestamp,
        NULL, unreadable, NULL, NULL, NULL, NULL, NULL, NULL,
        NULL, ifnull(favorite, marked_favorite), viewed, month, asset.id, NULL,
        NULL, NULL, NULL, NULL, NULL, NULL
        """

    let row: Statement

    public var id: AssetID {
        get throws(IndexError) { try row.assetID(0) }
    }
    public var type: AssetType { AssetType(rawValue: UInt8(truncatingIfNeeded: row.int(1))) ?? .photo }
    public var format: FileFormat? { FileFormat(rawValue: UInt8(truncatingIfNeeded: row.int(2))) }
    public var directory: Int64 { row.int(3) }
    public var name: UnsafeRawBufferPointer { row.bytes(4) }
    public var root: Int64 { row.int(5) }
    var sortKey: Int64 { row.int(6) }

    public var date: CaptureDate? {
        row.date(sortKey: 6, source: 7, detail: 8, offset: 9)
    }

    /// Milliseconds since 1970.
    public var timestamp: Int64? { row.optionalInt(10) }
    public var size: Int64 { row.int(11) }
    public var unreadable: UnreadableReason? {
        UnreadableReason(rawValue: UInt8(truncatingIfNeeded: row.int(12)))
    }
    public var width: Int64? { row.optionalInt(13) }
    public var height: Int64? { row.optionalInt(14) }
    public var latitude: Double? { row.optionalDouble(15) }
    public var longitude: Double? { row.optionalDouble(16) }
    /// Seconds.
    public var duration: Double? { row.optionalDouble(17) }
    /// UTF-8; `nil` where there is none.
    public var description: UnsafeRawBufferPointer? { row.optionalBytes(18) }
    /// UTF-8; `nil`: Other.
    public var group: UnsafeRawBufferPointer? { row.optionalBytes(19) }
    /// The user's word, else what other programs have written into the file.
    public var favorite: Bool? { row.optionalInt(20).map { $0 != 0 } }
    public var viewed: Bool { row.int(21) != 0 }
    public var month: MonthKey { row.month(22) }
    /// The row's number, for what hangs on it: companions, camera.
    public var key: Int64 { row.int(23) }
    public var camera: Int64? { row.optionalInt(24) }
    public var groupOverride: AssetMarks.GroupOverride? {
        AssetMarks.groupOverride(stored: row.optionalString(25))
    }
    /// Nanoseconds since 1970.
    public var modificationTime: Int64 { row.int(26) }
    /// Metres above the sea.
    public var altitude: Double? { row.optionalDouble(27) }
    /// UTF-8; `nil` where there is none.
    public var title: UnsafeRawBufferPointer? { row.optionalBytes(28) }
    /// 0 to 5 stars, -1: rejected.
    public var rating: Int64? { row.optionalInt(29) }
    /// A JSON array of strings; `nil` where there are none.
    public var keywords: UnsafeRawBufferPointer? { row.optionalBytes(30) }
}

/// Looks items up by their ids, for as long as the reader that it is of has its snapshot.
public struct ItemLookup {
    fileprivate let statement: Statement

    /// Calls `body` with the item of an id. Returns `nil` where there is none.
    public func item<Value>(
        _ id: AssetID,
        _ body: (ItemRow) throws(IndexError) -> Value
    ) throws(IndexError) -> Value? {
        statement.bind(id, at: 1)
        return try statement.first("reading an item") { row throws(IndexError) in try body(ItemRow(row: row))
        }
    }
}

extension IndexReader {
    /// For many items: the statement is looked for once.
    ///
    /// - Parameter isBrief: whether nothing is asked of them but id, type, format, directory, name, root, date, timestamp,
    ///   unreadable, favorite, viewed, month and key.
    public func itemLookup(isBrief: Bool = false) throws(IndexError) -> ItemLookup {
        let columns = isBrief ? ItemRow.briefColumns : ItemRow.columns
        return ItemLookup(
            statement: try connection.statement("SELECT \(columns) FROM asset WHERE uuid = ?1")
        )
    }

    /// Calls `body` with the item of an id. Returns `nil` where there is none.
    public func item<Value>(
        _ id: AssetID,
        _ body: (ItemRow) throws(IndexError) -> Value
    ) throws(IndexError) -> Value? {
        try itemLookup().item(id, body)
    }

    /// A camera's make and model; either may be empty.
    public func camera(_ key: Int64) throws(IndexError) -> (make: String, model: String)? {
        let statement = try connection.statement("SELECT make, model FROM camera WHERE id = ?1")
        statement.bind(key, at: 1)
        return try statement.first("finding a camera") { row throws(IndexError) in
            (row.string(0), row.string(1))
        }
    }

    /// Whether an asset has companions: asked for every item of a page, and nearly always no.
    public func hasCompanions() throws(IndexError) -> Bool {
        let statement = try connection.statement("SELECT 1 FROM companion LIMIT 1")
        return try statement.first("looking for companions") { row throws(IndexError) in row.int(0) } != nil
    }
}
