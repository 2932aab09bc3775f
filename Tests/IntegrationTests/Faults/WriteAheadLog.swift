import Glibc
import PhotoModel
import TestSupport

/// The write-ahead log of an SQLite database that nobody has open, and which of it a power cut may take
/// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log, https://www.sqlite.org/walformat.html).
struct WriteAheadLog {
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    private let log: FilePath
    private let shared: FilePath
    /// Frames of transactions that are committed.
    let frames: Int
    /// Frames that were synced, because they are in the database file by now, or are on their way.
    let synced: Int
    /// Another one after the log began anew.
    let salt: UInt64
    private let pageSize: Int

    struct Unreadable: Error {}

    /// - Parameter database: the database's path. Its `-shm` says how far the log goes, also after a crash.
    init(of database: FilePath) throws {
        log = FilePath(database.bytes + Array("-wal".utf8))
        shared = FilePath(database.bytes + Array("-shm".utf8))
        let index = try Disk.read(shared)
        guard index.count >= 136 else { throw Unreadable() }
        func number(_ offset: Int) -> UInt32 {
            index.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        }
        let size = index.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 14, as: UInt16.self) }
        pageSize = size == 1 ? 65_536 : Int(size)
        frames = Int(number(16))
        salt = UInt64(number(32)) << 32 | UInt64(number(36))
        // How far a checkpoint has come, and how far one meant to come.
        synced = Int(max(number(96), number(128)))
    }

    private var frameSize: Int { Self.frameHeaderSize + pageSize }

    /// Leaves the first `kept` frames and some bytes of the next, as a power cut does.
    func cut(to kept: Int, andBytes torn: Int) throws {
        let size = Self.headerSize + kept * frameSize + min(torn, frameSize - 1)
        if let status = Disk.status(log), status.st_size > size { try Disk.truncate(log, to: size) }
        // It is memory, and gone with it.
        try Disk.remove(shared)
    }
}
