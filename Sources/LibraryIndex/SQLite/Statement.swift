import CSQLite

/// A prepared statement, driven with SQLite's own bind and column calls: a sweep does this half a million times.
///
/// Parameters keep what was bound to them last, also by whoever had the statement before.
final class Statement {
    /// Copies bound bytes: the statement may be stepped after the bytes are gone.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let handle: OpaquePointer

    /// - Parameter handle: the statement's from here on.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    // MARK: Binding (parameters count from 1)

    func bind(_ value: Int64, at index: Int32) {
        sqlite3_bind_int64(handle, index, value)
    }

    func bind(_ value: Int64?, at index: Int32) {
        if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ value: Double?, at index: Int32) {
        if let value { sqlite3_bind_double(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ value: String?, at index: Int32) {
        guard var value else {
            sqlite3_bind_null(handle, index)
            return
        }
        guard !value.isEmpty else {
            // A null address would bind NULL, and an empty text is not that.
            sqlite3_bind_text(handle, index, "", 0, Self.transient)
            return
        }
        value.withUTF8 { utf8 in
            _ = utf8.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text(
                    handle,
                    index,
                    characters.baseAddress,
                    Int32(characters.count),
                    Self.transient
                )
            }
        }
    }

    func bind(_ value: [UInt8]?, at index: Int32) {
        guard let value else {
            sqlite3_bind_null(handle, index)
            return
        }
        value.withUnsafeBytes { bind($0, at: index) }
    }

    func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        if bytes.isEmpty {
            sqlite3_bind_zeroblob(handle, index, 0)
        } else {
            sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), Self.transient)
        }
    }

    /// Binds an address for a function of ours, which finds it by a name that no other has.
    func bind(_ pointer: UnsafeMutableRawPointer, named name: StaticString, at index: Int32) {
        name.withUTF8Buffer { name in
            // Of a static string, which stays where it is.
            let type = UnsafeRawPointer(name.baseAddress)?.assumingMemoryBound(to: CChar.self)
            _ = sqlite3_bind_pointer(handle, index, pointer, type, nil)
        }
    }

    // MARK: Running

    /// Runs a statement that returns no rows.
    func run(_ doing: StaticString) throws(IndexError) {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure(code, doing) }
    }

    /// Calls `body` for each row until it returns `false`, then resets the statement.
    func rows(_ doing: StaticString, _ body: (Statement) throws(IndexError) -> Bool) throws(IndexError) {
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            switch code {
            case SQLITE_ROW: if try !body(self) { return }
            case SQLITE_DONE: return
            default: throw failure(code, doing)
            }
        }
    }

    /// Calls `body` for every row.
    func each(_ doing: StaticString, _ body: (Statement) throws(IndexError) -> Void) throws(IndexError) {
        try rows(doing) { row throws(IndexError) in
            try body(row)
            return true
        }
    }

    /// The first row, read by `body`; `nil` without rows.
    func first<Value>(
        _ doing: StaticString,
        _ body: (Statement) throws(IndexError) -> Value
    ) throws(IndexError) -> Value? {
        var value: Value?
        try rows(doing) { row throws(IndexError) in
            value = try body(row)
            return false
        }
        return value
    }

    private func failure(_ code: Int32, _ doing: StaticString) -> IndexError {
        IndexError(code, of: sqlite3_db_handle(handle), doing)
    }

    // MARK: Columns (count from 0)

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func optionalInt(_ column: Int32) -> Int64? {
        value(column) { sqlite3_value_int64($0) }
    }

    func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func optionalDouble(_ column: Int32) -> Double? {
        value(column) { sqlite3_value_double($0) }
    }

    /// The column's bytes, valid until the next step or reset.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer { Self.bytes(sqlite3_column_value(handle, column)) }

    /// The same; `nil` where there is no value.
    func optionalBytes(_ column: Int32) -> UnsafeRawBufferPointer? { value(column, Self.bytes) }

    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
        // The address first: to get it may change the length.
        let address = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: address, count: Int(sqlite3_value_bytes(value)))
    }

    /// What `read` makes of the column; `nil` where that has no value.
    ///
    /// To find the column and look whether that went well takes SQLite longer than to read it, so it is found once. What is
    /// found so may be read by one thread at a time, as a connection without a mutex is.
    private func value<Value>(_ column: Int32, _ read: (OpaquePointer?) -> Value) -> Value? {
        let value = sqlite3_column_value(handle, column)
        return sqlite3_value_type(value) == SQLITE_NULL ? nil : read(value)
    }

    func array(_ column: Int32) -> [UInt8] { Array(bytes(column)) }

    func string(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func optionalString(_ column: Int32) -> String? {
        optionalBytes(column).map { String(decoding: $0, as: UTF8.self) }
    }
}
