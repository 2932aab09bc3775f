import CShims
import Files
import Glibc
import PhotoModel
import Synchronization

/// Previews that were made: one file each, in a folder of photod's own, bounded in bytes. What was not asked for longest goes.
///
/// There is no list of entries besides the folder itself: a name says what an entry is of, its modification time when it was
/// used last. So there is nothing to be kept in step, nothing to be read at a start, and several daemons may share a folder.
/// Entries are written whole and then renamed. They are not synced: what a power cut takes the end of is made again.
public final class PreviewCache: Sendable {
    /// A preview that is there.
    public struct Preview: Hashable, Sendable {
        public let path: FilePath
        public let width: Int
        public let height: Int
    }

    private struct State {
        /// Bytes that may be added before the folder is looked over again; none before it was for the first time.
        var room: Int64 = 0
        var lastTemporary: UInt64 = 0
    }

    /// Of all entries together.
    public static let usualLimit: Int64 = 1 << 30
    /// A file that is longer is no preview: 268 megapixels of noise as a PNG are cut off here.
    public static let longestPreview: Int64 = 512 << 20
    /// Seconds after which a file that was to become an entry has been given up by whoever wrote it.
    private static let oldDraft: Int64 = 3600

    /// `$XDG_CACHE_HOME/photod/previews`.
    public let folder: FilePath
    private let limit: Int64
    private let gate: ChangeGate
    /// No other daemon's drafts are called as this one's are, whether it runs in another container or was killed.
    private let token = UInt64.random(in: .min ... .max)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - cacheHome: `$XDG_CACHE_HOME`.
    ///   - limit: bytes of all entries together.
    public init(cacheHome: FilePath, limit: Int64 = usualLimit, gate: ChangeGate = .open) {
        folder = cacheHome.appending(FileName("photod")).appending(FileName("previews"))
        self.limit = limit
        self.gate = gate
    }

    // MARK: Looking

    /// `nil` where there is none, or none that is whole.
    public func preview(_ key: PreviewKey) -> Preview? {
        let path = folder.appending(key.fileName)
        guard let file = try? OpenFile(reading: path), (try? file.status())?.isRegularFile == true,
            let size = Self.size(of: file, key)
        else { return nil }
        noteUse(of: file)
        return Preview(path: path, width: size.width, height: size.height)
    }

    /// The preview was used now, to the hour: browsers know it by its times, and would fetch it anew after each use. Where that
    /// cannot be noted it goes a little early.
    private func noteUse(of file: borrowing OpenFile) {
        guard let noted = try? file.status().modificationTime,
            abs(Int64(time(nil)) - noted / 1_000_000_000) > 3600
        else { return }
        _ = futimens(file.descriptor, nil)
    }

    /// Pixels of a whole picture that is no larger than it may be.
    private static func size(of file: borrowing OpenFile, _ key: PreviewKey) -> (width: Int, height: Int)? {
        let length = Int64(lseek(file.descriptor, 0, SEEK_END))
        guard (Int64(PreviewPicture.tailLength)...longestPreview).contains(length) else { return nil }
        let descriptor = file.descriptor
        let size = withUnsafeTemporaryAllocation(
            byteCount: PreviewPicture.headLength + PreviewPicture.tailLength,
            alignment: 8
        ) { buffer -> (width: Int, height: Int)? in
            let head = UnsafeMutableRawBufferPointer(rebasing: buffer[..<PreviewPicture.headLength])
            let tail = UnsafeMutableRawBufferPointer(rebasing: buffer[PreviewPicture.headLength...])
            let start = off_t(length - Int64(PreviewPicture.tailLength))
            let count = pread(descriptor, head.baseAddress, head.count, 0)
            guard count > 0, pread(descriptor, tail.baseAddress, tail.count, start) == tail.count else {
                return nil
            }
            return PreviewPicture.size(
                head: UnsafeRawBufferPointer(rebasing: head[..<count]),
                tail: UnsafeRawBufferPointer(tail),
                key.format
            )
        }
        guard let size, max(size.width, size.height) <= Int(key.edge) else { return nil }
        return size
    }

    // MARK: Keeping

    /// A file without a name for a worker to write to. It is not what is kept: whoever wrote to it might still do.
    public func draft() throws(CallFailure) -> OpenFile {
        let folder = try Folder(makingAll: folder, mode: 0o700, gate: gate)
        let descriptor = folder.path.withCString { photod_unnamed_file($0) }
        guard descriptor >= 0 else { throw CallFailure(.create, folder.path, errno) }
        return OpenFile(owning: descriptor, path: folder.path, gate: gate)
    }

    /// Keeps a copy of what was written.
    ///
    /// - Returns: `nil` where that is no whole picture, or larger than it may be.
    public func keep(_ draft: borrowing OpenFile, as key: PreviewKey) throws(CallFailure) -> Preview? {
        guard Self.size(of: draft, key) != nil else { return nil }
        let folder = try Folder(makingAll: folder, mode: 0o700, gate: gate)
        let number = state.withLock { state in
            state.lastTemporary += 1
            return state.lastTemporary
        }
        let temporary = FileName(".photod-\(token)-\(number).tmp")
        do throws(CallFailure) {
            let file = try folder.create(temporary)
            try file.write(0..<Self.longestPreview, of: draft, at: 0)
            // The copy is nobody else's, so what is found now stays so.
            guard let size = Self.size(of: file, key) else {
                _ = folder.remove(temporary)
                return nil
            }
            let length = Int64(clamping: try file.status().size)
            let name = key.fileName
            let replaced = try folder.status(of: name).map { Int64(clamping: $0.size) } ?? 0
            try CallFailure.check(folder.rename(temporary, over: name), .replace, folder.file(name))
            makeRoom(in: folder, after: length - replaced, keeping: name)
            return Preview(path: folder.file(name), width: size.width, height: size.height)
        } catch {
            _ = folder.remove(temporary)
            throw error
        }
    }

    // MARK: The bound

    private struct Entry {
        let name: FileName
        let length: Int64
        let lastUse: Int64
    }

    /// Looks over the folder when a tenth of the limit was added since, for others may add to it as well, or when the limit may
    /// be reached. Where there is too much it removes what was used longest ago, down to nine tenths: so the folder is looked
    /// over once for many entries.
    private func makeRoom(in folder: Folder, after added: Int64, keeping newest: FileName) {
        state.withLock { state in
            state.room -= added
            guard state.room < 0 else { return }
            var entries = Self.entries(in: folder)
            var length = entries.reduce(0) { $0 + $1.length }
            if length > limit {
                entries.sort { $0.lastUse < $1.lastUse }
                for entry in entries where length > limit / 10 * 9 && entry.name != newest {
                    if folder.remove(entry.name) == 0 { length -= entry.length }
                }
            }
            state.room = min(limit - length, limit / 10)
        }
    }

    private static func entries(in folder: Folder) -> [Entry] {
        let now = Int64(time(nil))
        var entries: [Entry] = []
        for name in (try? folder.names()) ?? [] {
            guard let status = try? folder.status(of: name), status.isRegularFile else { continue }
            if name.bytes.starts(with: [UInt8(ascii: ".")]) {
                if now - status.modificationTime / 1_000_000_000 > oldDraft { _ = folder.remove(name) }
                continue
            }
            entries.append(
                Entry(
                    name: name,
                    length: Int64(clamping: status.size),
                    lastUse: status.modificationTime
                )
            )
        }
        return entries
    }
}
