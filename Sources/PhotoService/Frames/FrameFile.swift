import Files
import Glibc
import PhotoModel
import PhotodConfiguration

/// A file that a frame becomes: whole or not at all.
struct FrameFile {
    let path: FilePath
    let isReplacing: Bool
    private let video: VideoSource?
    /// Folders in which no file is replaced.
    private let kept: [FilePath]

    private static let place = Array("%d".utf8)

    /// - Parameters:
    ///   - number: of the frame, from 1: it stands in the name for `%d`.
    ///   - video: what the frame is of, and does not take the place of.
    ///   - kept: folders, by their real paths among others, in which it takes the place of nothing.
    init(_ path: FilePath, number: Int, isReplacing: Bool, of video: VideoSource?, sparing kept: [FilePath]) {
        let name = path.lastName.bytes
        if let start = Self.numberPlace(in: name) {
            let numbered = name[..<start] + Array("\(number)".utf8) + name[(start + Self.place.count)...]
            self.path = path.parent.appending(FileName(Array(numbered)))
        } else {
            self.path = path
        }
        self.isReplacing = isReplacing
        self.video = video
        self.kept = kept
    }

    static func holdsNumber(_ path: FilePath) -> Bool { numberPlace(in: path.lastName.bytes) != nil }

    private static func numberPlace(in name: [UInt8]) -> Int? {
        name.indices.first { name[$0...].starts(with: place) }
    }

    /// What its folder is known by among roots: a disk that does not answer is not to be taken for that of a video.
    var lookKey: Int64 { -1 - Int64(path.parent.hashValue & Int.max) }

    /// Before anything is decoded: whether writing would be in vain.
    func check() throws(FrameFailure) {
        let there: FileStatus?
        do throws(CallFailure) {
            let folder = try Folder(path.parent)
            there = try folder.status(of: path.lastName)
            try CallFailure.check(folder.writability(), .create, path)
        } catch { throw FrameFailure(writing: error) }
        guard let there else { return }
        guard isReplacing else { throw .exists(path) }
        // A folder, say, a device, or a pipe that somebody reads.
        guard there.isRegularFile || there.isSymbolicLink else { throw .isNoFile(path) }
        if let video, video.isOne(with: there) { throw .isVideo(path) }
        // A link that is replaced is one file, and what it leads to another.
        let folder = HostFiles.local.resolved(path.parent) ?? path.parent
        guard !kept.contains(where: folder.isInside) else { throw .isInLibrary(path) }
    }

    /// Before anything is decoded: whether a file can be made beside another.
    static func check(beside path: FilePath) throws(FrameFailure) {
        do throws(CallFailure) {
            try CallFailure.check(Folder(path.parent).writability(), .create, path.parent)
        } catch { throw FrameFailure(writing: error) }
    }

    /// Writes a file that has no name before it is whole, where the file system allows that: whoever is killed leaves nothing then, or for
    /// a moment a hidden file beside it.
    func write(_ bytes: [UInt8]) throws(FrameFailure) {
        try check()
        let code: Int32
        do throws(CallFailure) {
            code = try put(bytes, in: Folder(path.parent))
        } catch { throw FrameFailure(writing: CallFailure(error.call, path, error.code)) }
        switch code {
        case 0: return
        case EEXIST: throw .exists(path)
        default: throw FrameFailure(writing: CallFailure(.replace, path, code))
        }
    }

    /// Returns 0, or why the file did not get its name.
    private func put(_ bytes: [UInt8], in folder: Folder) throws(CallFailure) -> Int32 {
        // As short however long its name is, and hidden, so that nobody takes it for a photo.
        let temporary = FileName(Array(".photod-\(UInt64.random(in: .min ... .max))".utf8))
        do throws(CallFailure) {
            // By a rename whoever watches the folder hears of a file that is whole. A link tells of one that is there, and no more.
            if try write(bytes, in: folder, as: temporary) != 0 {
                try fill(folder.create(temporary, mode: mode), bytes)
            }
            let code =
                isReplacing
                ? folder.rename(temporary, over: path.lastName)
                : folder.rename(temporary, to: folder, as: path.lastName)
            if code != 0 { _ = folder.remove(temporary) }
            return code
        } catch {
            _ = folder.remove(temporary)
            throw error
        }
    }

    /// Whoever may read the user's files may read a frame, as it is none of photod's own, unless they may not read the video.
    private var mode: mode_t { video?.access?.modeOfPicture ?? 0o600 }

    /// O_TMPFILE of linux/fcntl.h, which the Glibc module does not have.
    private static let unnamed = O_DIRECTORY | 0o20_000_000

    /// Writes a file that gets a name when it is whole.
    ///
    /// - Returns: 0, or why it got none: mostly as the file system knows no files without names.
    private func write(
        _ bytes: [UInt8],
        in folder: Folder,
        as name: FileName
    ) throws(CallFailure) -> Int32 {
        let file: OpenFile
        do throws(CallFailure) {
            file = try folder.open(FileName("."), flags: O_RDWR | Self.unnamed, mode: mode)
        } catch { return error.code }
        try fill(file, bytes)
        return FilePath("/proc/self/fd/\(file.descriptor)").withCString { unnamed in
            name.withCString { name in
                linkat(AT_FDCWD, unnamed, folder.descriptor, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
            }
        }
    }

    private func fill(_ file: borrowing OpenFile, _ bytes: [UInt8]) throws(CallFailure) {
        if let access = video?.access { try file.beNoMoreReadable(than: access) }
        try file.write(bytes)
        try file.synchroniseContent()
    }
}
