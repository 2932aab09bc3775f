import PhotoModel

extension IndexReader {
    /// An asset's record as it is shown; `nil` where there is none.
    public func shownRecord(ofAsset key: Int64) throws(IndexError) -> AssetRecord? {
        let statement = try connection.statement(
            """
            SELECT kind, format, sort_key, date_source, date_detail, date_offset, timestamp, size, modification_time,
                change_time, inode, birth_time, fingerprint, unreadable, width, height, orientation, latitude,
                longitude, camera, description, (SELECT name FROM grouping WHERE id = asset.grouping), group_override,
                altitude, duration, marked_favorite, title, rating, keywords
            FROM asset WHERE id = ?1
            """
        )
        statement.bind(key, at: 1)
        return try statement.first("reading a record") { row throws(IndexError) in
            var record = AssetRecord(
                type: AssetType(rawValue: UInt8(truncatingIfNeeded: row.int(0))) ?? .photo,
                format: FileFormat(rawValue: UInt8(truncatingIfNeeded: row.int(1))) ?? .jpeg,
                stamp: row.stamp(at: 7)
            )
            record.dateExpiry = DateDetail(rawValue: row.int(4)).expiry
            record.date = row.date(sortKey: 2, source: 3, detail: 4, offset: 5)
            record.timestamp = row.optionalInt(6)
            record.fingerprint = Fingerprint(stored: row.bytes(12))
            record.unreadable = UnreadableReason(rawValue: UInt8(truncatingIfNeeded: row.int(13)))
            record.width = row.optionalInt(14)
            record.height = row.optionalInt(15)
            record.orientation = row.optionalInt(16).map { UInt8(truncatingIfNeeded: $0) }
            record.latitude = row.optionalDouble(17)
            record.longitude = row.optionalDouble(18)
            if let camera = row.optionalInt(19), let names = try self.camera(camera) {
                record.make = names.make.isEmpty ? nil : names.make
                record.model = names.model.isEmpty ? nil : names.model
            }
            record.description = row.optionalString(20)
            // Under an override the row does not say what the description's group would be.
            record.describedGroup = row.isNull(22) ? row.optionalString(21) : nil
            record.altitude = row.optionalDouble(23)
            record.duration = row.optionalDouble(24)
            record.markedFavorite = row.optionalInt(25).map { $0 != 0 }
            record.title = row.optionalString(26)
            record.rating = row.optionalInt(27).map(Int.init)
            record.keywords = StoredKeywords.keywords(row.optionalString(28))
            return record
        }
    }

    /// The text an asset's group follows from; `nil` without one.
    public func description(ofAsset key: Int64) throws(IndexError) -> String? {
        let statement = try connection.statement("SELECT description FROM asset WHERE id = ?1")
        statement.bind(key, at: 1)
        return try statement.first("reading a description") { row throws(IndexError) in row.optionalString(0)
        } ?? nil
    }
}

extension IndexWriter {
    /// Sets what a user says of an asset.
    ///
    /// - Parameter describedGroup: the group its folder or its description names, where no override says otherwise.
    public func setMarks(
        _ marks: AssetMarks,
        of asset: IndexedAsset,
        describedGroup: String?,
        revision: Int64
    ) throws(IndexError) {
        guard marks.overlay == asset.marks.overlay else {
            guard var record = try reader.record(ofAsset: asset.key) else { return }
            let folder = try reader.folderRules(ofDirectory: asset.directory)
            record.describedGroup = overlayRules.group(record.description, folder)
            return try update(
                asset,
                record: record,
                marks: marks,
                at: asset.place,
                revision: revision,
                isSameFile: true
            )
        }
        let oldGroup = try reader.groupKey(ofAsset: asset.key)
        let group = try groupKey(marks.group(described: describedGroup))
        let statement = try connection.statement(
            """
            UPDATE asset SET group_override = ?2, favorite = ?3, viewed = ?4, grouping = ?5, revision = ?6
            WHERE id = ?1
            """
        )
        statement.bind(asset.key, at: 1)
        statement.bind(marks.storedOverride, at: 2)
        statement.bind(marks.favorite.map { Int64($0 ? 1 : 0) }, at: 3)
        statement.bind(marks.viewed ? 1 : 0, at: 4)
        statement.bind(group, at: 5)
        statement.bind(revision, at: 6)
        try statement.run("setting an asset's marks")
        if countsInBulk, oldGroup != group {
            counts.add(-1, month: asset.month, root: asset.root, type: asset.type, group: oldGroup)
            counts.add(1, month: asset.month, root: asset.root, type: asset.type, group: group)
        }
        noteGroups(before: oldGroup, after: group)
        note(asset.id, before: asset.logged, after: asset.logged)
    }
}
