import Files
import Glibc
import PhotoModel
import SidecarText

/// A file that is written on: a photo, or a sidecar on the disk, or where one is missing.
struct FilePlace: Sendable {
    let folder: Folder
    let name: FileName
    let kind: Kind
    /// As it was when it was read; `nil` where there was none.
    let found: Found?

    enum Kind {
        /// A new one gets mode and owner of the photo. `nil`: of none that is known.
        case sidecar(of: Photo?)
        /// With breaksLinks, one of several names may become a file of its own. Where the time of its last change is all that
        /// it says of its date, it keeps that time. The end is where it ended before an edit has added something behind it; `nil`
        /// where none has.
        case photo(breaksLinks: Bool, isDatedByTime: Bool, end: Int64? = nil)
    }

    /// The photo that a sidecar is beside.
    struct Photo: Sendable {
        let name: FileName
        /// `nil`: it is written as well, and is asked for itself.
        let stamp: FileStamp?
    }

    struct Found: Sendable {
        let status: FileStatus
        let stamp: FileStamp
        let content: FileContent
    }

    init(_ name: FileName, in folder: Folder, _ kind: Kind) throws(WritingFailure) {
        self.folder = folder
        self.name = name
        self.kind = kind
        found = try Self.look(name, folder, kind)
    }

    /// The time of its last change that a photo may lose; `nil`: it may not, as where an undo could not give it back, or it is none.
    var replacedTime: Int64? {
        if case .photo(_, isDatedByTime: false, _) = kind { found?.stamp.exactModificationTime } else { nil }
    }

    /// The photo that this sidecar is beside, where it is known.
    var photo: FilePath? { if case .sidecar(let photo?) = kind { folder.file(photo.name) } else { nil } }

    var isPhoto: Bool { if case .photo = kind { true } else { false } }

    /// The file as it was found, where it is a TIFF, which is written by adding to it; `nil` of all others.
    func openTIFF() throws(WritingFailure) -> OpenTIFF? {
        guard isPhoto, let found, found.content.isTIFF, let size = Int(exactly: found.stamp.size) else {
            return nil
        }
        let file = try WritingFailure.calling { () throws(CallFailure) in try folder.open(name) }
        let stamp = try WritingFailure.calling { () throws(CallFailure) in try file.status().stamp }
        guard stamp == found.stamp else { throw .changed(path) }
        return OpenTIFF(file, size: size)
    }

    /// Bytes of a head at most: they are in memory, some at once. Of a PNG or a WebP all of it is one, as metadata may stand behind
    /// the picture.
    static let headLimit = 64 << 20

    private static func look(
        _ name: FileName,
        _ folder: Folder,
        _ kind: Kind
    ) throws(WritingFailure) -> Found? {
        let path = folder.file(name)
        let status = try WritingFailure.calling { () throws(CallFailure) in try folder.status(of: name) }
        guard let status else { return nil }
        guard status.isRegularFile else { throw .notAFile(path) }
        var isPhoto = false
        var end: Int64?
        switch kind {
        case .photo(let breaksLinks, _, let known):
            guard breaksLinks || status.linkCount <= 1 else {
                throw .linkedPhoto(path, names: status.linkCount)
            }
            (isPhoto, end) = (true, known)
        case .sidecar: guard status.linkCount <= 1 else { throw .linked(path, names: status.linkCount) }
        }
        guard isPhoto || status.size <= UInt64(SidecarText.sizeLimit) else { throw .refused(path, .tooLarge) }
        let file = try WritingFailure.calling { () throws(CallFailure) in try folder.open(name) }
        // What is there may be half of it.
        guard !file.isBeingWritten else { throw .beingWritten(path) }
        let (before, content, after) = try WritingFailure.calling { () throws(CallFailure) in
            let before = try file.status().stamp
            let content = try FileContent(
                file,
                size: before.size,
                isPhoto: isPhoto,
                limit: isPhoto ? headLimit : SidecarText.sizeLimit,
                end: end
            )
            return (before, content, try file.status().stamp)
        }
        guard before == after else { throw .changed(path) }
        guard let content else { throw isPhoto ? .refusedPhoto(path, .tooLarge) : .changed(path) }
        return Found(status: status, stamp: before, content: content)
    }

    var path: FilePath { folder.file(name) }

    /// Throws where nobody may put another in its place, or only its owner, though the folder takes new files.
    func checkReplaceability() throws(WritingFailure) {
        guard let status = found?.status else { return }
        if status.isImmutable { throw .immutable(path) }
        if folder.isSticky(for: status) { throw .sticky(path) }
    }

    /// Throws where a program has the file open for writing: what that writes on would be lost with the file. Ask before
    /// `isAsFound`, which sees what was written and closed since.
    func checkThatNobodyWrites() throws(WritingFailure) {
        guard found != nil else { return }
        do throws(CallFailure) {
            let file = try folder.open(name)
            guard file.isBeingWritten else { return }
        } catch {
            switch error.code {
            // Another file stands there by now, or nothing.
            case ENOENT, ELOOP: throw .changed(path)
            default: throw .system(error)
            }
        }
        throw .beingWritten(path)
    }

    /// Whether nobody has touched it since, and a sidecar is beside its photo yet: whoever renames photos leaves a name to
    /// another one.
    func isAsFound() throws(CallFailure) -> Bool {
        guard try isFound(folder.status(of: name)) else { return false }
        guard case .sidecar(let photo?) = kind else { return true }
        guard let now = try folder.status(of: photo.name)?.stamp else { return false }
        // One that is written as well was replaced a moment ago.
        guard let before = photo.stamp else { return true }
        // Some file systems number a file anew each time that they come by it.
        return now.inode == before.inode
            || now.size == before.size && now.modificationTime == before.modificationTime
    }

    private func isFound(_ now: FileStatus?) -> Bool {
        guard let now, let found else { return now == nil && self.found == nil }
        if now.stamp == found.stamp { return true }
        // Of a photo that may part from its others a name that goes, as one that was just made a file of its own, leaves nothing
        // but another change time.
        guard case .photo(breaksLinks: true, _, _) = kind, now.linkCount < found.status.linkCount else {
            return false
        }
        return now.stamp.isSameContent(as: found.stamp)
    }
}
