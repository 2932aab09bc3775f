import Batches
import Files
import Glibc
import PhotoModel

/// Finds the files that an edit has written among those of its shot, by what they hold: they may have moved, and got other names.
struct WrittenFiles {
    /// Why an edit is not taken back.
    enum Refusal: Error {
        /// Somebody has written to a file since.
        case changed(FilePath)
        case failed(WritingFailure)
    }

    private let shot: EditedShot
    private let folder: Folder
    /// The sidecars of the shot that are none of the edit's, as far as it is known.
    private var rest: [Sidecar] = []
    private var takenBack: [EditWriter.TakenBack] = []
    /// Files that are there, as the edit has left them or as they were before.
    private var count = 0
    /// The photo that the edit has written, where nothing is left of the shot but files of other formats: its RAW file.
    private(set) var gonePhoto: FilePath?

    /// A name of the shot's, and what is there.
    private struct Sidecar {
        let name: FileName
        let look: Result<FilePlace, WritingFailure>

        /// `nil` where it cannot be looked at; of `nil` where there is none.
        var hash: Fingerprint?? { (try? look.get()).map { $0.found?.content.fingerprint } }
    }

    init(of shot: EditedShot, in folder: Folder) {
        self.shot = shot
        self.folder = folder
    }

    /// - Returns: those that are to be put back: the others are as they were before, or gone.
    mutating func find(
        _ records: [RewrittenFile],
        _ gate: ChangeGate,
        _ folders: inout EditWriter.Folders
    ) throws(Refusal) -> [EditWriter.TakenBack] {
        try findPhoto(records.filter { $0.shared != nil })
        try findSidecars(records.filter { $0.shared == nil }, gate, &folders)
        if count == 0, gonePhoto != nil { throw .failed(.gone) }
        return takenBack
    }

    // MARK: - Photos

    /// An edit writes one photo of a shot. Where it was tried several times, one try has written it.
    private mutating func findPhoto(_ records: [RewrittenFile]) throws(Refusal) {
        var failure: WritingFailure?
        var isAsBefore = records.isEmpty
        for record in records.reversed() {
            for name in shot.photos {
                // What is never replaced may have as many names as it likes.
                let kind = FilePlace.Kind.photo(breaksLinks: true, isDatedByTime: false, end: record.end)
                do throws(WritingFailure) {
                    let place = try FilePlace(name, in: folder, kind)
                    let hash = place.found?.content.fingerprint
                    if hash == record.new {
                        let names = place.found?.status.linkCount ?? 1
                        guard names <= 1 else { throw .linkedSince(place.path, names: names) }
                        takenBack.append(EditWriter.TakenBack(record: record, place: place))
                        count += 1
                        return
                    }
                    isAsBefore = isAsBefore || hash == record.old
                } catch { failure = failure ?? error }
            }
        }
        if isAsBefore {
            count += records.isEmpty ? 0 : 1
        } else if let failure {
            throw .failed(failure.sinceEdit)
        } else if let record = records.last {
            for record in records where try !isGone(record.path) { throw .changed(record.path) }
            gonePhoto = record.path
        }
    }

    /// Whether a photo is neither where it was written nor, under another name, what the shot has now.
    private func isGone(_ photo: FilePath) throws(Refusal) -> Bool {
        guard !shot.photos.contains(where: { $0.format == photo.lastName.format }) else { return false }
        do throws(CallFailure) { _ = try FileStatus(path: photo) } catch {
            guard error.code == ENOENT || error.code == ENOTDIR else { throw .failed(.system(error)) }
            return true
        }
        return false
    }

    // MARK: - Sidecars

