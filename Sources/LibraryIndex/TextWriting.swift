import PhotoModel

/// Keeping the full-text index. It is behind the change log until somebody has it brought up: no transaction of the
/// reconciler's has to do with it.
extension IndexWriter {
    /// Takes in what has changed, at most so many lines of the change log or so many assets.
    ///
    /// - Parameter target: the sequence number to stop at; changes that come meanwhile are for another time.
    /// - Returns: whether nothing up to `target` is left.
    public func catchUpText(through target: Int64 = .max, limit: Int) throws(IndexError) -> Bool {
        if try reader.isTextLost() { try beginTextAnew() }
        if let position = try reader.textPosition() {
            try rebuildText(after: position, limit: limit)
            return false
        }
        return try followLog(through: target, limit: limit)
    }

    /// Empties the full-text index, to be filled again from all assets. What changes meanwhile is in the log behind the
    /// number noted here.
    public func beginTextAnew() throws(IndexError) {
        // Dropped, because emptying it would cost as much as filling it.
        for sql in [
            "DROP TABLE asset_text", IndexSchema.additions, IndexSchema.textSettings,
            "DELETE FROM asset_text_row",
        ] {
            try connection.execute(sql, "emptying the full-text index")
        }
        try setMeta("text-sequence", try reader.clock().sequence)
        try setMeta("text-position", 0)
    }

    private func rebuildText(after position: Int64, limit: Int) throws(IndexError) {
        let found = try reader.assets(afterRow: position, limit: limit)
        for id in found?.ids ?? [] { _ = try takeInText(of: id) }
        if let found, found.ids.count == limit {
            try setMeta("text-position", found.last)
        } else {
            try connection.statement("DELETE FROM meta WHERE key = 'text-position'")
                .run("ending a rebuild")
        }
    }

    private func followLog(through target: Int64, limit: Int) throws(IndexError) -> Bool {
        let statement = try connection.statement(
            "SELECT sequence, uuid FROM change WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence LIMIT ?3"
        )
        statement.bind(try reader.textSequence(), at: 1)
        statement.bind(target, at: 2)
        statement.bind(Int64(limit), at: 3)
        var changed: [AssetID] = []
        var seen: Set<AssetID> = []
        var lines = 0
        var last: Int64?
        try statement.each("reading the change log") { row throws(IndexError) in
            let id = try row.assetID(1)
            if seen.insert(id).inserted { changed.append(id) }
            lines += 1
            last = row.int(0)
        }
        for id in changed { _ = try takeInText(of: id) }
        if let last { try setMeta("text-sequence", last) }
        return lines < limit
    }

    /// Puts right what the full-text index holds of an asset. Returns whether it was wrong.
    @discardableResult
    public func refreshText(of id: AssetID) throws(IndexError) -> Bool {
        guard try takeInText(of: id) else { return false }
        try setMeta("text-mendings", try reader.textMendings() + 1)
        return true
    }

    /// Has the full-text index hold what an asset's texts are now. Returns whether that changed anything: a viewed mark
    /// or a move of a folder does not.
    private func takeInText(of id: AssetID) throws(IndexError) -> Bool {
        let old = try reader.textRow(of: id)
        let new = try reader.text(of: id)
        guard let new else {
            if let old { try removeText(at: old) }
            return old != nil
        }
        if let old {
            if old == new.row, try reader.storedText(at: old) == new.text { return false }
            if old != new.row { try removeText(at: old) }
        }
        try putText(new.text, of: id, at: new.row)
        return true
    }

    /// Whatever stood under the number before belonged to one that is gone.
    private func putText(_ text: AssetText, of id: AssetID, at row: Int64) throws(IndexError) {
        let put = try connection.statement(
            "INSERT OR REPLACE INTO asset_text (rowid, \(AssetText.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        )
        put.bind(row, at: 1)
        put.bind(text.name, at: 2)
        put.bind(text.description, at: 3)
        put.bind(text.group, at: 4)
        put.bind(text.camera, at: 5)
        put.bind(text.title, at: 6)
        put.bind(text.keywords, at: 7)
        try put.run("taking in an asset's words")
        let note = try connection.statement(
            "INSERT OR REPLACE INTO asset_text_row (uuid, row) VALUES (?1, ?2)"
        )
        note.bind(id, at: 1)
        note.bind(row, at: 2)
        try note.run("noting whose words they are")
    }

    private func removeText(at row: Int64) throws(IndexError) {
        for sql in ["DELETE FROM asset_text WHERE rowid = ?1", "DELETE FROM asset_text_row WHERE row = ?1"] {
            let statement = try connection.statement(sql)
            statement.bind(row, at: 1)
            try statement.run("removing an asset's words")
        }
    }
}

extension IndexReader {
    fileprivate func textRow(of id: AssetID) throws(IndexError) -> Int64? {
        let statement = try connection.statement("SELECT row FROM asset_text_row WHERE uuid = ?1")
        statement.bind(id, at: 1)
        return try statement.first("finding an asset's words") { row throws(IndexError) in row.int(0) }
    }

    fileprivate func text(of id: AssetID) throws(IndexError) -> (row: Int64, text: AssetText)? {
        let statement = try connection.statement(
            "SELECT asset.id, \(AssetText.assetColumns) FROM asset WHERE uuid = ?1"
        )
        statement.bind(id, at: 1)
        return try statement.first("reading an asset's texts") { row throws(IndexError) in
            (row.int(0), AssetText(ofAsset: row, at: 1))
        }
    }

    fileprivate func storedText(at row: Int64) throws(IndexError) -> AssetText? {
        let statement = try connection.statement(
            "SELECT \(AssetText.columns) FROM asset_text WHERE rowid = ?1"
        )
        statement.bind(row, at: 1)
        return try statement.first("reading an asset's words") { row throws(IndexError) in
            AssetText(stored: row, at: 0)
        }
    }
}
