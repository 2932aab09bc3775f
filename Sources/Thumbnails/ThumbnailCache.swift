import Files
import Glibc
import PhotoModel
import Synchronization

/// The thumbnails that all programs of a user share (freedesktop.org, Thumbnail Managing Standard 0.9): one file an original
/// and size, named by the original's URI.
///
/// Entries are written whole and then renamed, so that nobody reads half of one. They are not synced: what a power cut takes
/// is made again.
public final class ThumbnailCache: Sendable {
    /// A thumbnail that is there and up to date.
    public struct Thumbnail: Hashable, Sendable {
        public let path: FilePath
        public let width: Int
        public let height: Int
    }

    /// What `Software` says in what photod makes. Without the version: a newer photod takes what an older one made.
    private static let software = "photod"

    /// An entry is looked at so far, and where that is not enough so far: the longest URI of a file, three bytes for each of
    /// its path's, has room in it.
    private static let headLengths = [2 << 10, 16 << 10]
    /// An entry that is longer is not moved with its original: 1024 by 1024 pixels take four megabytes at most.
    private static let longestEntry = 8 << 20

    /// `$XDG_CACHE_HOME/thumbnails`.
    public let folder: FilePath
    /// Where photod keeps what is nobody else's.
    private let ownFolder: FilePath
    private let failures: FilePath
    /// What must not be drawn as a photo, by all its names.
    private let places: [FilePath]
    private let gate: ChangeGate
    /// No other daemon's drafts are called as this one's are, whether it runs in another container or was killed.
    private let token = UInt64.random(in: .min ... .max)
    private let lastTemporary = Atomic<UInt64>(0)
    /// Folders in which nothing is left of who was killed.
    private let cleaned = Mutex<Set<FilePath>>([])

    /// - Parameters:
    ///   - cacheHome: `$XDG_CACHE_HOME`.
    ///   - version: photod's; what one version could not do another may.
    public init(cacheHome: FilePath, version: String, gate: ChangeGate = .open) {
        folder = cacheHome.appending(FileName("thumbnails"))
        ownFolder = cacheHome.appending(FileName("photod"))
        failures = folder.appending(FileName("fail"))
            .appending(FileName("\(Self.failurePrefix)\(version)"))
        self.gate = gate
        let home = Self.resolved(cacheHome)
        places = [folder, ownFolder] + ["thumbnails", "photod"].map { home.appending(FileName($0)) }
    }

    /// Where a path leads that may go through symbolic links, and whose end may not be there yet.
    private static func resolved(_ path: FilePath) -> FilePath {
        if let found = MountPoint.real(path) { return found }
        guard path.bytes.count > 1 else { return path }
        return resolved(path.parent).appending(path.lastName)
    }

    /// Whether a file is a thumbnail itself.
    public func contains(_ path: FilePath) -> Bool { places.contains { path.isInside($0) } }

    private func place(_ size: ThumbnailSize) -> FilePath { folder.appending(FileName(size.rawValue)) }

    // MARK: Looking

    /// `nil` where there is none, or it is of the original as it was once, or of another size.
    public func thumbnail(of original: ThumbnailOriginal, _ size: ThumbnailSize) -> Thumbnail? {
        let path = place(size).appending(original.name.fileName)
        return withEntry(at: path) { entry in
            guard entry.isValid(for: original, size, ours: Self.software) else { return nil }
            return Thumbnail(path: path, width: entry.width, height: entry.height)
        }
    }

    /// Why no thumbnail could be made of the original as it is; `nil` where none was tried, or it is another by now.
    public func failure(of original: ThumbnailOriginal) -> String? {
        withEntry(at: failures.appending(original.name.fileName)) { entry in
            guard entry.isFailure(of: original) else { return nil }
            return entry.reason.map { String(decoding: $0, as: UTF8.self) } ?? "no thumbnail could be made"
        }
    }

