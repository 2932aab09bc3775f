import Glibc
import PhotoModel

/// What is done before and after a sweep.
extension IndexWriter {
    /// Writes something that nobody reads: it tells whether the disk takes anything.
    public func proveWritable() throws(IndexError) {
        try setMeta("proof", Int64(time(nil)))
    }

    /// Notes whether videos can be read. Those that were indexed while nobody could read them are read by the next
    /// sweep once somebody can.
    public func noteVideoReader(isThere: Bool) throws(IndexError) {
        let wasMissing = try reader.meta("videos-unread") == 1
        if isThere, wasMissing {
            let statement = try connection.statement("UPDATE asset SET unreadable = ?1 WHERE kind = ?2")
            statement.bind(Int64(UnreadableReason.noReader.rawValue), at: 1)
            statement.bind(Int64(AssetType.video.rawValue), at: 2)
            try statement.run("having videos read")
            try forgetEveryDigest()
            noteEveryGroup()
        }
        if isThere == wasMissing { try setMeta("videos-unread", isThere ? 0 : 1) }
    }

    /// Has files read by the next sweep that could not be read for an I/O error: the disk may be mended, and some versions
    /// noted one where the daemon alone was short of descriptors.
    public func forgetIOErrors() throws(IndexError) {
        let statement = try connection.statement(
            "UPDATE asset INDEXED BY asset_unreadable SET unreadable = ?1 WHERE unreadable <> 0 AND unreadable = ?2"
        )
        statement.bind(Int64(UnreadableReason.noReader.rawValue), at: 1)
        statement.bind(Int64(UnreadableReason.inputOutput.rawValue), at: 2)
        try statement.run("having files read again")
        if connection.changedRows > 0 { try forgetEveryDigest() }
    }

    /// Makes the index that groups are paged through and have their covers from, where there is none. A first sweep does
    /// without it, and is over when it is there.
    ///
    /// It holds Other as well, which may be most of a library or little of it. With the marks and types in it, pages are
    /// counted and filtered without a look at the assets.
    public func makeGroupIndex() throws(IndexError) {
        guard try !reader.hasGroupIndex() else { return }
        try makeIndexes([
            "CREATE INDEX asset_by_group ON asset (grouping, sort_key, uuid, viewed, kind, unreadable)",
            "DROP INDEX IF EXISTS asset_by_grouping",
        ])
        noteEveryGroup()
    }

    /// SQLite sorts as much at once as its cache is large, beside the cache.
    private func makeIndexes(_ changes: [String]) throws(IndexError) {
        try connection.execute("PRAGMA cache_size = \(Connection.sortingCache)", "making an index")
        defer {
            // The pragma cannot fail; if it did, writing would only be slower.
            try? connection.execute("PRAGMA cache_size = \(Connection.writersCache)", "making an index")
        }
        for change in changes { try connection.statement(change).run("making an index") }
    }

    /// Makes the indexes that a first sweep does better without: built at once they cost a tenth of what they would
    /// have cost row by row.
    public func makeSecondaryIndexes() throws(IndexError) {
        // Size alone would not do: of uncompressed RAW files thousands have the same.
        try makeIndexes([
            "CREATE INDEX IF NOT EXISTS asset_by_content ON asset (size, fingerprint)",
            "DROP INDEX IF EXISTS asset_by_size",
            "CREATE INDEX IF NOT EXISTS asset_by_place ON asset (latitude, longitude) WHERE latitude IS NOT NULL",
        ])
    }
}
