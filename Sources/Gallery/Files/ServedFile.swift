import Files
import Glibc
import NIOCore
import PhotoModel

/// A file that is sent to a browser, open from the moment when its size and its tag were taken.
final class ServedFile: Sendable {
    /// An open file with several owners.
    private final class Shared: Sendable {
        let file: OpenFile

        init(_ file: consuming OpenFile) {
            self.file = file
        }
    }

    /// What is read at a time.
    private static let pieceSize = 256 << 10

    let size: Int64
    let tag: EntityTag
    private let threads: FileThreads
    private let shared: Unmanaged<Shared>

    private init(_ file: consuming OpenFile, _ threads: FileThreads) throws(CallFailure) {
        let status = try file.status()
        guard status.isRegularFile else { throw CallFailure(.open, file.path, EINVAL) }
        size = Int64(clamping: status.size)
        tag = EntityTag(status)
        self.threads = threads
        shared = Unmanaged.passRetained(Shared(file))
    }

    deinit {
        // A mount that hangs may do so at closing as well.
        let shared = shared
        threads.leave { shared.release() }
    }

    /// Opens a photo, a video or a picture of one. A symbolic link in the last place is none.
    static func open(_ path: FilePath, by threads: FileThreads) async throws -> ServedFile {
        try await threads.run { try ServedFile(OpenFile(reading: path), threads) }
    }

    /// Opens a file of a folder that belongs to the system, whose packages link files to each other.
    static func openFollowing(_ path: FilePath, by threads: FileThreads) async throws -> ServedFile {
        try await threads.run {
            try ServedFile(OpenFile(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY), threads)
        }
    }

    /// Opens a file below a folder. No symbolic link on the way is followed, nor in the last place.
    static func open(
        beneath folder: FilePath,
        _ names: [FileName],
        by threads: FileThreads
    ) async throws -> ServedFile {
        try await threads.run {
            guard let name = names.last else { throw CallFailure(.open, folder, ENOENT) }
            let top = try Folder(folder)
            let above = Array(names.dropLast())
            let place = above.isEmpty ? top : try top.folder(beneath: above)
            return try ServedFile(place.open(name), threads)
        }
    }

    /// The whole of a small one, read by the calling thread.
    func content() throws -> ByteBuffer {
        let limit = Int(size)
        let bytes = try shared.takeUnretainedValue().file.read(limit: limit, expecting: limit)
        return ByteBuffer(bytes: bytes)
    }

    /// A piece of it; empty at the end.
    func piece(from position: Int64, atMost limit: Int64) async throws -> ByteBuffer {
        let count = Int(min(limit, Int64(Self.pieceSize)))
        return try await threads.run { [self] in
            let file = shared.takeUnretainedValue()
            return ByteBuffer(bytes: try file.file.read(limit: count, from: position, expecting: count))
        }
    }
}
