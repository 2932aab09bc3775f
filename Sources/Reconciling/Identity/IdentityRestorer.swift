import CaptureRules
import Glibc
import IdentityStore
import LibraryIndex
import Logging
import PhotoModel

/// Reads identity documents that are not as the index remembers them: all of them where the index is new, those that
/// someone edited, and those that are newer than an index which lost its last transactions.
struct IdentityRestorer {
    let store: IdentityStore
    let index: LibraryIndex
    let logger: Logger
    /// Makes a change of the index.
    let change:
        @Sendable (@escaping @Sendable (IndexWriter) throws(IndexError) -> Void) throws(IndexError) -> Void

    /// Numbers beyond this are nobody's: a document's reader takes any that JSON has, and counting on must be possible.
    private static let numberLimit: Int64 = 1 << 52

    /// Brings the index up to what the documents say. Identities without a row wait for the sweep to find their file.
    func restore() throws {
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
            try absorb(listed.month, known: remembered)
        }
        for month in try store.monthsWithBackupOnly() {
            present.insert(month)
            if let backup = try store.loadBackup(month) {
                try absorb(backup, known: known[month], isBackup: true)
            }
        }
        // What the index once wrote and is not there any more is written again.
        let missing = known.values.filter { $0.size != nil && !present.contains($0.month) }.map(\.month)
        guard !missing.isEmpty else { return }
        try change { writer throws(IndexError) in
            for month in missing { writer.touchDocument(month) }
        }
    }

    /// Reads one month's document. One that does not parse is moved aside, and its backup read in its stead.
    func absorb(_ month: MonthKey, known: IndexedDocument?) throws {
        let document: MonthDocument
        do throws(IdentityStoreError) {
            guard let found = try store.load(month) else { return }
            document = found
        } catch {
            guard case .broken = error else { throw error }
            let aside = try store.setAside(month, at: Int64(time(nil)))
            logger.error("\(error): moved to \(aside ?? "nowhere"), begun anew from the backup and the index")
            if let backup = try store.loadBackup(month) { try absorb(backup, known: known, isBackup: true) }
            try change { writer throws(IndexError) in writer.touchDocument(month) }
            return
        }
        try absorb(document, known: known, isBackup: false)
    }

    private func absorb(_ document: MonthDocument, known: IndexedDocument?, isBackup: Bool) throws {
        for problem in document.problems { logger.warning("\(document.month).json: \(problem)") }
        try change { writer throws(IndexError) in
            for record in document.records + document.deleted {
                try absorb(record, of: document, writer)
            }
            let generation = min(max(document.generation, 0), Self.numberLimit)
            try writer.setDocument(
                IndexedDocument(
                    month: document.month,
                    generation: generation,
                    written: generation,
                    size: document.stamp.size,
                    modificationTime: document.stamp.modificationTime,
                    checksum: Fingerprint(high: document.stamp.hash.high, low: document.stamp.hash.low)
                )
            )
            // What someone edited is written anew with a checksum; a backup is behind what was lost.
            if document.authorship == .edited || isBackup { writer.touchDocument(document.month) }
        }
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

    private func absorb(
        _ record: IdentityRecord,
        of document: MonthDocument,
        _ writer: IndexWriter
    ) throws(IndexError) {
        let ignored = document.ignored[record.id] ?? []
        var record = record
        record.rev = min(max(record.rev, 0), Self.numberLimit)
        record.deletedAt = record.deletedAt.map { min(max($0, 0), Self.numberLimit) }
        // Nobody edits it; only an index that was lost does not know.
        if let batch = record.batch, try writer.reader.batch(of: record.id) == nil {
            try writer.setBatch(batch, of: record.id)
        }
        if let asset = try writer.reader.asset(record.id) {
            guard document.authorship == .edited || record.rev > asset.revision else { return }
            // The index has lost what the document still has: that the file is elsewhere. It is found there.
            if document.authorship != .edited, record.isLocated, try !isAt(record, asset, writer.reader) {
                try writer.remove(asset)
                return try writer.depart(record.departed(in: document.month))
            }
            let marks = record.marks(ignoring: ignored, keeping: asset.marks)
            guard marks != asset.marks else { return }
            let described = RecordBuilder.group(
                described: try writer.reader.description(ofAsset: asset.key),
                folder: try writer.reader.folderRules(ofDirectory: asset.directory).group
            )
            try writer.setMarks(
                marks,
                of: asset,
                describedGroup: described,
                revision: max(asset.revision, record.rev) + 1
            )
            return
        }
        guard record.isLocated else { return }
        guard let known = try writer.reader.departed(record.id) else {
            return try writer.depart(record.departed(in: document.month))
        }
        if document.authorship == .edited {
            var edited = known
            edited.marks = record.marks(ignoring: ignored, keeping: known.marks)
            edited.revision = max(known.revision, record.rev) + 1
            if edited.marks != known.marks { try writer.depart(edited) }
        } else if record.rev > known.revision {
            // The daemon wrote both, and this one later: its month and its path count too.
            try writer.depart(record.departed(in: document.month))
            writer.touchDocument(known.month)
        }
    }
}
