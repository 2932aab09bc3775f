import PhotoModel

/// What a client learns that asks what changed since a clock.
public struct ChangeSummary: Sendable, Hashable {
    public let clock: Clock
    public let more: Bool
    /// The clock was of another index, older than the log, or from a part of it that was lost: every asset was
    /// listed as inserted.
    public let isFreshInstance: Bool
}

extension IndexReader {
    /// Calls `body` with at most one net change an asset, in the order of their last lines in the log.
    ///
    /// A fresh instance lists every asset and ignores `limit`: a clock cannot say where such a list was cut.
    public func changes(
        since clock: Clock,
        limit: Int?,
        _ body: (AssetChange) throws(IndexError) -> Void
    ) throws(IndexError) -> ChangeSummary {
        let now = try self.clock()
        guard try canAnswer(since: clock, now: now) else {
            try everyAsset(body)
            return ChangeSummary(clock: now, more: false, isFreshInstance: true)
        }
        let through =
            try limit.map { limit throws(IndexError) in
                try lastSequence(after: clock.sequence, covering: limit)
            } ?? now.sequence
        try netChanges(after: clock.sequence, through: through, body)
        return ChangeSummary(
            clock: Clock(epoch: epoch, sequence: through),
            more: through < now.sequence,
            isFreshInstance: false
        )
    }

    /// Whether the log holds everything that happened after `clock`.
    public func canAnswer(since clock: Clock, now: Clock) throws(IndexError) -> Bool {
        guard clock.epoch == now.epoch, clock.sequence <= now.sequence else { return false }
        guard clock.sequence >= (try meta("pruned") ?? 0) else { return false }
        let statement = try connection.statement(
            "SELECT 1 FROM segment WHERE first <= ?1 AND (last IS NULL OR last >= ?1)"
        )
        statement.bind(clock.sequence, at: 1)
        return try statement.first("checking a clock") { row throws(IndexError) in row.int(0) } != nil
    }

    private func everyAsset(_ body: (AssetChange) throws(IndexError) -> Void) throws(IndexError) {
        let statement = try connection.statement("SELECT uuid, month, kind FROM asset ORDER BY id")
        try statement.each("listing every asset") { row throws(IndexError) in
            try body(
                AssetChange(
                    sequence: 0,
                    kind: .inserted,
                    id: try row.assetID(0),
                    month: row.month(1),
                    oldMonth: nil,
                    type: row.type(2)
                )
            )
        }
    }

    /// The last number of the longest run of lines after `sequence` that tells of at most `limit` assets.
    private func lastSequence(after sequence: Int64, covering limit: Int) throws(IndexError) -> Int64 {
        let statement = try connection.statement(
            "SELECT sequence, uuid FROM change WHERE sequence > ?1 ORDER BY sequence"
        )
        statement.bind(sequence, at: 1)
        var seen: Set<AssetID> = []
        var last: Int64?
        var cut = false
        try statement.rows("measuring the change log") { row throws(IndexError) in
            let id = try row.assetID(1)
            if seen.count == limit && !seen.contains(id) {
                cut = true
                return false
            }
            seen.insert(id)
            last = row.int(0)
            return true
        }
        // Without a cut, numbers that led to no line are behind us too.
        return cut ? last ?? sequence : try clock().sequence
    }

    private func netChanges(
        after first: Int64,
        through last: Int64,
        _ body: (AssetChange) throws(IndexError) -> Void
    ) throws(IndexError) {
        let statement = try connection.statement(
            """
            SELECT span.uuid, oldest.kind, oldest.old_month, newest.kind, newest.month, newest.sequence,
                coalesce(newest.type, (SELECT asset.kind FROM asset WHERE asset.uuid = span.uuid)),
                coalesce(oldest.old_type, newest.old_type)
            FROM (SELECT uuid, min(sequence) AS a, max(sequence) AS b FROM change
                  WHERE sequence > ?1 AND sequence <= ?2 GROUP BY uuid) AS span
            JOIN change AS oldest ON oldest.sequence = span.a
            JOIN change AS newest ON newest.sequence = span.b
            ORDER BY span.b
            """
        )
        statement.bind(first, at: 1)
        statement.bind(last, at: 2)
        let inserted = Int64(AssetChange.Kind.inserted.rawValue)
        let deleted = Int64(AssetChange.Kind.deleted.rawValue)
        try statement.each("reading the change log") { row throws(IndexError) in
            let existedBefore = row.int(1) != inserted
            let existsNow = row.int(3) != deleted
            let kind: AssetChange.Kind
            switch (existedBefore, existsNow) {
            case (false, false): return
            case (false, true): kind = .inserted
            case (true, false): kind = .deleted
            case (true, true): kind = .updated
            }
            try body(
                AssetChange(
                    sequence: row.int(5),
                    kind: kind,
                    id: try row.assetID(0),
                    month: existsNow ? row.month(4) : nil,
                    oldMonth: existedBefore ? row.month(2) : nil,
                    type: existsNow ? row.type(6) : nil,
                    oldType: existedBefore ? row.type(7) : nil
                )
            )
        }
    }
}