    private mutating func findSidecars(
        _ records: [RewrittenFile],
        _ gate: ChangeGate,
        _ folders: inout EditWriter.Folders
    ) throws(Refusal) {
        guard !records.isEmpty else { return }
        rest = shot.sidecars.map { name in
            Sidecar(
                name: name,
                look: Result { () throws(WritingFailure) in
                    try FilePlace(name, in: folder, .sidecar(of: nil))
                }
            )
        }
        var others = records
        // By their own names first: two of a shot may say the same, and one of them have been left behind.
        for isNamed in [true, false] {
            others.removeAll { record in
                guard let place = take(record.new, of: record, onlyNamed: isNamed) else { return false }
                takenBack.append(EditWriter.TakenBack(record: record, place: place))
                return true
            }
        }
        let missing = others.filter { $0.old == nil || take($0.old, of: $0) == nil }
        count += records.count - missing.count
        for record in missing { try findElsewhere(record, gate, &folders) }
        // Of an edit of which nothing is there what was kept would be given up for nothing.
        if count == 0, gonePhoto == nil, let record = missing.first(where: { $0.old != nil }) {
            throw .changed(record.path)
        }
    }

    /// One with a content, which belongs to no other file then: the one with a file's old name first.
    ///
    /// - Parameter onlyNamed: whether no other will do than that one.
    private mutating func take(
        _ hash: Fingerprint?,
        of record: RewrittenFile,
        onlyNamed: Bool = false
    ) -> FilePlace? {
        let found = rest.indices.filter { rest[$0].hash == .some(hash) }
        let named = found.first { rest[$0].name == record.path.lastName }
        guard let index = named ?? (onlyNamed ? nil : found.first) else { return nil }
        return try? rest.remove(at: index).look.get()
    }

    /// Looks for a sidecar that none of the shot's is: left behind where it was written, or gone with a RAW file or a video.
    private mutating func findElsewhere(
        _ record: RewrittenFile,
        _ gate: ChangeGate,
        _ folders: inout EditWriter.Folders
    ) throws(Refusal) {
        do throws(WritingFailure) {
            if let place = try leftBehind(record, gate, &folders), let found = place.found {
                switch found.content.fingerprint {
                case record.new:
                    takenBack.append(EditWriter.TakenBack(record: record, place: place))
                    count += 1
                    return
                case record.old:
                    count += 1
                    return
                default: throw .changed(place.path)
                }
            }
            if record.old == nil, take(nil, of: record) != nil {
                count += 1
                return
            }
            // One that is there and is not known may be the one that was written.
            for sidecar in rest {
                let place = try sidecar.look.get()
                if place.found != nil { throw .changed(place.path) }
            }
        } catch {
            if case .changed(let path) = error { throw .changed(path) }
            throw .failed(error.sinceEdit)
        }
    }

    /// The file where it was written, unless it is another photo's by now.
    private func leftBehind(
        _ record: RewrittenFile,
        _ gate: ChangeGate,
        _ folders: inout EditWriter.Folders
    ) throws(WritingFailure) -> FilePlace? {
        let (path, name) = (record.path.parent, record.path.lastName)
        guard path != shot.folder || !shot.sidecars.contains(name) else { return nil }
        let folder: Folder
        switch FilePreparation.open(path, gate: gate, &folders) {
        case .success(let opened): folder = opened
        case .failure(.gone): return nil
        case .failure(let failure): throw failure
        }
        let names = try WritingFailure.calling { () throws(CallFailure) in
            try folder.status(of: name) == nil ? nil : try folder.names()
        }
        guard let names,
            !names.contains(where: { $0 != name && SidecarNames.names(of: [$0], among: [name]) == [name] })
        else { return nil }
        return try FilePlace(name, in: folder, .sidecar(of: nil))
    }
}

extension WritingFailure {
    /// What it is to whoever takes an edit back, and can choose no other place to write it.
    fileprivate var sinceEdit: WritingFailure {
        switch self {
        case .linked(let path, let names), .linkedPhoto(let path, let names): .linkedSince(path, names: names)
        case .system, .notAFile, .refused, .refusedPhoto, .otherPicture, .unkeepable, .failed, .noWorker,
            .changed, .beingWritten, .notKept, .gone, .linkedSince, .immutable, .sticky:
            self
        }
    }
}
