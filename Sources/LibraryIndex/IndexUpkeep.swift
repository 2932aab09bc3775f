import GRDB

/// What is done once a sweep is over.
extension IndexWriter {
    /// Makes the indexes that a first sweep does better without: built at once they cost a tenth of what they would
    /// have cost row by row.
    public func makeSecondaryIndexes() throws(IndexError) {
        let statement = try SQLStatement(database, "CREATE INDEX IF NOT EXISTS asset_by_size ON asset (size)")
        try statement.run("making an index")
    }
}
