import Batches
import Extraction
import Files
import Glibc
import PhotoModel
import Synchronization

/// Writes what edits want into photos and sidecars, and takes it back: by steps, for what is to be written is written down before.
public final class EditWriter: Sendable {
    /// Folders that are open, one for all files in it.
    package typealias Folders = [FilePath: Result<Folder, WritingFailure>]

    let store: BatchStore
    private let preparation: FilePreparation
    private let keepsTimes = Atomic(true)
    private let written = Atomic(false)

    /// - Parameter pool: workers that write.
    public init(store: BatchStore, pool: ExtractionPool) {
        self.store = store
        preparation = FilePreparation(gate: store.gate, pool: pool)
    }

    /// Whether photos that are written from now on keep the time of their last change.
    package func setKeepsModificationTimes(_ keeps: Bool) { keepsTimes.store(keeps, ordering: .relaxed) }

    /// Whether files have been replaced, or were to be: each is another one then, which the library has to see.
    package var hasWritten: Bool { written.load(ordering: .acquiring) }

    /// Called before any file is.
    func willWrite() { written.store(true, ordering: .releasing) }

    // MARK: - Writing

    /// Looks at the files of orders, and works out what they shall be. Nothing is changed.
    ///
    /// - Returns: of as many of the first as are done at once, at least one.
    public func prepare(_ orders: some Collection<WritingOrder>) -> [PreparedOrder] {
        preparation.prepare(orders)
    }

    /// Writes down what is to be written, keeps what it replaces, and writes it.
    ///
    /// - Parameters:
    ///   - last: the number of the journal's last file.
    ///   - earlier: what was written down of an edit before. What was to be done then and was not is written down already.
    ///   - replacing: told of each edit the file that is about to have a photo's name.
    /// - Returns: of each edit of which a file was not written, why.
    package func write(
        _ files: [PreparedFile],
        _ journal: inout Journal,
        token: String,
        after last: inout Int,
        earlier: (Int) -> [RewrittenFile] = { _ in [] },
        replacing: (Int, FileStatus) -> Void = { _, _ in }
    ) throws(BatchError) -> [Int: WritingFailure] {
        guard !files.isEmpty else { return [:] }
        let keepsTimes = keepsTimes.load(ordering: .relaxed)
        var records: [RewrittenFile] = []
        var kept: [(number: Int, bytes: [UInt8])] = []
        for file in files {
            let content = file.place.found?.content
            let old = content?.head
            let shared = file.place.isPhoto ? old.map { SharedEnds(of: $0, and: file.new.head) } : nil
            var record = RewrittenFile(
                number: last + 1,
                edit: file.edit,
                path: file.place.path,
                old: content?.fingerprint,
                new: file.new.fingerprint,
                shared: shared,
                end: file.new.tail.isEmpty ? nil : file.new.rest?.range.upperBound,
                modificationTime: keepsTimes ? nil : file.place.replacedTime
            )
            if let known = earlier(file.edit).first(where: { $0.isSame(as: record) }) {
                record = known
            } else {
                last += 1
                if let old { kept.append((last, shared?.middle(of: old).map { Array($0) } ?? old)) }
                journal.text.append(record)
            }
            records.append(record)
        }
        try store.keep(kept, of: journal.name)
        try journal.commit()
        willWrite()
        let failures = FileReplacement.replace(
            zip(files, records).map { file, record in
                FileReplacement.Item(
                    place: file.place,
                    new: file.new,
                    temporary: FileReplacement.temporaryName(token, record.number),
                    time: record.modificationTime == nil ? .kept : .ofWriting
                )
            },
            store.turns,
            replacing: { replacing(files[$0].edit, $1) }
        )
        var byEdit: [Int: WritingFailure] = [:]
        for (file, failure) in zip(files, failures) {
            if let failure { byEdit[file.edit] = byEdit[file.edit] ?? failure }
        }
        return byEdit
    }

    /// Has photos of which nobody knows yet say what was prepared: nothing of it is written down, nor what they were kept.
    ///
    /// - Returns: of each order of which a file was not written, why.
    package func put(_ files: [PreparedFile]) -> [Int: WritingFailure] {
        let items = files.enumerated().map { number, file in
            FileReplacement.Item(
                place: file.place,
                new: file.new,
                temporary: FileReplacement.temporaryName("new", number),
                time: .ofWriting
            )
        }
        var byEdit: [Int: WritingFailure] = [:]
        for (file, failure) in zip(files, FileReplacement.replace(items, store.turns, replacing: { _, _ in }))
        {
            if let failure { byEdit[file.edit] = byEdit[file.edit] ?? failure }
        }
        return byEdit
    }

    /// Removes what an interrupted run has left of files in a folder.
    ///
    /// - Returns: whether nothing of it is there any more. Where the folder cannot be opened, as that of a disk that was pulled,
    ///   nobody knows.
    package func clean(_ records: [RewrittenFile], token: String, in folder: FilePath) -> Bool {
        guard let folder = try? Folder(folder, gate: store.gate) else { return false }
        var isClean = true
        for record in records {
            let code = folder.remove(FileReplacement.temporaryName(token, record.number))
            if code != 0, code != ENOENT { isClean = false }
        }
        return isClean
    }
}

extension RewrittenFile {
    /// Whether it is to do the same to the same file.
    fileprivate func isSame(as other: RewrittenFile) -> Bool {
        path == other.path && old == other.old && new == other.new
    }
}
