import PhotoModel

/// Assets and their companions.
extension IndexWriter {
    /// Adds an asset and returns its row's number.
    @discardableResult
    public func insert(
        id: AssetID,
        record: AssetRecord,
        marks: AssetMarks,
        at place: AssetPlace,
        created: Int64,
        revision: Int64 = 1
    ) throws(IndexError) -> Int64 {
        // A record is large, and most are shown as they are.
        guard !marks.overlay.isEmpty else {
            return try insertRow(id, record, marks, at: place, created, revision)
        }
        let marks = marks.settled(over: record)
        let shown = try shown(record, under: marks.overlay, inDirectory: place.directory)
        let key = try insertRow(id, shown, marks, at: place, created, revision)
        try keepBeneath(record, of: key, under: marks.overlay)
        return key
    }

    private func insertRow(
        _ id: AssetID,
        _ shown: AssetRecord,
        _ marks: AssetMarks,
        at place: AssetPlace,
        _ created: Int64,
        _ revision: Int64
    ) throws(IndexError) -> Int64 {
        let statement = try connection.statement(Self.insertAsset)
        let group = try groupKey(marks.group(described: shown.describedGroup))
        statement.bind(id, at: 1)
        try bind(shown, at: place, group: group, to: statement)
        statement.bind(marks.storedOverride, at: 35)
        statement.bind(marks.favorite.map { Int64($0 ? 1 : 0) }, at: 36)
        statement.bind(marks.viewed ? 1 : 0, at: 37)
        statement.bind(revision, at: 38)
        statement.bind(created, at: 39)
        statement.bind(marks.overlay.json, at: 40)
        try statement.run("adding an asset")
        try forgetDigest(ofDirectory: place.directory)
        let key = connection.lastInsertedRow
        if countsInBulk {
            counts.add(1, month: shown.month, root: place.root, type: shown.type, group: group)
        }
        noteCountedGroup(group)
        note(id, before: nil, after: shown.logged)
        return key
    }

    /// Rewrites an asset's row after its file changed or moved, or what is shown in place of what that says.
    ///
    /// - Parameters:
    ///   - record: what its file says, whatever is shown.
    ///   - revision: `nil`: the next one.
    ///   - isSameFile: nothing is said of the file but what the index had.
    public func update(
        _ asset: IndexedAsset,
        record: AssetRecord,
        marks: AssetMarks,
        at place: AssetPlace,
        revision: Int64? = nil,
        isSameFile: Bool = false
    ) throws(IndexError) {
        let marks = marks.settled(over: record)
        if !marks.overlay.isEmpty || !asset.marks.overlay.isEmpty {
            try keepBeneath(record, of: asset.key, under: marks.overlay)
        }
        let record = try shown(record, under: marks.overlay, inDirectory: place.directory)
        let statement = try connection.statement(Self.updateAsset)
        let oldGroup = try reader.groupKey(ofAsset: asset.key)
        let group = try groupKey(marks.group(described: record.describedGroup))
        statement.bind(asset.key, at: 1)
        try bind(record, at: place, group: group, to: statement)
        statement.bind(marks.storedOverride, at: 35)
        statement.bind(marks.favorite.map { Int64($0 ? 1 : 0) }, at: 36)
        statement.bind(marks.viewed ? 1 : 0, at: 37)
        statement.bind(marks.overlay.json, at: 38)
        statement.bind(revision, at: 39)
        try statement.run("updating an asset")
        try forgetDigest(ofDirectory: asset.directory)
        try forgetDigest(ofDirectory: place.directory)
        // The size of one that is to be read anew reads as none.
        if !isSameFile,
            asset.stamp.size != record.stamp.size
                || asset.stamp.modificationTime != record.stamp.modificationTime
        {
            try forgetContentHash(of: asset.id)
        }
        if countsInBulk {
            counts.add(-1, month: asset.month, root: asset.root, type: asset.type, group: oldGroup)
            counts.add(1, month: record.month, root: place.root, type: record.type, group: group)
        }
        // A file that is renamed may become a video; both counts of its month change then.
        if record.type != asset.type { noteCounted(record.month) }
        noteGroups(before: oldGroup, after: group, isRetyped: record.type != asset.type)
        noteCover(record.month)
        note(asset.id, before: asset.logged, after: record.logged)
    }

