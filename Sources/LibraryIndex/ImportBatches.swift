import PhotoModel

/// Which import filed each asset last, for the identity documents and for who asks.
extension IndexReader {
    /// The name of the batch; `nil` where no import brought it.
    public func batch(of id: AssetID) throws(IndexError) -> String? {
        let statement = try connection.statement("SELECT batch FROM import_batch WHERE uuid = ?1")
        statement.bind(id, at: 1)
        return try statement.first("looking for a batch") { row throws(IndexError) in row.string(0) }
    }
}

extension IndexWriter {
    /// Notes which import filed an asset; `nil`: none, or it was undone.
    public func setBatch(_ batch: String?, of id: AssetID) throws(IndexError) {
        guard let batch else {
            let statement = try connection.statement("DELETE FROM import_batch WHERE uuid = ?1")
            statement.bind(id, at: 1)
            return try statement.run("forgetting a batch")
        }
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO import_batch (uuid, batch) VALUES (?1, ?2)"
        )
        statement.bind(id, at: 1)
        statement.bind(batch, at: 2)
        try statement.run("noting a batch")
    }

    /// Forgets the batches of identities that are forgotten.
    func dropBatches() throws(IndexError) {
        try connection.statement(
            """
            DELETE FROM import_batch WHERE uuid NOT IN (SELECT uuid FROM asset)
                AND uuid NOT IN (SELECT uuid FROM departed)
            """
        ).run("forgetting batches")
    }
}
