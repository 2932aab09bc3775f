import PhotoModel

/// Documents that are written together.
///
/// Every document goes to a temporary file first; `commit` makes all of them last, and only then renames them
/// into place, with one sync of the directory for all. So after a crash each name leads to a whole document,
/// old or new. A batch that is dropped leaves nothing behind.
///
/// Documents are renamed in the order they were staged. Stage the month a photo moves into before the one it
/// leaves, both as they were at one moment, or that month in an earlier batch: a crash between the two then finds the id in both (the higher `rev`
/// wins) and not in neither.
public struct DocumentBatch: ~Copyable {
    private let store: IdentityStore
    /// As the batch found it: another may take its place meanwhile.
    private let directory: DocumentDirectory
    private var staged: [(document: MonthDocumentWriter.Finished, predecessor: Predecessor)] = []

    init(store: IdentityStore) {
        self.store = store
        directory = store.directory
    }

    deinit {
        // A temporary file that cannot be removed now goes with the next start.
        for (document, _) in staged where document.stamp != nil {
            try? directory.remove(document.temporary)
        }
    }

    /// Begins a month's document. Append its records, then `stage` it.
    public func begin(_ month: MonthKey, generation: Int64) throws(IdentityStoreError) -> MonthDocumentWriter
    {
        try .create(
            in: directory,
            month: month,
            generation: generation,
            number: store.nextTemporaryNumber()
        )
    }

    /// Completes a document. Nothing is replaced before `commit`.
    ///
    /// - Parameter predecessor: what the document knows of; anything else stays where it is.
    public mutating func stage(
        _ writer: consuming MonthDocumentWriter,
        deleted: some Sequence<IdentityRecord> = EmptyCollection(),
        after predecessor: Predecessor
    ) throws(IdentityStoreError) {
        staged.append((try writer.finish(deleted: deleted), predecessor))
    }

    /// Puts every staged document in place, in order. A month without any record loses its document and its
    /// backup.
    ///
    /// - Returns: the months whose documents are in place, up to the first that is left: it was edited since and has to be read,
    ///   or it cannot be put in its place. Those after it wait.
    /// - Throws: where the first cannot be put in its place, or all are there and may not last: write them again.
    public consuming func commit() throws(IdentityStoreError) -> [CommittedDocument] {
        let ready = try prefix { document, _ throws(IdentityStoreError) in
            if document.stamp != nil { try directory.synchroniseFile(document.temporary) }
            return true
        }
        // Documents after one that is left may be without what only that one has.
        let count = try prefix(of: ready) { document, predecessor throws(IdentityStoreError) in
            try place(document, after: predecessor)
        }
        if !staged.isEmpty { try directory.synchronise() }
        let committed = staged.prefix(count).map { document, _ in
            CommittedDocument(month: document.month, stamp: document.stamp)
        }
        staged.removeFirst(count)
        return committed
    }

    /// How many documents `body` does something with, up to the first for which it returns `false` or throws.
    ///
    /// - Throws: what it throws for the first of all.
    private func prefix(
        of limit: Int = .max,
        _ body: (MonthDocumentWriter.Finished, Predecessor) throws(IdentityStoreError) -> Bool
    ) throws(IdentityStoreError) -> Int {
        var count = 0
        for (document, predecessor) in staged.prefix(limit) {
            do throws(IdentityStoreError) {
                guard try body(document, predecessor) else { break }
            } catch {
                guard count > 0 else { throw error }
                break
            }
            count += 1
        }
        return count
    }

    private func place(
        _ document: MonthDocumentWriter.Finished,
        after predecessor: Predecessor
    ) throws(IdentityStoreError) -> Bool {
        let name = DocumentName.document(document.month)
        let backup = DocumentName.backup(document.month)
        guard document.stamp != nil else {
            return try directory.withdraw(
                name,
                byWayOf: document.temporary,
                keeping: backup,
                after: predecessor
            )
        }
        return try directory.replace(
            name,
            with: document.temporary,
            keeping: backup,
            byWayOf: DocumentName.temporary(document.month, number: store.nextTemporaryNumber()),
            after: predecessor
        )
    }
}

/// A month as `commit` left it.
public struct CommittedDocument: Hashable, Sendable {
    public let month: MonthKey
    /// `nil` where the month is empty and has no document any more.
    public let stamp: DocumentStamp?
}

/// What the index remembers of a document, so that at start only changed ones are parsed.
public struct DocumentStamp: Hashable, Sendable {
    public let size: Int64
    /// Nanoseconds since 1970.
    public let modificationTime: Int64
    /// Of the whole file, checksum included.
    public let hash: DocumentHash

    public init(size: Int64, modificationTime: Int64, hash: DocumentHash) {
        self.size = size
        self.modificationTime = modificationTime
        self.hash = hash
    }

    /// Whether the file looks untouched: same size, same modification time.
    public func matches(_ listed: ListedDocument) -> Bool {
        size == listed.size && modificationTime == listed.modificationTime
    }
}

/// A document as a directory listing shows it.
public struct ListedDocument: Hashable, Sendable {
    public let month: MonthKey
    public let size: Int64
    /// Nanoseconds since 1970.
    public let modificationTime: Int64

    public func isYounger(than other: ListedDocument) -> Bool { modificationTime > other.modificationTime }
}
