import PhotoModel

/// A group as the index has it.
public struct IndexedGroup: Sendable, Hashable {
    /// The number of its row, which no other group ever gets; `nil` is Other.
    public let key: Int64?
    public let summary: GroupSummary
    /// The group's newest photo that can be read, else its newest such video; `nil` where there is none, and before
    /// the first sweep is over.
    public let cover: AssetID?
}

/// Groups: their counts, covers and names. None of this looks at assets one by one: counts are kept with the
/// groups' rows, and a cover is the first of its kind in an index.
extension IndexReader {
    /// Every group that holds something, in no particular order.
    ///
    /// What has no group has no row of its own: Other is what is left of the months' counts, which are kept
    /// in the same transactions.
    public func groups(withCovers: Bool) throws(IndexError) -> [IndexedGroup] {
        let withCovers = withCovers ? try hasGroupIndex() : false
        let statement = try connection.statement(withCovers ? Self.groupsWithCovers : Self.groups)
        var groups: [IndexedGroup] = []
        var grouped = (photos: 0, videos: 0)
        try statement.each("listing groups") { row throws(IndexError) in
            let group = try Self.group(row)
            grouped.photos += group.summary.photoCount
            grouped.videos += group.summary.videoCount
            groups.append(group)
        }
        let other = try ungrouped(leaving: grouped)
        if other.totalCount > 0 {
            groups.append(
                IndexedGroup(key: nil, summary: other, cover: withCovers ? try cover(of: other, nil) : nil)
            )
        }
        return groups
    }

    /// One group, with zeroes where it holds nothing any more; `nil` where there never was such a row.
    public func group(_ key: Int64?, withCover: Bool) throws(IndexError) -> IndexedGroup? {
        guard let summary = try groupSummary(key) else { return nil }
        let withCover = withCover ? try hasGroupIndex() : false
        return IndexedGroup(key: key, summary: summary, cover: withCover ? try cover(of: summary, key) : nil)
    }

    /// The counts of a group, zeroes included; `nil` where there never was such a row.
    public func groupSummary(_ key: Int64?) throws(IndexError) -> GroupSummary? {
        guard let key else { return try ungrouped(leaving: groupedCounts()) }
        let statement = try connection.statement(
            "SELECT id, name, photos, videos, NULL FROM grouping WHERE id = ?1"
        )
        statement.bind(key, at: 1)
        return try statement.first("reading a group") { row throws(IndexError) in try Self.group(row).summary
        }
    }

    /// The names of all groups that hold something, in no particular order.
    public func groupNames() throws(IndexError) -> [String] {
        let statement = try connection.statement("SELECT name FROM grouping WHERE photos + videos > 0")
        var names: [String] = []
        try statement.each("listing groups") { row throws(IndexError) in names.append(row.string(0)) }
        return names
    }

    /// The number of the row of a group, which may hold nothing any more.
    public func groupKey(named name: String) throws(IndexError) -> Int64? {
        let statement = try connection.statement("SELECT id FROM grouping WHERE name = ?1")
        statement.bind(name, at: 1)
        return try statement.first("finding a group") { row throws(IndexError) in row.int(0) }
    }

    /// The group that an asset is shown in; `nil`: Other.
    public func groupName(ofAsset key: Int64) throws(IndexError) -> String? {
        let statement = try connection.statement(
            "SELECT (SELECT name FROM grouping WHERE id = asset.grouping) FROM asset WHERE id = ?1"
        )
        statement.bind(key, at: 1)
        return try statement.first("reading an asset's group") { row throws(IndexError) in
            row.optionalString(0)
        } ?? nil
    }

    func groupKey(ofAsset key: Int64) throws(IndexError) -> Int64? {
        let statement = try connection.statement("SELECT grouping FROM asset WHERE id = ?1")
        statement.bind(key, at: 1)
        return try statement.first("reading a group") { row throws(IndexError) in row.optionalInt(0) } ?? nil
    }

    /// Whether groups can be read in the order of time. Without its index a cover would take a look at every
    /// asset.
    func hasGroupIndex() throws(IndexError) -> Bool {
        let statement = try connection.statement(
            "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'asset_by_group'"
        )
        return try statement.first("looking for an index") { row throws(IndexError) in row.int(0) } != nil
    }

    // MARK: Counts

    private func ungrouped(leaving grouped: (photos: Int, videos: Int)) throws(IndexError) -> GroupSummary {
        let statement = try connection.statement(
            "SELECT coalesce(sum(photos), 0), coalesce(sum(videos), 0) FROM month_count"
        )
        let all = try statement.first("counting") { row throws(IndexError) in
            (photos: row.count(0), videos: row.count(1))
        }
        return GroupSummary(
            name: nil,
            photoCount: max(0, (all?.photos ?? 0) - grouped.photos),
            videoCount: max(0, (all?.videos ?? 0) - grouped.videos)
        )
    }

    private func groupedCounts() throws(IndexError) -> (photos: Int, videos: Int) {
        let statement = try connection.statement(
            "SELECT coalesce(sum(photos), 0), coalesce(sum(videos), 0) FROM grouping"
        )
        let counts = try statement.first("counting groups") { row throws(IndexError) in
            (photos: row.count(0), videos: row.count(1))
        }
        return counts ?? (0, 0)
    }

    private static func group(_ row: Statement) throws(IndexError) -> IndexedGroup {
        IndexedGroup(
            key: row.int(0),
            summary: GroupSummary(
                name: row.string(1),
                photoCount: row.count(2),
                videoCount: row.count(3)
            ),
            cover: row.isNull(4) ? nil : try row.assetID(4)
        )
    }

    // MARK: Covers

    private func cover(of summary: GroupSummary, _ key: Int64?) throws(IndexError) -> AssetID? {
        for type in [AssetType.photo, .video] {
            guard type == .photo ? summary.photoCount > 0 : summary.videoCount > 0 else { continue }
            let statement = try connection.statement(
                key == nil ? Self.newest(type, in: "IS NULL") : Self.newest(type, in: "= ?1")
            )
            if let key { statement.bind(key, at: 1) }
            let found = try statement.first("finding a cover") { row throws(IndexError) in try row.assetID(0)
            }
            if let found { return found }
        }
        return nil
    }

    // MARK: SQL

    /// The first readable asset of a type in the order of pages, out of the index alone.
    private static func newest(_ type: AssetType, in group: String) -> String {
        """
        SELECT uuid FROM asset INDEXED BY asset_by_group
        WHERE asset.grouping \(group) AND kind = \(type.rawValue) AND unreadable = 0
        ORDER BY sort_key, uuid LIMIT 1
        """
    }

    private static let groups =
        "SELECT id, name, photos, videos, NULL FROM grouping WHERE photos + videos > 0"

    private static let groupsWithCovers = """
        SELECT id, name, photos, videos, coalesce(
            CASE WHEN photos > 0 THEN (\(newest(.photo, in: "= grouping.id"))) END,
            CASE WHEN videos > 0 THEN (\(newest(.video, in: "= grouping.id"))) END)
        FROM grouping WHERE photos + videos > 0
        """
}
