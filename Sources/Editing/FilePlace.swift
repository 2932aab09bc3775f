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
        /// A new one gets mode and owner of the photo.
        case sidecar(of: FileName?)
        /// With breaksLinks, one of several names may become a file of its own. Where the time of its last change is all that
        /// it says of its date, it keeps that time. The end is where it ended before an edit has added something behind it; `nil`
        /// where none has.
        case photo(breaksLinks: Bool, isDatedByTime: Bool, end: Int64? = nil)
    }

    struct Found: Sendable {
        let stamp: FileStamp
        let content: FileContent
    }

    init(_ name: FileName, in folder: Folder, _ kind: Kind) throws(WritingFailure) {
        self.folder = folder
        self.name = name
        self.kind = kind
        found = try Self.look(name, folder, kind)
    }

    /// The time of its last change that a photo may lose; `nil`: it may not, or it is none.
    var replacedTime: Int64? {
        if case .photo(_, isDatedByTime: false, _) = kind { found?.stamp.modificationTime } else { nil }
    }

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
        return Found(stamp: before, content: content)
    }

    var path: FilePath { folder.file(name) }

    /// Whether nobody has touched it since.
    func isAsFound() throws(CallFailure) -> Bool {
        let now = try folder.status(of: name)
        return now?.stamp == found?.stamp
    }
}
