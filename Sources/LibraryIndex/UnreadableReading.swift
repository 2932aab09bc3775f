import PhotoModel

/// A file beside a photo that was given up: it crashed its reader, or kept it too long.
public struct GivenUpCompanion: Sendable, Hashable {
    /// Where a list goes on: behind this one.
    public struct Cursor: Sendable, Hashable {
        let directory: Int64
        let name: FileName

        /// In front of all.
        public static let start = Cursor(directory: 0, name: FileName([]))
    }

    public let directory: Int64
    public let name: FileName
    public let format: FileFormat
    public let size: Int64
    public let reason: UnreadableReason
    /// The photo that it belongs to.
    public let asset: AssetID
    public let root: Int64

    public var cursor: Cursor { Cursor(directory: directory, name: name) }
}

extension GivenUpCompanion.Cursor {
    private static let mark = UInt8(ascii: "c")

    /// Reads one as it was given out; `nil` where it is none.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == Self.mark, let dot = bytes.firstIndex(of: UInt8(ascii: ".")),
            let directory = Int64(String(decoding: bytes[1..<dot], as: UTF8.self))
        else { return nil }
        let digits = bytes[(dot + 1)...].compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == bytes.count - dot - 1, digits.count.isMultiple(of: 2) else { return nil }
        let name = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        self.init(directory: directory, name: FileName(name))
    }

    /// `c<directory>.<the name in hexadecimal digits>`. No item's cursor begins so.
    public var text: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return [Self.mark] + Array(String(directory).utf8) + [UInt8(ascii: ".")]
            + name.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}

/// What could not be read.
extension IndexReader {
    /// How many files each reason keeps from being read: those of assets, and companions that were given up.
    public func unreadableCounts() throws(IndexError) -> [(reason: UnreadableReason, count: Int64)] {
        let statement = try connection.statement(
            """
            SELECT unreadable, sum(files) FROM (
                SELECT unreadable, count(*) AS files FROM asset WHERE unreadable <> 0 GROUP BY unreadable
                UNION ALL
                SELECT unreadable, count(*) FROM companion WHERE unreadable <> 0 GROUP BY unreadable
            ) GROUP BY unreadable
            """
        )
        var counts: [(reason: UnreadableReason, count: Int64)] = []
        try statement.each("counting unreadable files") { row throws(IndexError) in
            guard let reason = UnreadableReason(rawValue: UInt8(truncatingIfNeeded: row.int(0))) else {
                return
            }
            counts.append((reason, row.int(1)))
        }
        return counts
    }

    /// Calls `body` with each file that could not be read, as it was then, and why.
    public func unreadableStamps(
        _ body: (FileStamp, UnreadableReason) -> Void
    ) throws(IndexError) {
        let statement = try connection.statement(
            """
            SELECT unreadable, size, modification_time, change_time, inode, birth_time
            FROM asset INDEXED BY asset_unreadable WHERE unreadable <> 0
            UNION ALL
            SELECT unreadable, size, modification_time, change_time, inode, birth_time
            FROM companion INDEXED BY companion_unreadable WHERE unreadable <> 0
            """
        )
        try statement.each("listing unreadable files") { row throws(IndexError) in
            guard let reason = UnreadableReason(rawValue: UInt8(truncatingIfNeeded: row.int(0))) else {
                return
            }
            body(row.stamp(at: 1), reason)
        }
    }

    /// Calls `body` with each companion that was given up, by directory and name, until it returns `false`.
    ///
    /// - Parameters:
    ///   - reason: `nil`: whatever it was given up for.
    ///   - cursor: begins behind this one.
    ///   - count: leaves out so many.
    public func givenUpCompanions(
        because reason: UnreadableReason?,
        after cursor: GivenUpCompanion.Cursor,
        skipping count: Int,
        _ body: (GivenUpCompanion) throws(IndexError) -> Bool
    ) throws(IndexError) {
        let statement = try connection.statement(
            """
            SELECT companion.directory, companion.name, companion.format, companion.size, companion.unreadable,
                asset.uuid, asset.root
            FROM companion INDEXED BY companion_unreadable JOIN asset ON asset.id = companion.asset
            WHERE companion.unreadable <> 0 AND (?1 = 0 OR companion.unreadable = ?1)
                AND (companion.directory, companion.name) > (?2, ?3)
            ORDER BY companion.directory, companion.name LIMIT -1 OFFSET ?4
            """
        )
        statement.bind(Int64(reason?.rawValue ?? 0), at: 1)
        statement.bind(cursor.directory, at: 2)
        statement.bind(cursor.name.bytes, at: 3)
        statement.bind(Int64(count), at: 4)
        try statement.rows("listing companions") { row throws(IndexError) in
            guard let reason = UnreadableReason(rawValue: UInt8(truncatingIfNeeded: row.int(4))) else {
                return true
            }
            return try body(
                GivenUpCompanion(
                    directory: row.int(0),
                    name: FileName(row.array(1)),
                    format: FileFormat(rawValue: UInt8(truncatingIfNeeded: row.int(2))) ?? .xmpSidecar,
                    size: row.int(3),
                    reason: reason,
                    asset: try row.assetID(5),
                    root: row.int(6)
                )
            )
        }
    }
}
