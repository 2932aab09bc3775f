import PhotoModel

/// Batches of which not everything has been looked at where it went: killed before that, the daemon learns from their
/// journals what they brought.
extension IndexReader {
    /// The names, the oldest first.
    public func unseenBatches() throws(IndexError) -> [String] {
        let statement = try connection.statement("SELECT batch FROM unseen_batch ORDER BY batch")
        var names: [String] = []
        try statement.each("listing batches") { row throws(IndexError) in
            names.append(row.string(0))
        }
        return names
    }
}

extension IndexWriter {
    /// Notes a batch before it moves the first file.
    public func noteUnseen(batch: String) throws(IndexError) {
        let statement = try connection.statement("INSERT OR IGNORE INTO unseen_batch (batch) VALUES (?1)")
        statement.bind(batch, at: 1)
        try statement.run("noting a batch that begins")
    }

    /// Everything that the batch moved has been looked at.
    public func forgetUnseen(batch: String) throws(IndexError) {
        let statement = try connection.statement("DELETE FROM unseen_batch WHERE batch = ?1")
        statement.bind(batch, at: 1)
        try statement.run("forgetting a batch that is over")
    }
}