    /// Notes that a file's status changed and nothing else of it.
    public func setChangeTime(_ time: Int64, of asset: IndexedAsset) throws(IndexError) {
        let statement = try connection.statement("UPDATE asset SET change_time = ?2 WHERE id = ?1")
        statement.bind(asset.key, at: 1)
        statement.bind(time, at: 2)
        try statement.run("noting a file's status")
        try forgetDigest(ofDirectory: asset.directory)
    }

    /// Notes that the shot of a file was judged without what the file holds now, as `FileStamp.unsettledChangeTime` says.
    public func setUnsettled(_ name: FileName, inDirectory key: Int64) throws(IndexError) {
        for table in ["asset", "companion"] {
            let statement = try connection.statement(
                "UPDATE \(table) SET change_time = ?3 WHERE directory = ?1 AND name = ?2"
            )
            statement.bind(key, at: 1)
            statement.bind(name.bytes, at: 2)
            statement.bind(FileStamp.unsettledChangeTime, at: 3)
            try statement.run("noting a file to be looked at")
        }
        try forgetDigest(ofDirectory: key)
    }

    /// Sets one asset's viewed mark. Returns whether that changed anything.
    public func setViewed(_ asset: IndexedAsset, _ viewed: Bool) throws(IndexError) -> Bool {
        guard asset.marks.viewed != viewed else { return false }
        let statement = try connection.statement(
            "UPDATE asset SET viewed = ?2, revision = revision + 1 WHERE id = ?1"
        )
        statement.bind(asset.key, at: 1)
        statement.bind(viewed ? 1 : 0, at: 2)
        try statement.run("marking an asset viewed")
        note(asset.id, before: asset.logged, after: asset.logged)
        return true
    }

    /// Records that something that belongs to an asset has changed.
    public func touch(_ asset: IndexedAsset) throws(IndexError) {
        let statement = try connection.statement("UPDATE asset SET revision = revision + 1 WHERE id = ?1")
        statement.bind(asset.key, at: 1)
        try statement.run("touching an asset")
        note(asset.id, before: asset.logged, after: asset.logged)
    }

    /// Removes an asset and its companions' rows. Its identity is for the caller to keep: see `depart`.
    public func remove(_ asset: IndexedAsset) throws(IndexError) {
        let group = try reader.groupKey(ofAsset: asset.key)
        if countsInBulk {
            counts.add(-1, month: asset.month, root: asset.root, type: asset.type, group: group)
        }
        if !asset.marks.overlay.isEmpty { try forgetBeneath(asset.key) }
        let companions = try connection.statement("DELETE FROM companion WHERE asset = ?")
        companions.bind(asset.key, at: 1)
        try companions.run("removing companions")
        let statement = try connection.statement("DELETE FROM asset WHERE id = ?")
        statement.bind(asset.key, at: 1)
        try statement.run("removing an asset")
        try forgetDigest(ofDirectory: asset.directory)
        noteCountedGroup(group)
        note(asset.id, before: asset.logged, after: nil)
    }

    /// Replaces an asset's companions by `companions`, which lie in the asset's directory.
    public func setCompanions(
        _ companions: [IndexedCompanion],
        of key: Int64,
        in directory: Int64
    ) throws(IndexError) {
        let clear = try connection.statement("DELETE FROM companion WHERE asset = ?")
        clear.bind(key, at: 1)
        try clear.run("removing companions")
        if !companions.isEmpty || connection.changedRows > 0 { try forgetDigest(ofDirectory: directory) }
        for companion in companions {
            let statement = try connection.statement(
                """
                INSERT OR REPLACE INTO companion (directory, name, asset, format, size, modification_time,
                    change_time, inode, birth_time, unreadable) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                """
            )
            statement.bind(directory, at: 1)
            statement.bind(companion.name.bytes, at: 2)
            statement.bind(key, at: 3)
            statement.bind(Int64(companion.format.rawValue), at: 4)
            statement.bind(companion.stamp.size, at: 5)
            statement.bind(companion.stamp.modificationTime, at: 6)
            statement.bind(companion.stamp.changeTime, at: 7)
            statement.bind(Int64(bitPattern: companion.stamp.inode), at: 8)
            statement.bind(companion.stamp.birthTime, at: 9)
            statement.bind(Int64(companion.unreadable?.rawValue ?? 0), at: 10)
            try statement.run("adding a companion")
        }
    }

