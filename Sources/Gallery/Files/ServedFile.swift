import Files
import Glibc
import NIOCore
import PhotoModel

/// A file that is sent to a browser, open from the moment when its size and its tag were taken.
final class ServedFile: Sendable {
    /// What is read at a time.
    static let pieceSize = 256 << 10

    let size: Int64
    let tag: EntityTag
    private let file: OpenFile

    private init(_ file: consuming OpenFile) throws(CallFailure) {
        let status = try file.status()
        guard status.isRegularFile else { throw CallFailure(.open, file.path, EINVAL) }
        size = Int64(clamping: status.size)
        tag = EntityTag(status)
        self.file = file
    }

    /// Opens a photo, a video or a picture of one. A symbolic link in the last place is none.
    convenience init(_ path: FilePath) throws(CallFailure) {
        try self.init(OpenFile(reading: path))
    }

    /// Opens a file of a folder that belongs to the system, whose packages link files to each other.
    static func following(_ path: FilePath) throws(CallFailure) -> ServedFile {
        try ServedFile(OpenFile(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY))
    }

    /// A piece of it; empty at the end.
    func piece(from position: Int64, atMost limit: Int64) throws(CallFailure) -> ByteBuffer {
        let count = Int(min(limit, Int64(Self.pieceSize)))
        return ByteBuffer(bytes: try file.read(limit: count, from: position, expecting: count))
    }
}
