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
        // A device, say, or a pipe that somebody reads.
        guard there.isRegularFile || there.isSymbolicLink || there.isDirectory else { throw .isNoFile(path) }
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

    /// Writes a file beside it, which then gets its name. The other name is as short however long this one is, and hidden, so
    /// that nobody takes it for a photo.
    func write(_ bytes: [UInt8]) throws(FrameFailure) {
        try check()
        let temporary = FileName(Array(".photod-\(UInt64.random(in: .min ... .max))".utf8))
        let outcome: Result<Int32, CallFailure>
        do throws(CallFailure) {
            let folder = try Folder(path.parent)
            let code: Int32
            do throws(CallFailure) {
                // Whoever may read the user's files may read a frame: it is none of photod's own.
                let file = try folder.create(temporary, mode: 0o666)
                try file.write(bytes)
                try file.synchroniseContent()
                code =
                    isReplacing
                    ? folder.rename(temporary, over: path.lastName)
                    : folder.rename(temporary, to: folder, as: path.lastName)
            } catch {
                _ = folder.remove(temporary)
                throw CallFailure(error.call, path, error.code)
            }
            if code != 0 { _ = folder.remove(temporary) }
            outcome = .success(code)
        } catch { outcome = .failure(error) }
        switch outcome {
        case .success(0): return
        case .success(EEXIST): throw .exists(path)
        case .success(let code): throw FrameFailure(writing: CallFailure(.replace, path, code))
        case .failure(let failure): throw FrameFailure(writing: failure)
        }
    }
}
