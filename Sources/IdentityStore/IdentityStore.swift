import Files
import PhotoModel
import Synchronization

/// The JSON documents that keep ids, group overrides, favourites and viewed marks for good: one a month,
/// `YYYY-MM.json` and `undated.json`, the previous one beside it as `YYYY-MM.json.bak`.
///
/// One writer: the daemon that holds the state directory's lock. Reading is safe from any thread.
public final class IdentityStore: Sendable {
    /// A month of a million photos is about 400 MB.
    static let documentLimit = 512 << 20

    private let opened: Mutex<DocumentDirectory>
    private let temporaryNumber = Atomic<Int>(0)

    /// Opens the store, makes its directory (0700) where it is missing and removes temporary files that a run
    /// which ended early left behind.
    public init(directory path: FilePath) throws(IdentityStoreError) {
        let directory = try DocumentDirectory(path)
        opened = Mutex(directory)
        for name in try directory.names() where DocumentName.isTemporary(name) {
            try directory.remove(name)
        }
    }

    var directory: DocumentDirectory { opened.withLock { $0 } }

    /// Whether the path leads to the directory that is open: somebody may have removed it, or put another in its place.
    public func isInPlace() throws(IdentityStoreError) -> Bool { try directory.isInPlace() }

    /// Opens what the path leads to now, made where it is missing.
    public func reopen() throws(IdentityStoreError) {
        let directory = try DocumentDirectory(self.directory.path)
        opened.withLock { $0 = directory }
    }

    func nextTemporaryNumber() -> Int {
        temporaryNumber.add(1, ordering: .relaxed).newValue
    }

    // MARK: - Writing

    public func batch() -> DocumentBatch {
        DocumentBatch(store: self)
    }

    // MARK: - Reading

    /// The documents on disk, by month.
    public func list() throws(IdentityStoreError) -> [ListedDocument] {
        var documents: [ListedDocument] = []
        for name in try directory.names() {
            guard let month = DocumentName.month(ofDocument: name), let document = try listed(month) else {
                continue
            }
            documents.append(document)
        }
        return documents.sorted { $0.month < $1.month }
    }

    /// Months that have a backup but no document, as a crash after `setAside` leaves them: begin those anew
    /// from the backup.
    public func monthsWithBackupOnly() throws(IdentityStoreError) -> [MonthKey] {
        let names = Set(try directory.names())
        return names.compactMap { name in
            guard name.hasSuffix(".bak") else { return nil }
            let document = name.dropLast(4)
            return names.contains(String(document)) ? nil : DocumentName.month(ofDocument: document)
        }.sorted()
    }

    /// One document as a listing shows it now: compare it with the stamp before replacing the document, lest
    /// a hand edit be overwritten. `nil` where there is none.
    public func listed(_ month: MonthKey) throws(IdentityStoreError) -> ListedDocument? {
        try listed(month, at: DocumentName.document(month))
    }

    /// A month's backup as a listing shows it now. `nil` where there is none.
    public func listedBackup(_ month: MonthKey) throws(IdentityStoreError) -> ListedDocument? {
        try listed(month, at: DocumentName.backup(month))
    }

    /// Backups that are younger than their documents: somebody had the document open before it was replaced, and wrote
    /// into it afterwards.
    public func lateBackups() throws(IdentityStoreError) -> [ListedDocument] {
        var late: [ListedDocument] = []
        for name in try directory.names() where name.hasSuffix(".bak") {
            guard let month = DocumentName.month(ofDocument: name.dropLast(4)),
                let backup = try listedBackup(month), let document = try listed(month),
                backup.isYounger(than: document)
            else { continue }
            late.append(backup)
        }
        return late.sorted { $0.month < $1.month }
    }

    private func listed(_ month: MonthKey, at name: String) throws(IdentityStoreError) -> ListedDocument? {
        guard let status = try directory.status(of: name), status.isRegularFile else { return nil }
        return ListedDocument(
            month: month,
            size: status.stamp.size,
            modificationTime: status.modificationTime
        )
    }

    /// Reads a month's document. `nil` where there is none; throws `.broken` where it does not parse.
    public func load(_ month: MonthKey) throws(IdentityStoreError) -> MonthDocument? {
        try load(month, from: DocumentName.document(month))
    }

    /// Reads the document that the present one replaced. `nil` where there is none.
    public func loadBackup(_ month: MonthKey) throws(IdentityStoreError) -> MonthDocument? {
        try load(month, from: DocumentName.backup(month))
    }

    /// Whether anybody but the daemon has written to a month's backup.
    public func isEditedBackup(_ month: MonthKey) throws(IdentityStoreError) -> Bool {
        let name = DocumentName.backup(month)
        guard let (bytes, _) = try directory.read(name, limit: Self.documentLimit) else { return false }
        return !ChecksumTail.matches(bytes)
    }

    private func load(_ month: MonthKey, from name: String) throws(IdentityStoreError) -> MonthDocument? {
        guard let (bytes, status) = try directory.read(name, limit: Self.documentLimit) else { return nil }
        return try MonthDocumentReader.read(
            bytes,
            month: month,
            path: directory.display(name),
            stamp: Self.stamp(bytes, status)
        )
    }

    private static func stamp(_ bytes: [UInt8], _ status: FileStatus) -> DocumentStamp {
        DocumentStamp(
            size: Int64(bytes.count),
            modificationTime: status.modificationTime,
            hash: bytes.withUnsafeBytes { DocumentHash(of: $0) }
        )
    }

    // MARK: - Damage

    /// Moves a document that does not parse out of the way, as `YYYY-MM.json.broken-TIME`, overwriting
    /// nothing.
    ///
    /// - Parameter seconds: now, since 1970.
    /// - Returns: its new path; `nil` where there is no document.
    @discardableResult
    public func setAside(_ month: MonthKey, at seconds: Int64) throws(IdentityStoreError) -> String? {
        try directory.setAside(DocumentName.document(month), at: seconds)
    }

    /// The same for a month's backup.
    @discardableResult
    public func setBackupAside(_ month: MonthKey, at seconds: Int64) throws(IdentityStoreError) -> String? {
        try directory.setAside(DocumentName.backup(month), at: seconds)
    }
}
