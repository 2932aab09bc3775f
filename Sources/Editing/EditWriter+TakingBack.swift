import Batches
import Files
import Glibc
import PhotoModel

extension EditWriter {
    /// How files stand that an edit has written.
    package enum Standing: Sendable {
        /// Files that are to be put back: the others are as they were before, or gone. A photo that was written and is gone, while
        /// its RAW file is there, is named.
        case asLeft([TakenBack], without: FilePath?)
        /// Somebody has written to a file since.
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

    package func standing(
        _ records: [RewrittenFile],
        of shot: EditedShot,
        _ folders: inout Folders
    ) -> Standing {
        do throws(WritingFailure) {
            let folder = try FilePreparation.open(shot.folder, gate: store.gate, &folders).get()
            var files = WrittenFiles(of: shot, in: folder)
            let takenBack: [TakenBack]
            do throws(WrittenFiles.Refusal) {
                takenBack = try files.find(records, store.gate, &folders)
            } catch {
                switch error {
                case .changed(let path): return .changed(path)
                case .failed(let failure): return .failed(failure)
                }
            }
            for file in takenBack {
                try FilePreparation.checkWritability(of: file.place.folder)
                try file.place.checkReplaceability()
            }
            return .asLeft(takenBack, without: files.gonePhoto)
        } catch { return .failed(error) }
    }

    /// Photos come first. Of an edit of which a file stays as it is, so do those that come after it.
    ///
    /// - Parameter replacing: told of each edit the file that is about to have a photo's name.
    /// - Returns: of each edit of which a file was not put back, why.
    package func putBack(
        _ files: [TakenBack],
        of batch: BatchName,
        token: String,
        replacing: (Int, FileStatus) -> Void = { _, _ in }
    ) -> [Int: WritingFailure] {
        var byEdit: [Int: WritingFailure] = [:]
        var items: [(edit: Int, item: FileReplacement.Item)] = []
        for file in files.filter(\.isPhoto) + files.filter({ !$0.isPhoto }) {
            let record = file.record
            do throws(WritingFailure) {
                let old =
                    record.old == nil ? nil : try kept(record, of: batch, beside: file.place.found?.content)
                let item = FileReplacement.Item(
                    place: file.place,
                    new: old,
                    temporary: FileReplacement.temporaryName(token, record.number),
                    time: record.modificationTime.map { .restored($0) } ?? .kept,
                    edit: record.edit
                )
                items.append((record.edit, item))
            } catch { byEdit[record.edit] = error }
        }
        items.removeAll { byEdit[$0.edit] != nil }
        if !items.isEmpty { willWrite() }
        let failures = FileReplacement.replace(items.map(\.item), store.turns) {
            replacing(items[$0].edit, $1)
        }
        for (entry, failure) in zip(items, failures) {
            if let failure { byEdit[entry.edit] = byEdit[entry.edit] ?? failure }
        }
        return byEdit
    }

    /// What a file held before.
    ///
    /// - Parameter current: what it is now.
    private func kept(
        _ record: RewrittenFile,
        of batch: BatchName,
        beside current: FileContent?
    ) throws(WritingFailure) -> FileContent {
        let head: [UInt8]
        do throws(CallFailure) { head = try store.kept(record.number, of: batch) } catch {
            // A copy that is there and cannot be read now is not lost.
            throw error.code == ENOENT ? .notKept(record.path) : .system(error)
        }
        guard let shared = record.shared else {
            guard Fingerprint(hashing: head) == record.old else { throw .notKept(record.path) }
            return FileContent(head: head)
        }
        guard let current, let whole = shared.content(head, between: current.head) else {
            throw .notKept(record.path)
        }
        let content = current.with(head: whole)
        guard content.fingerprint == record.old else { throw .notKept(record.path) }
        return content
    }
}
