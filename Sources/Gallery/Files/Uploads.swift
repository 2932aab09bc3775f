import Files
import GalleryAddress
import Glibc
import JSON
import PhotoModel

/// What browsers have sent: each file in a folder of its own, or beside what came with it, until it is imported.
struct Uploads: Sendable {
    enum Failure: Error {
        case noRoom
        case taken
        case noSuchSet
        /// The file is no photo, as far as its beginning tells.
        case unsupported
    }

    /// What is left on the disk for others, in bytes.
    static let reserve: Int64 = 64 << 20
    /// How long a file lies here that no import has taken, in seconds: one that nobody has asked for, that could not be imported or
    /// that an undo has put back, and a sidecar that was left.
    private static let life: Int64 = 7 * 86_400

    let place: FilePath
    var gate = ChangeGate.open

    /// - Parameter size: of the whole file, where it is known.
    func begin(_ name: FileName, in set: String?, size: Int64?) throws -> Upload {
        let folder = try Folder(making: place, mode: 0o700, gate: gate)
        if let size, size > Self.room(in: folder) { throw Failure.noRoom }
        let setName = FileName(set ?? Self.randomName())
        if set == nil {
            try CallFailure.check(
                folder.file(setName).withCString { mkdir($0, 0o700) == 0 ? 0 : errno },
                .create,
                folder.file(setName)
            )
        }
        do throws(CallFailure) {
            return try Upload(in: folder.folder(setName), name)
        } catch {
            switch error.code {
            case EEXIST: throw Failure.taken
            case ENOENT: throw Failure.noSuchSet
            default: throw error
            }
        }
    }

    /// What may be written below a folder.
    static func room(in folder: Folder) -> Int64 {
        var figures = statvfs()
        guard fstatvfs(folder.descriptor, &figures) == 0 else { return .max }
        let (free, isMuch) = Int64(clamping: figures.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: figures.f_frsize))
        return isMuch ? .max : max(0, free - reserve)
    }

    // MARK: - What is over

    /// A file that lies here, as it was when it was looked at.
    struct Stored: Hashable, Sendable {
        fileprivate let set: FileName
        fileprivate let name: FileName
        fileprivate let stamp: FileStamp
    }

    /// What an import may leave here of the paths that it is given, folders with all that is in them: all but sidecars. Of these
    /// its reply says nothing, and one whose photo is not there is not imported.
    func files(named words: [String]) -> [Stored] {
        guard let folder = try? Folder(place) else { return [] }
        var files: Set<Stored> = []
        for word in words {
            let path = FilePath(word)
            let isFile = path.parent.parent == place
            let set = isFile ? path.parent.lastName : path.lastName
            guard isFile || path.parent == place, UploadName.isSet(set.display),
                let inside = try? folder.folder(set)
            else { continue }
            for name in isFile ? [path.lastName] : (try? inside.names()) ?? []
            where !name.isHidden && name.format?.kind != .sidecar {
                guard let status = try? inside.status(of: name) else { continue }
                files.insert(Stored(set: set, name: name, stamp: status.stamp))
            }
        }
        return Array(files)
    }

    /// Whether the photos and videos that an import has left are in the library, by the last line of its reply. What could not be
    /// imported may be the only copy: of a picture that the page has taken there is no other.
    static func mayGo(after sums: some Collection<UInt8>) -> Bool {
        (try? JSONValue.parse(sums))?["errors"]?.integer == 0
    }

    /// Removes what an import has left, that is duplicates and copies. A file that was changed since, or put back by an undo,
    /// stays, and so does the folder, for an undo brings back there what was moved.
    func discard(_ files: [Stored]) {
        guard let folder = try? Folder(place) else { return }
        for file in files {
            guard let set = try? folder.folder(file.set), let status = try? set.status(of: file.name),
                status.stamp == file.stamp
            else { continue }
            _ = set.remove(file.name)
        }
    }

    /// Removes what has lain here for a week.
    func discardOld() {
        guard let folder = try? Folder(place), let sets = try? folder.names() else { return }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let limit = (Int64(now.tv_sec) - Self.life) * 1_000_000_000
        for name in sets {
            guard let set = try? folder.folder(name) else { continue }
            for file in (try? set.names()) ?? [] {
                // The file's own times are those of the photo; when it came here the change time tells.
                guard let status = try? set.status(of: file), status.changeTime < limit else { continue }
                _ = set.remove(file)
            }
            guard set.status.changeTime < limit else { continue }
            // One that is not empty stays.
            _ = folder.file(name).withCString { rmdir($0) }
        }
    }

    fileprivate static func randomName() -> String {
        String(AccessToken.random().text.prefix(16))
    }
}

/// A file that comes from a browser. One that is not finished goes with its owner.
final class Upload: Sendable {
    let path: FilePath
    /// What was sent together lies in one folder of this name.
    var set: String { path.parent.lastName.display }

    private let folder: Folder
    private let name: FileName
    /// Its name until it is whole. It is hidden, and so no photo to any import, however soon the gallery ends.
    private let draft = FileName(".upload-\(Uploads.randomName())")
    private let file: OpenFile
    /// How much is written before it is looked again whether there is room.
    private static let stride: Int64 = 16 << 20

    init(in folder: Folder, _ name: FileName) throws(CallFailure) {
        self.folder = folder
        self.name = name
        path = folder.file(name)
        // Of two that are sent at the same time only `finish` can know.
        guard try folder.status(of: name) == nil else { throw CallFailure(.create, path, EEXIST) }
        // What an import takes keeps its mode. The folder is for the user alone as long as it lies here.
        file = try folder.create(draft, mode: 0o666)
    }

    /// - Throws: `Uploads.Failure.noRoom`, or what the disk says.
    func write(_ bytes: [UInt8], at position: Int64) throws {
        let end = position + Int64(bytes.count)
        if position / Self.stride != end / Self.stride, Uploads.room(in: folder) == 0 {
            throw Uploads.Failure.noRoom
        }
        try change { () throws(CallFailure) in try file.write(bytes) }
    }

    /// Makes what was written last, and gives it its name. Nobody does it later: an import that moves the file renames it, and a name
    /// says nothing of what it leads to.
    ///
    /// - Throws: as `write`, and `Uploads.Failure.taken`.
    func finish() throws {
        try change { () throws(CallFailure) in
            try file.synchroniseContent()
            try CallFailure.check(folder.rename(draft, to: folder, as: name), .create, path)
        }
        do {
            // A power cut would leave the draft, which goes unseen.
            try change { () throws(CallFailure) in try folder.synchronise() }
        } catch {
            _ = folder.remove(name)
            throw error
        }
    }

    // That it has no room a disk may say of a write, or only when what was written is to last.
    private func change(_ body: () throws(CallFailure) -> Void) throws {
        do throws(CallFailure) { try body() } catch {
            switch error.code {
            case ENOSPC, EDQUOT: throw Uploads.Failure.noRoom
            case EEXIST: throw Uploads.Failure.taken
            default: throw error
            }
        }
    }

    /// Takes a file that is not finished away, and its folder where nothing else is in it.
    func remove() {
        _ = folder.remove(draft)
        _ = folder.path.withCString { rmdir($0) }
    }
}
