import PhotoModel

/// How far pictures were prepared before anybody asked for them: all assets once, in the order of their rows, and then what
/// the change log tells.
public struct PreparationNote: Sendable, Hashable {
    /// Which pictures: a set of bits, whose meaning is the preparer's.
    public var kinds: Int64
    /// The number in the change log up to which all is prepared that `row` does not tell to be outstanding.
    public var sequence: Int64
    /// The last row that was gone through; `nil`: all were.
    public var row: Int64?
    /// Something was passed over that can be prepared later though it does not change: its disk was away.
    public var hasGaps: Bool

    public init(kinds: Int64, sequence: Int64, row: Int64?, hasGaps: Bool = false) {
        self.kinds = kinds
        self.sequence = sequence
        self.row = row
        self.hasGaps = hasGaps
    }
}

extension IndexReader {
    /// `nil`: nothing was prepared yet.
    public func preparation() throws(IndexError) -> PreparationNote? {
        guard let kinds = try meta("prepared-kinds"), let sequence = try meta("prepared-sequence"),
            let row = try meta("prepared-row"), let gaps = try meta("prepared-gaps")
        else { return nil }
        return PreparationNote(
            kinds: kinds,
            sequence: sequence,
            row: row < 0 ? nil : row,
            hasGaps: gaps != 0
        )
    }

    /// Assets by the order of their rows.
    ///
    /// - Returns: their ids, and the last one's row; `nil` where there is none behind `row`.
    public func assets(
        afterRow row: Int64,
        limit: Int
    ) throws(IndexError) -> (ids: [AssetID], last: Int64)? {
        let statement = try connection.statement(
            "SELECT uuid, id FROM asset WHERE id > ?1 ORDER BY id LIMIT ?2"
        )
        statement.bind(row, at: 1)
        statement.bind(Int64(limit), at: 2)
        var found: [AssetID] = []
        var last = row
        try statement.each("listing assets") { line throws(IndexError) in
            found.append(try line.assetID(0))
            last = line.int(1)
        }
        return found.isEmpty ? nil : (found, last)
    }
}

extension IndexWriter {
    public func setPreparation(_ note: PreparationNote) throws(IndexError) {
        try setMeta("prepared-kinds", note.kinds)
        try setMeta("prepared-sequence", note.sequence)
        try setMeta("prepared-row", note.row ?? -1)
        try setMeta("prepared-gaps", note.hasGaps ? 1 : 0)
    }
}
