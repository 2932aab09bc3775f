import Identities
import IdentityStore
import LibraryIndex
import PhotoModel
import Reconciling

/// What the index keeps beside its rows, and what the identity documents hold.
extension Audit {
    /// Counts kept by triggers, held against the rows. They are of one transaction with them, so a difference is certain.
    mutating func compareCounts() throws {
        // Together: what mends the ones mends the others.
        try compare { reader throws(IndexError) -> [(AuditDifference.Subject, AuditDifference.Problem)] in
            try reader.miscountedMonths().map { (.month($0.key), .miscounted($0)) }
                + reader.miscountedGroups().map { (.group($0.key), .miscounted($0)) }
        } mend: { writer, wrong throws(IndexError) in
            let months: [MonthKey] = wrong.compactMap {
                if case .month(let month) = $0.0 { month } else { nil }
            }
            let groups: [String] = wrong.compactMap { if case .group(let name) = $0.0 { name } else { nil } }
            try writer.recount()
            try writer.noteRecounted(months, groups: groups)
        } tell: {
            $0
        }
    }

    /// A client that follows the change log must end where the index is.
    mutating func compareLog() throws {
        try compare { reader throws(IndexError) in
            try reader.mislogged()
        } mend: { writer, wrong in
            for line in wrong { writer.mendLog(line.id, told: line.told, actual: line.actual) }
        } tell: { line in
            (.asset(line.id), .changeLog)
        }
    }

    /// What searches know of each photo, once they know of all changes so far.
    mutating func compareWords() throws {
        while try !means.change({ writer throws(IndexError) in try writer.catchUpText(limit: Self.wordsStep) }
        ) {
            try means.rest(0)
        }
        try compare { reader throws(IndexError) in
            try reader.misworded()
        } mend: { writer, wrong throws(IndexError) in
            for id in wrong { try writer.refreshText(of: id) }
        } tell: { id in
            (.asset(id), .words)
        }
    }

    /// Has all that is wrong mended at once. What is not among what is found then is mended.
    private mutating func compare<Found: Sendable>(
        find: (IndexReader) throws(IndexError) -> [Found],
        mend: @escaping @Sendable (IndexWriter, [Found]) throws(IndexError) -> Void,
        tell: (Found) -> (subject: AuditDifference.Subject, problem: AuditDifference.Problem)
    ) throws {
        let wrong = try means.index.read(find)
        guard !wrong.isEmpty else { return }
        try means.change { writer throws(IndexError) in try mend(writer, wrong) }
        let left = Set(try means.index.read(find).map { tell($0).subject })
        for (subject, problem) in wrong.map(tell) {
            let isMended = !left.contains(subject)
            try report(AuditDifference(subject: subject, problem: problem, isMended: isMended))
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
