import Files
import Glibc
import JSON
import PhotoModel

/// Streams one month's records into a temporary file beside the document it will replace.
///
/// The file is pretty for diff and grep: a header line, one record a line, a tail. Memory stays flat however
/// many records a month has. Made by `DocumentBatch.begin`; a writer that is dropped removes its file.
public struct MonthDocumentWriter: ~Copyable {
    /// What `finish` leaves behind: a complete temporary file, not yet synced nor renamed.
    struct Finished {
        let month: MonthKey
        let temporary: String
        /// `nil` where the month turned out empty.
        let stamp: DocumentStamp?
    }

    private static let bufferSize = 65_536

    private let directory: DocumentDirectory
    private let file: OpenFile
    private let month: MonthKey
    private let temporary: String
    private var hasher: DocumentHasher
    private var buffer: [UInt8] = []
    private var written: Int64 = 0
    private var photoCount = 0
    private var isFinished = false

    static func create(
        in directory: DocumentDirectory,
        month: MonthKey,
        generation: Int64,
        number: Int
    ) throws(IdentityStoreError) -> MonthDocumentWriter {
        let temporary = DocumentName.temporary(month, number: number)
        guard let hasher = DocumentHasher() else { throw directory.failure("write", temporary, code: ENOMEM) }
        return MonthDocumentWriter(
            directory: directory,
            file: try directory.create(temporary),
            month: month,
            generation: generation,
            temporary: temporary,
            hasher: hasher
        )
    }

    private init(
        directory: DocumentDirectory,
        file: consuming OpenFile,
        month: MonthKey,
        generation: Int64,
        temporary: String,
        hasher: consuming DocumentHasher
    ) {
        self.directory = directory
        self.file = file
        self.month = month
        self.temporary = temporary
        self.hasher = hasher
        buffer.reserveCapacity(Self.bufferSize + 4096)
        buffer.append(literal: "{\"version\":1,\"month\":\"")
        buffer.append(contentsOf: month.description.utf8)
        buffer.append(literal: "\",\"generation\":")
        buffer.append(decimal: generation)
        buffer.append(literal: ",\"photos\":[\n")
    }

    deinit {
        if !isFinished { try? directory.remove(temporary) }
    }

    /// Adds one asset of the month.
    public mutating func append(_ photo: IdentityRecord) throws(IdentityStoreError) {
        try append(photo, isFirst: photoCount == 0)
        photoCount += 1
    }

    /// Adds the tombstones and the checksum.
    mutating func finish(
        deleted: some Sequence<IdentityRecord>
    ) throws(IdentityStoreError) -> Finished {
        buffer.append(literal: "\n],\"deleted\":[\n")
        var deletedCount = 0
        for tombstone in deleted {
            try append(tombstone, isFirst: deletedCount == 0)
            deletedCount += 1
        }
        buffer.append(literal: "\n],\"asWritten\":true")
        try flush()
        ChecksumTail.append(hasher.digest(), to: &buffer)
        try flush()
        guard photoCount + deletedCount > 0 else {
            return Finished(month: month, temporary: temporary, stamp: nil)
        }
        let modificationTime: Int64
        do throws(CallFailure) { modificationTime = try file.status().modificationTime } catch {
            throw directory.failure("look at", temporary, code: error.code)
        }
        let stamp = DocumentStamp(size: written, modificationTime: modificationTime, hash: hasher.digest())
        isFinished = true
        return Finished(month: month, temporary: temporary, stamp: stamp)
    }

    private mutating func append(_ record: IdentityRecord, isFirst: Bool) throws(IdentityStoreError) {
        if !isFirst { buffer.append(literal: ",\n") }
        record.appendJSON(to: &buffer)
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private mutating func flush() throws(IdentityStoreError) {
        buffer.withUnsafeBytes { hasher.update($0) }
        do throws(CallFailure) { try file.write(buffer) } catch {
            throw directory.failure("write", temporary, code: error.code)
        }
        written += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }
}