    private func bind(
        _ record: AssetRecord,
        at place: AssetPlace,
        group: Int64?,
        to statement: Statement
    ) throws(IndexError) {
        statement.bind(place.directory, at: 2)
        statement.bind(place.root, at: 3)
        statement.bind(place.name.bytes, at: 4)
        statement.bind(Int64(record.type.rawValue), at: 5)
        statement.bind(Int64(record.format.rawValue), at: 6)
        statement.bind(Int64(record.month.rawValue), at: 7)
        statement.bind(record.sortKey, at: 8)
        statement.bind(Int64((record.date?.source ?? .none).rawValue), at: 9)
        statement.bind(DateDetail(record.date, expiry: record.dateExpiry).rawValue, at: 10)
        statement.bind(record.date?.offsetMinutes.map(Int64.init), at: 11)
        statement.bind(record.timestamp, at: 12)
        statement.bind(record.stamp.size, at: 13)
        statement.bind(record.stamp.modificationTime, at: 14)
        statement.bind(record.stamp.changeTime, at: 15)
        statement.bind(Int64(bitPattern: record.stamp.inode), at: 16)
        statement.bind(record.stamp.birthTime, at: 17)
        statement.bind(place.filesystem, at: 18)
        statement.bind(record.fingerprint, at: 19)
        statement.bind(Int64(record.unreadable?.rawValue ?? 0), at: 20)
        statement.bind(record.width, at: 21)
        statement.bind(record.height, at: 22)
        statement.bind(record.orientation.map(Int64.init), at: 23)
        statement.bind(record.latitude, at: 24)
        statement.bind(record.longitude, at: 25)
        statement.bind(record.altitude, at: 26)
        statement.bind(record.duration, at: 27)
        statement.bind(try cameraKey(make: record.make, model: record.model), at: 28)
        statement.bind(record.description, at: 29)
        statement.bind(record.markedFavorite.map { Int64($0 ? 1 : 0) }, at: 30)
        statement.bind(group, at: 31)
        statement.bind(record.title, at: 32)
        statement.bind(record.rating.map(Int64.init), at: 33)
        statement.bind(StoredKeywords.text(record.keywords), at: 34)
    }

    // MARK: SQL

    private static let recordColumns = [
        "directory", "root", "name", "kind", "format", "month", "sort_key", "date_source", "date_detail",
        "date_offset", "timestamp", "size", "modification_time", "change_time", "inode", "birth_time",
        "filesystem",
        "fingerprint", "unreadable", "width", "height", "orientation", "latitude", "longitude", "altitude",
        "duration",
        "camera",
        "description", "marked_favorite", "grouping", "title", "rating", "keywords",
    ]

    /// Parameter 1 is the id, 2–34 the record, 35–40 marks, revision and creation.
    private static let insertAsset: String = {
        let parameters = recordColumns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
        return """
            INSERT INTO asset (uuid, \(recordColumns.joined(separator: ", ")), group_override, favorite, viewed,
                revision, created, overlay)
            VALUES (?1, \(parameters), ?35, ?36, ?37, ?38, ?39, ?40)
            """
    }()

    /// Parameter 1 is the row's number.
    private static let updateAsset: String = {
        let assignments = recordColumns.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
        return """
            UPDATE asset SET \(assignments), group_override = ?35, favorite = ?36, viewed = ?37,
                overlay = ?38, revision = ifnull(?39, revision + 1)
            WHERE id = ?1
            """
    }()
}
