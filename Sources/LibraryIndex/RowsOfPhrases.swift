import CSQLite

/// A function of FTS5, `rows_of_phrases(table, into)`: notes in a selection all rows in which any phrase of the expression
/// stands that the statement matches, in one call. What a statement steps through costs three times as much a row.
///
/// Source: https://www.sqlite.org/fts5.html, "Custom Auxiliary Functions".
enum RowsOfPhrases {
    static let name = "rows_of_phrases"

    /// What `into` is bound as: the address of an ``AssetSelection``.
    static let target: StaticString = "photod-selection"

    /// - Returns: an SQLite result code.
    static func add(to connection: OpaquePointer) -> Int32 {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nil)
        guard code == SQLITE_OK else { return code }
        defer { sqlite3_finalize(statement) }
        return withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<fts5_api>?.self, capacity: 1) { found in
            found.initialize(repeating: nil)
            sqlite3_bind_pointer(statement, 1, found.baseAddress, "fts5_api_ptr", nil)
            guard sqlite3_step(statement) == SQLITE_ROW, let api = found[0] else { return SQLITE_ERROR }
            return api.pointee.xCreateFunction(api, name, nil, note, nil)
        }
    }

    private static let note: fts5_extension_function = { api, query, result, count, values in
        guard let api, count == 1, let values,
            let target = target.withUTF8Buffer({ name in
                sqlite3_value_pointer(
                    values[0],
                    UnsafeRawPointer(name.baseAddress)?.assumingMemoryBound(to: CChar.self)
                )
            })
        else { return sqlite3_result_error_code(result, SQLITE_MISUSE) }
        for phrase in 0..<api.pointee.xPhraseCount(query) {
            let code = api.pointee.xQueryPhrase(query, phrase, target) { api, row, target in
                guard let api, let target else { return SQLITE_MISUSE }
                target.assumingMemoryBound(to: AssetSelection.self).pointee.insert(api.pointee.xRowid(row))
                return SQLITE_OK
            }
            guard code == SQLITE_OK else { return sqlite3_result_error_code(result, code) }
        }
        sqlite3_result_int64(result, 0)
    }
}
