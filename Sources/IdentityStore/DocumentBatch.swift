import PhotoModel

/// Documents that are written together.
///
/// Every document goes to a temporary file first; `commit` makes all of them last, and only then renames them
/// into place, with one sync of the directory for all. So after a crash each name leads to a whole document,
/// old or new. A batch that is dropped leaves nothing behind.
///
/// Documents are renamed in the order they were staged. Stage the month a photo moves into before the one it
/// leaves: a crash between the two then finds the id in both (the higher `rev` wins) and never in neither.
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
        after predecessor: Predecessor = .anything
    ) throws(IdentityStoreError) {
        staged.append((try writer.finish(deleted: deleted), predecessor))
    }

    /// Puts every staged document in place, in order. A month without any record loses its document and its
    /// backup.
    ///
    /// Where it throws, some documents may be in place already and the rest is as it was: write them again.
    ///
    /// - Returns: the months whose documents are in place. One that was edited since is left, and has to be read first; those after
    /// it wait.
    public consuming func commit() throws(IdentityStoreError) -> [CommittedDocument] {
        for (document, _) in staged where document.stamp != nil {
            try directory.synchroniseFile(document.temporary)
        }
        var committed: [CommittedDocument] = []
        committed.reserveCapacity(staged.count)
        for (document, predecessor) in staged {
            let name = DocumentName.document(document.month)
            let backup = DocumentName.backup(document.month)
            let isInPlace =
                if document.stamp == nil {
                    try directory.withdraw(
                        name,
                        byWayOf: document.temporary,
                        keeping: backup,
                        after: predecessor
                    )
                } else {
                    try directory.replace(
                        name,
                        with: document.temporary,
                        keeping: backup,
                        byWayOf: DocumentName.temporary(
                            document.month,
                            number: store.nextTemporaryNumber()
                        ),
                        after: predecessor
                    )
                }
            // Documents after this one may be without what only this one has.
            guard isInPlace else { break }
            committed.append(CommittedDocument(month: document.month, stamp: document.stamp))
        }
        if !staged.isEmpty { try directory.synchronise() }
        staged.removeFirst(committed.count)
        return committed
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