    /// Calls `body` with what an entry says. `nil` where there is none, or only half of one.
    private func withEntry<Value>(at path: FilePath, _ body: (ThumbnailEntry) -> Value?) -> Value? {
        guard let file = try? OpenFile(reading: path), Self.isWhole(file.descriptor) else { return nil }
        for length in Self.headLengths {
            let entry = withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { buffer in
                let count = pread(file.descriptor, buffer.baseAddress, buffer.count, 0)
                return count > 0 ? ThumbnailEntry(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
            }
            guard let entry else { return nil }
            if entry.isComplete || length == Self.headLengths.last { return body(entry) }
        }
        return nil
    }

    /// Whether a file ends as a picture does: a file system may have come back from a power cut without its end.
    private static func isWhole(_ descriptor: Int32) -> Bool {
        let length = lseek(descriptor, 0, SEEK_END)
        let end = PNGPicture.end
        guard length > end.count else { return false }
        return withUnsafeTemporaryAllocation(byteCount: end.count, alignment: 1) { buffer in
            pread(descriptor, buffer.baseAddress, buffer.count, length - off_t(end.count)) == end.count
                && buffer.elementsEqual(end)
        }
    }

    // MARK: Keeping

    /// Keeps a picture as the thumbnail of an original, in place of any that there is.
    ///
    /// - Parameter png: as the worker has made it. Nothing of it is believed but its pixels.
    /// - Returns: `nil` where it is no picture, or too large.
    public func keep(
        _ png: [UInt8],
        of original: ThumbnailOriginal,
        _ size: ThumbnailSize
    ) throws(CallFailure) -> Thumbnail? {
        let made = png.withUnsafeBytes { bytes -> (picture: [UInt8], width: Int, height: Int)? in
            guard let (width, height) = PNGPicture.size(of: bytes), max(width, height) <= Int(size.edge),
                let picture = PNGPicture.picture(bytes, saying: original.texts(Self.software))
            else { return nil }
            return (picture, width, height)
        }
        guard let made else { return nil }
        let name = original.name.fileName
        try write(made.picture, as: name, in: place(size))
        remove(name, in: failures)
        return Thumbnail(path: place(size).appending(name), width: made.width, height: made.height)
    }

    /// Notes that no thumbnail can be made of an original as it is.
    public func keepFailure(of original: ThumbnailOriginal, _ reason: String) throws(CallFailure) {
        let texts = original.texts(Self.software) + [PNGText(ThumbnailEntry.reasonKey, reason.utf8)]
        let record = GreyPicture.png(edge: 1).withUnsafeBytes { PNGPicture.picture($0, saying: texts) }
        guard let record else { return }
        try write(record, as: original.name.fileName, in: failures)
    }

    /// A neutral grey picture, for what has no thumbnail. It is made where it is missing.
    public func placeholder() throws(CallFailure) -> FilePath {
        let name = FileName("no-thumbnail.png")
        let path = ownFolder.appending(name)
        if (try? FileStatus(path: path))?.isRegularFile == true { return path }
        try write(GreyPicture.png(edge: 128), as: name, in: ownFolder)
        return path
    }

    // MARK: Following the original

    /// The original has another path: its thumbnails go with it, with the new URI in them.
    public func move(_ old: ThumbnailName, to path: FilePath) throws(CallFailure) {
        let uri = FileURI.of(path)
        let new = ThumbnailName(uri: uri)
        guard new != old else { return }
        for size in ThumbnailSize.allCases {
            let folder = place(size)
            // What is there may be of a photo that this one has replaced, or has changed names with, and of the same second.
            // Nobody knows, and it is drawn again in a moment.
            if (try? FileStatus(path: folder.appending(new.fileName))) != nil {
                remove(new.fileName, in: folder)
            } else if let moved = moved(old, in: folder, to: uri) {
                try write(moved, as: new.fileName, in: folder)
            }
            remove(old.fileName, in: folder)
        }
        for name in [old, new] { remove(name.fileName, in: failures) }
    }

    /// What is there under a name is of a photo that another one has replaced.
    public func discard(_ name: ThumbnailName) {
        for folder in ThumbnailSize.allCases.map(place) + [failures] { remove(name.fileName, in: folder) }
    }

    /// An entry with another URI; `nil` where there is none that says that it has the name.
    private func moved(_ name: ThumbnailName, in folder: FilePath, to uri: [UInt8]) -> [UInt8]? {
        guard let file = try? OpenFile(reading: folder.appending(name.fileName)),
            let bytes = try? file.read(limit: Self.longestEntry)
        else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var texts = PNGPicture.texts(of: bytes)
            let key = Array(ThumbnailEntry.uriKey.utf8)
            guard let place = texts.firstIndex(where: { $0.key == key }),
                ThumbnailName(uri: texts[place].value) == name
            else { return nil }
            texts[place].value = uri
            return PNGPicture.picture(bytes, saying: texts)
        }
    }

