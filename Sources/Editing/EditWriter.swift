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

    private let store: BatchStore
    private let preparation: FilePreparation
    private let keepsTimes = Atomic(true)

    /// - Parameter pool: workers that write.
    public init(store: BatchStore, pool: ExtractionPool) {
        self.store = store
        preparation = FilePreparation(gate: store.gate, pool: pool)
    }

    /// Whether photos that are written from now on keep the time of their last change.
    package func setKeepsModificationTimes(_ keeps: Bool) { keepsTimes.store(keeps, ordering: .relaxed) }

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
    /// - Returns: of each edit of which a file was not written, why.
    package func write(
        _ files: [PreparedFile],
        _ journal: inout Journal,
        token: String,
        after last: inout Int,
        earlier: (Int) -> [RewrittenFile] = { _ in [] }
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
        let failures = FileReplacement.replace(
            zip(files, records).map { file, record in
                FileReplacement.Item(
                    place: file.place,
                    new: file.new,
                    temporary: FileReplacement.temporaryName(token, record.number),
                    time: record.modificationTime == nil ? .kept : .ofWriting
                )
            }
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
        for (file, failure) in zip(files, FileReplacement.replace(items)) {
            if let failure { byEdit[file.edit] = byEdit[file.edit] ?? failure }
        }
        return byEdit
    }

    /// Removes what an interrupted run has left beside files.
    package func clean(_ records: [RewrittenFile], token: String) {
        for record in records {
            // What is not reached now is cleaned by nobody else, and hidden: a folder that is gone has nothing to clean.
            guard let folder = try? Folder(record.path.parent, gate: store.gate) else { continue }
            _ = folder.remove(FileReplacement.temporaryName(token, record.number))
        }
    }

    // MARK: - Taking back

    /// How files stand that an edit has written.
    package enum Standing: Sendable {
        /// Those that are to be put back: the others are as they were before.
        case asLeft([TakenBack])
        /// Somebody has written to one since.
        case changed(FilePath)
        case failed(WritingFailure)
    }

    /// A file that is to be put back.
    package struct TakenBack: Sendable {
        let record: RewrittenFile
        let place: FilePlace

        /// The number of the edit that has written it.
        package var edit: Int { record.edit }
        package var isPhoto: Bool { record.shared != nil }
    }

    /// - Parameters:
    ///   - folder: where the photo is now.
    ///   - photo: what it is called.
    ///   - names: what its sidecars are called, or would be. They may have moved with it.
    package func standing(
        _ records: [RewrittenFile],
        in folder: FilePath,
        photo: FileName,
        names: [FileName],
        _ folders: inout Folders
    ) -> Standing {
        let opened: Folder
        switch FilePreparation.open(folder, gate: store.gate, &folders) {
        case .success(let found): opened = found
        case .failure(let failure): return .failed(failure)
        }
        var kinds = names.map { ($0, FilePlace.Kind.sidecar(of: nil)) }
        if let record = records.first(where: { $0.shared != nil }) {
            kinds.append((photo, .photo(breaksLinks: false, isDatedByTime: false, end: record.end)))
        }
        var places: [(place: FilePlace, hash: Fingerprint?)] = []
        for (name, kind) in kinds {
            do throws(WritingFailure) {
                let place = try FilePlace(name, in: opened, kind)
                places.append((place, place.found?.content.fingerprint))
            } catch {
                if case .linkedPhoto = error { return .failed(error) }
                // Another one that cannot be looked at is none that the edit has left.
            }
        }
        var takenBack: [TakenBack] = []
        for record in records {
            if let index = places.firstIndex(where: { $0.hash == record.new }) {
                takenBack.append(TakenBack(record: record, place: places.remove(at: index).place))
            } else if let index = places.firstIndex(where: { $0.hash == record.old }) {
                places.remove(at: index)
            } else {
                return .changed(record.path)
            }
        }
        guard !takenBack.isEmpty else { return .asLeft([]) }
        do throws(WritingFailure) { try FilePreparation.checkWritability(of: opened) } catch {
            return .failed(error)
        }
        return .asLeft(takenBack)
    }

    /// - Returns: of each edit of which a file was not put back, why.
    package func putBack(_ files: [TakenBack], of batch: BatchName, token: String) -> [Int: WritingFailure] {
        var byEdit: [Int: WritingFailure] = [:]
        var items: [(edit: Int, item: FileReplacement.Item)] = []
        for file in files {
            let record = file.record
            let old = record.old.map { _ in kept(record, of: batch, beside: file.place.found?.content) }
            if case .some(nil) = old {
                byEdit[record.edit] = .notKept(record.path)
                continue
            }
            let temporary = FileReplacement.temporaryName(token, record.number)
            let time = record.modificationTime.map { FileReplacement.Time.restored($0) } ?? .kept
            let item = FileReplacement.Item(
                place: file.place,
                new: old ?? nil,
                temporary: temporary,
                time: time
            )
            items.append((record.edit, item))
        }
        for (entry, failure) in zip(items, FileReplacement.replace(items.map(\.item))) {
            if let failure { byEdit[entry.edit] = byEdit[entry.edit] ?? failure }
        }
        return byEdit
    }

    /// What a file held before; `nil` where that is lost.
    ///
    /// - Parameter current: what it is now.
    private func kept(
        _ record: RewrittenFile,
        of batch: BatchName,
        beside current: FileContent?
    ) -> FileContent? {
        do throws(BatchError) {
            let head = try store.kept(record.number, of: batch)
            guard let shared = record.shared else {
                return Fingerprint(hashing: head) == record.old ? FileContent(head: head) : nil
            }
            guard let current, let whole = shared.content(head, between: current.head) else { return nil }
            let content = current.with(head: whole)
            return content.fingerprint == record.old ? content : nil
        } catch { return nil }
    }
}

extension RewrittenFile {
    /// Whether it is to do the same to the same file.
    fileprivate func isSame(as other: RewrittenFile) -> Bool {
        path == other.path && old == other.old && new == other.new
    }
}
