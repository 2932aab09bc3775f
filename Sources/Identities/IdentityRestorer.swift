import CaptureRules
import Glibc
import IdentityStore
import LibraryIndex
import Logging
import PhotoModel
import Reconciling

/// Reads identity documents that are not as the index remembers them: all of them where the index is new, those that
/// someone edited, and those that are newer than an index which lost its last transactions.
package struct IdentityRestorer {
    package let store: IdentityStore
    package let index: LibraryIndex
    package let logger: Logger
    /// Makes a change of the index.
    let change:
        @Sendable (@escaping @Sendable (IndexWriter) throws(IndexError) -> Void) throws(IndexError) -> Void

    /// Whether a document that does not parse may be one that somebody is writing: the daemon looks again. At the start
    /// nothing can wait for that.
    var waitsForWriters = false

    package init(
        store: IdentityStore,
        index: LibraryIndex,
        logger: Logger,
        change:
            @escaping @Sendable (@escaping @Sendable (IndexWriter) throws(IndexError) -> Void)
            throws(IndexError)
            -> Void
    ) {
        self.store = store
        self.index = index
        self.logger = logger
        self.change = change
    }

    /// What became of a document that was to be read.
    enum Reading {
        /// The document is read, as it was then, or is a backup that nobody needs to read, or nobody can.
        case done(ListedDocument)
        /// There is no such document, or none any more: one that did not parse was moved aside.
        case gone
        /// The document does not parse, and somebody wrote to it a moment ago.
        case unfinished
    }

    /// Numbers beyond this are nobody's: a document's reader takes any that JSON has, and counting on must be possible.
    private static let numberLimit: Int64 = 1 << 52

    /// Brings the index up to what the documents say. Identities without a row wait for the sweep to find their file.
    ///
    /// - Returns: `false` where somebody is writing one still.
    @discardableResult
    package func restore() throws -> Bool {
        var isComplete = true
        let known = Dictionary(
            try index.read { reader throws(IndexError) in try reader.documents() }.map { ($0.month, $0) }
        ) { first, _ in first }
        var present: Set<MonthKey> = []
        for listed in try store.list() {
            present.insert(listed.month)
            let remembered = known[listed.month]
            if remembered?.size == listed.size, remembered?.modificationTime == listed.modificationTime {
                continue
            }
            if case .unfinished = try absorb(listed.month) { isComplete = false }
        }
        for backup in try store.lateBackups() {
            do {
                if case .unfinished = try absorbLate(backup) { isComplete = false }
            } catch let error as IdentityStoreError {
                // It keeps no other from being read: before its month is written it is read again.
                isComplete = false
                logger.error("what was written to a backup after it was replaced is not read yet: \(error)")
            }
        }
        for month in try store.monthsWithBackupOnly() {
            // Where it is damaged, too, the month is written anew.
            guard let backup = try standIn(for: month) else { continue }
            present.insert(month)
            try absorb(backup, as: .standIn)
        }
        // What the index once wrote and is not there any more is written again.
        let missing = known.values.filter { $0.size != nil && !present.contains($0.month) }.map(\.month)
        guard !missing.isEmpty else { return isComplete }
        try change { writer throws(IndexError) in
            for month in missing { writer.touchDocument(month) }
        }
        return isComplete
    }

    /// Reads one month's document. One that does not parse is moved aside, and its backup read in its stead.
    func absorb(_ month: MonthKey) throws -> Reading {
        let document: MonthDocument
        do throws(IdentityStoreError) {
            guard let found = try store.load(month) else { return .gone }
            document = found
        } catch {
            guard case .broken = error else { throw error }
            if waitsForWriters, try store.listed(month)?.isSettled == false { return .unfinished }
            let aside = try store.setAside(month, at: Int64(time(nil)))
            logger.error(
                "\(error): moved to \(aside ?? "nowhere"), begun anew from the index and the backup, if that is sound"
            )
            // Before the backup is read: whatever becomes of that, the month is to have a document again.
            try change { writer throws(IndexError) in writer.touchDocument(month) }
            if let backup = try standIn(for: month) { try absorb(backup, as: .standIn) }
            return .gone
        }
        try absorb(document, as: .document)
        return .done(document.listed)
    }

    /// Reads the backup of a month that has no document. One that does not parse is moved aside: it must not keep the others
    /// from being read, at this start and at every later one.
    private func standIn(for month: MonthKey) throws -> MonthDocument? {
        do throws(IdentityStoreError) {
            return try store.loadBackup(month)
        } catch {
            guard case .broken = error else { throw error }
            try setBackupAside(month, for: error)
            return nil
        }
    }

    private func setBackupAside(_ month: MonthKey, for error: IdentityStoreError) throws {
        let aside = try store.setBackupAside(month, at: Int64(time(nil)))
        logger.error("\(error): moved to \(aside ?? "nowhere")")
    }

    /// Reads a backup that somebody wrote to after it was replaced: the document says nothing of that. One that nobody can read or
    /// make sense of keeps nothing from being written.
    ///
    /// - Throws: where it cannot be opened or read just now: who replaced it then would lose what was written to it.
    func absorbLate(_ backup: ListedDocument) throws -> Reading {
        let month = backup.month
        let document: MonthDocument
        do throws(IdentityStoreError) {
            guard try store.isEditedBackup(month) else { return .done(backup) }
            guard let found = try store.loadBackup(month) else { return .gone }
            document = found
        } catch {
            switch error {
            case .system(_, _, let code):
                if ErrorNumber.isShortage(code) || code == ESTALE || code == ETIMEDOUT { throw error }
                try setBackupAside(month, for: error)
                return .gone
            case .unsuitable, .newerVersion:
                logger.error("what was written to a backup after it was replaced is not read: \(error)")
                return .done(backup)
            case .broken: break
            }
            if waitsForWriters, try store.listedBackup(month)?.isSettled == false { return .unfinished }
            try setBackupAside(month, for: error)
            return .gone
        }
        try absorb(document, as: .lateEdit)
        return .done(document.listed)
    }

    /// What a document is that is read.
    private enum Role {
        case document
        /// The backup of a document that is not there.
        case standIn
        /// A backup that was edited after it was replaced.
        case lateEdit
    }

    private func absorb(_ document: MonthDocument, as role: Role) throws {
        for problem in document.problems { logger.warning("\(document.month).json: \(problem)") }
        let bases = role == .document ? try bases(of: document) : [:]
        let checksum = Fingerprint(high: document.stamp.hash.high, low: document.stamp.hash.low)
        try change { writer throws(IndexError) in
            // A document that photod wrote and the index does not know is of another machine, a backup, or from after what
            // the index has lost.
            let known = try writer.reader.document(of: document.month)
            let isStrange = known.map { $0.checksum != checksum } ?? false
            for record in document.records + document.deleted {
                try absorb(record, of: document, bases[record.id], writer)
            }
            // What someone edited is written anew with a checksum; a backup is behind what was lost.
            if document.authorship == .edited || role != .document {
                writer.touchDocument(document.month)
            } else if isStrange, try isBehind(document, writer.reader) {
                writer.touchDocument(document.month)
            }
            guard role != .lateEdit else { return }
            let generation = min(max(document.generation, 0), Self.numberLimit)
            try writer.setDocument(
                IndexedDocument(
                    month: document.month,
                    generation: generation,
                    written: generation,
                    size: document.stamp.size,
                    modificationTime: document.stamp.modificationTime,
                    checksum: checksum
                )
            )
        }
    }

    /// Whether the index has what a document lacks: an identity of its month, a later state of one, or the import that brought
    /// it. Its generation does not tell, and what else differs must not: of another machine inodes do, and two would write
    /// without end.
    private func isBehind(_ document: MonthDocument, _ reader: IndexReader) throws(IndexError) -> Bool {
        let records = Dictionary((document.records + document.deleted).map { ($0.id, $0) }) { first, second in
            first.rev < second.rev ? second : first
        }
        func isBehind(_ id: AssetID, _ revision: Int64, _ batch: String?) -> Bool {
            guard let record = records[id] else { return true }
            return record.rev < revision || record.batch == nil && batch != nil
        }
        var isFound = false
        try reader.identities(inMonth: document.month) { identity throws(IndexError) in
            isFound = isFound || isBehind(identity.id, identity.revision, identity.batch)
        }
        if isFound { return true }
        for departed in try reader.departed(inMonth: document.month)
        where isBehind(departed.id, departed.revision, try reader.batch(of: departed.id)) {
            return true
        }
        return false
    }

    /// What records of an edited document were before, as the backup has it, where they do not tell themselves: a
    /// document of an earlier build.
    private func bases(of document: MonthDocument) throws -> [AssetID: IdentityRecord] {
        guard document.authorship == .edited,
            document.records.contains(where: { document.edits[$0.id] == nil })
        else { return [:] }
        do throws(IdentityStoreError) {
            let records = try store.loadBackup(document.month)?.records ?? []
            return Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
        } catch {
            guard case .broken = error else { throw error }
            return [:]
        }
    }

    /// Which decisions of a record count against what is known by a revision. One that was opened before newer marks and
    /// saved after them has a lower revision: of that what was changed by hand counts, and of the rest what is newer.
    private func decisions(
        of record: IdentityRecord,
        in document: MonthDocument,
        _ base: IdentityRecord?,
        against revision: Int64
    ) -> EditableFields {
        let valid = EditableFields.all.subtracting(document.ignored[record.id] ?? [])
        guard document.authorship == .edited, record.rev < revision else { return valid }
        if let edits = document.edits[record.id] { return valid.intersection(edits) }
        guard let base, base.rev == record.rev else { return [] }
        return valid.intersection(record.changes(since: base))
    }

    private func isAt(
        _ record: IdentityRecord,
        _ asset: IndexedAsset,
        _ reader: IndexReader
    ) throws(IndexError) -> Bool {
        guard let folder = try reader.location(ofDirectory: asset.directory) else { return false }
        let root = try reader.roots().first { $0.key == folder.root }
        let path = (folder.path.isEmpty ? [] : folder.path + [UInt8(ascii: "/")]) + asset.name.bytes
        return root?.name == record.root && path == record.file
    }

    /// Whether a record is of the file that has a stamp, and as it has that. Who waits is found by number and birth time, whatever
    /// the file holds; without birth times its content would count, which may be a third one by now.
    private func isOne(_ record: IdentityRecord, _ stamp: FileStamp) -> Bool {
        guard stamp.inode == record.inode ?? 0, stamp.birthTime == record.birthTime ?? 0 else { return false }
        return stamp.birthTime == 0
            || stamp.size == record.size && stamp.modificationTime == record.modificationTime
    }

    private func absorb(
        _ record: IdentityRecord,
        of document: MonthDocument,
        _ base: IdentityRecord?,
        _ writer: IndexWriter
    ) throws(IndexError) {
        var record = record
        record.rev = min(max(record.rev, 0), Self.numberLimit)
        record.deletedAt = record.deletedAt.map { min(max($0, 0), Self.numberLimit) }
        // Nobody edits it; only an index that was lost does not know.
        if let batch = record.batch, try writer.reader.batch(of: record.id) == nil {
            try writer.setBatch(batch, of: record.id)
        }
        if let asset = try writer.reader.asset(record.id) {
            // A crash between two documents leaves a photo in the one that it moved from, too.
            if asset.month != document.month { writer.touchDocument(document.month) }
            guard document.authorship == .edited || record.rev > asset.revision else { return }
            // The index has lost what the document still has: that the file is elsewhere, that another one, renamed over it, is the
            // photo, or what was written into it. It is found there.
            if document.authorship != .edited, record.isLocated,
                try !isAt(record, asset, writer.reader) || !isOne(record, asset.stamp)
            {
                try writer.remove(asset)
                return try writer.depart(record.departed(in: document.month, writer))
            }
            let counting = decisions(of: record, in: document, base, against: asset.revision)
            let marks = record.marks(counting, keeping: asset.marks)
            guard marks != asset.marks else { return }
            try writer.setMarks(marks, of: asset, beyond: record.rev)
            return
        }
        guard record.isLocated else { return }
        guard let known = try writer.reader.departed(record.id) else {
            return try writer.depart(record.departed(in: document.month, writer))
        }
        if known.month != document.month {
            writer.touchDocument(document.month)
            writer.touchDocument(known.month)
        }
        if document.authorship == .edited {
            var edited = known
            let counting = decisions(of: record, in: document, base, against: known.revision)
            edited.marks = record.marks(counting, keeping: known.marks)
            edited.revision = max(known.revision, record.rev) + 1
            if edited.marks != known.marks { try writer.depart(edited) }
        } else if record.rev > known.revision {
            // The daemon wrote both, and this one later: its month and its path count too.
            try writer.depart(record.departed(in: document.month, writer))
        }
    }
}