    /// An original is not in the library any more. Where it is gone its thumbnails are removed; where it is only nobody's
    /// business any more, its folder having been taken out, they are as good as before.
    ///
    /// - Parameter isGone: whether nothing stands at the original's path any more; `nil` where its disk does not answer.
    /// - Returns: `false` where nobody could tell, so that it has to be asked again.
    public func remove(_ name: ThumbnailName, where isGone: (FilePath) -> Bool?) -> Bool {
        for folder in ThumbnailSize.allCases.map(place) + [failures] {
            let uri = withEntry(at: folder.appending(name.fileName)) { $0.uri }
            if let path = uri.flatMap(FileURI.path) {
                guard let isGone = isGone(path) else { return false }
                guard isGone else { continue }
            }
            remove(name.fileName, in: folder)
        }
        return true
    }

    private func remove(_ name: FileName, in folder: FilePath) {
        guard gate.pass(.unlink) == 0 else { return }
        // What cannot be removed is out of date by its own words, should a file ever come to have the name.
        _ = folder.appending(name).withCString { unlink($0) }
    }

    // MARK: Writing

    private func write(_ bytes: [UInt8], as name: FileName, in path: FilePath) throws(CallFailure) {
        // Folders of the cache are the user's alone.
        let folder = try Folder(makingAll: path, mode: 0o700, gate: gate)
        if cleaned.withLock({ $0.insert(path).inserted }) {
            Self.removeOldDrafts(in: folder)
            if path == failures { removeEarlierFailures() }
        }
        let number = lastTemporary.add(1, ordering: .relaxed).newValue
        let temporary = FileName("\(Self.draftPrefix)\(token)-\(number).tmp")
        do throws(CallFailure) {
            try folder.create(temporary).write(bytes)
            try CallFailure.check(folder.rename(temporary, over: name), .replace, folder.file(name))
        } catch {
            _ = folder.remove(temporary)
            throw error
        }
    }

    /// What other versions of photod could not do nobody asks for any more. Should one of them run beside this one, it tries again.
    private func removeEarlierFailures() {
        guard let all = try? Folder(failures.parent, gate: gate) else { return }
        for name in (try? all.names(of: .directory)) ?? []
        where name != failures.lastName && name.bytes.starts(with: Self.failurePrefix.utf8) {
            guard let earlier = try? all.folder(name) else { continue }
            for entry in (try? earlier.names()) ?? [] where entry.bytes.suffix(4).elementsEqual(".png".utf8) {
                _ = earlier.remove(entry)
            }
            // One in which there is anything else stays.
            _ = all.removeFolder(name)
        }
    }

    private static let failurePrefix = "photod-"
    private static let draftPrefix = ".photod-"
    /// Seconds after which a file that was to become an entry has been given up by whoever wrote it.
    private static let oldDraft: Int64 = 3600

    /// What other programs have left is theirs.
    private static func removeOldDrafts(in folder: Folder) {
        let now = Int64(time(nil))
        for name in (try? folder.names()) ?? []
        where name.bytes.starts(with: draftPrefix.utf8) && name.bytes.suffix(4).elementsEqual(".tmp".utf8) {
            guard let status = try? folder.status(of: name), status.isRegularFile,
                now - status.modificationTime / 1_000_000_000 > oldDraft
            else { continue }
            _ = folder.remove(name)
        }
    }
}
