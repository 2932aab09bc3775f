import Identities
import IdentityStore
import LibraryIndex
import PhotoModel
import Reconciling

/// What the index keeps beside its rows, and what the identity documents hold.
extension Audit {
    /// Counts kept by triggers, held against the rows. They are of one transaction with them, so a difference is certain.
    mutating func compareCounts() throws {
        let months = try means.index.read { reader throws(IndexError) in try reader.miscountedMonths() }
        let groups = try means.index.read { reader throws(IndexError) in try reader.miscountedGroups() }
        guard !months.isEmpty || !groups.isEmpty else { return }
        let (keys, names) = (months.map(\.key), groups.map(\.key))
        try means.change { writer throws(IndexError) in
            try writer.recount()
            try writer.noteRecounted(keys, groups: names)
        }
        let left = try means.index.read { reader throws(IndexError) in
            (Set(try reader.miscountedMonths().map(\.key)), Set(try reader.miscountedGroups().map(\.key)))
        }
        try report(months, left: left.0) { .month($0) }
        try report(groups, left: left.1) { .group($0) }
    }

    private mutating func report<Key: Hashable>(
        _ miscounts: [IndexReader.Miscount<Key>],
        left: Set<Key>,
        as subject: (Key) -> AuditDifference.Subject
    ) throws {
        for miscount in miscounts {
            try report(
                AuditDifference(
                    subject: subject(miscount.key),
                    problem: .miscounted(miscount),
                    isMended: !left.contains(miscount.key)
                )
            )
        }
    }

    /// A client that follows the change log must end where the index is.
    mutating func compareLog() throws {
        let wrong = try means.index.read { reader throws(IndexError) in try reader.mislogged() }
        guard !wrong.isEmpty else { return }
        try means.change { writer throws(IndexError) in
            for line in wrong { writer.mendLog(line.id, told: line.told, actual: line.actual) }
        }
        let left = Set(
            try means.index.read { reader throws(IndexError) in try reader.mislogged().map(\.id) }
        )
        for line in wrong {
            try report(
                AuditDifference(
                    subject: .asset(line.id),
                    problem: .changeLog,
                    isMended: !left.contains(line.id)
                )
            )
        }
    }

    /// What searches know of each photo, once they know of all changes so far.
    mutating func compareWords() throws {
        while try !means.change({ writer throws(IndexError) in try writer.catchUpText(limit: Self.wordsStep) }
        ) {
            try means.rest(0)
        }
        let wrong = try means.index.read { reader throws(IndexError) in try reader.misworded() }
        guard !wrong.isEmpty else { return }
        try means.change { writer throws(IndexError) in
            for id in wrong { try writer.refreshText(of: id) }
        }
        let left = Set(try means.index.read { reader throws(IndexError) in try reader.misworded() })
        for id in wrong {
            try report(
                AuditDifference(subject: .asset(id), problem: .words, isMended: !left.contains(id))
            )
        }
    }

    /// Changes that a transaction takes in: others want to write too.
    private static let wordsStep = 500

    /// Identity documents, month by month.
    mutating func compareDocuments(store: IdentityStore, keeper: IdentityKeeper) throws {
        let documents = try means.index.read { reader throws(IndexError) in try reader.documents() }
        for document in documents {
            try means.rest(0)
            guard let problem = try Self.problem(of: document.month, store, means.index) else { continue }
            let month = document.month
            try means.change { writer throws(IndexError) in writer.touchDocument(month) }
            keeper.writeNow()
            let isMended =
                try Self.problem(of: month, store, means.index) == nil
                && means.index.read { reader throws(IndexError) in
                    try reader.document(of: month).map { $0.written > document.generation } ?? true
                }
            try report(
                AuditDifference(subject: .month(month), problem: .document(problem), isMended: isMended)
            )
        }
    }

    /// What is wrong with a month's document; `nil` where nothing is. That it does not say yet what the index does is nothing
    /// where it is about to be written; that what was written is damaged or missing is: it may be about to be for long.
    private static func problem(
        of month: MonthKey,
        _ store: IdentityStore,
        _ index: LibraryIndex
    ) throws -> String? {
        let (row, content) = try index.read { reader throws(IndexError) in
            (try reader.document(of: month), try MonthContent(month, reader))
        }
        guard let row else { return nil }
        let isOwed = row.generation != row.written
        // One that somebody has edited is read before it is written the next time.
        let listed = try store.listed(month)
        if let listed, listed.size != row.size || listed.modificationTime != row.modificationTime {
            return nil
        }
        let document: MonthDocument?
        do throws(IdentityStoreError) {
            document = try store.load(month)
        } catch {
            guard case .broken = error else { throw error }
            return "its identity document is damaged"
        }
        let expected = content.records + content.deleted
        guard let document else {
            let isNone = expected.isEmpty || isOwed && row.size == nil
            return isNone ? nil : "its identity document is missing"
        }
        // Somebody else wrote one meanwhile.
        guard !isOwed, document.generation == row.generation else { return nil }
        let found = document.records + document.deleted
        let missing = Set(expected).subtracting(found)
        let surplus = Set(found).subtracting(expected)
        guard !missing.isEmpty || !surplus.isEmpty else { return nil }
        return "its identity document differs in \(Set((missing.union(surplus)).map(\.id)).count) records"
    }
}

extension AuditDifference.Problem {
    static func miscounted<Key>(_ miscount: IndexReader.Miscount<Key>) -> Self {
        .miscounted(
            stored: .init(photos: miscount.stored.photos, videos: miscount.stored.videos),
            actual: .init(photos: miscount.actual.photos, videos: miscount.actual.videos)
        )
    }
}
