import CShims
import Glibc
import LineProtocol
import NIOCore
import PhotoModel
import Synchronization

/// Where replies lie that clients have not taken yet, and how much of them there may be in all.
final class ReplySpool: Sendable {
    /// A hundred clients that stop reading in the middle of a list of 100,000 photos.
    private static let limit: Int64 = 1 << 30

    private let folder: FilePath
    private let places: any ClientPlaces
    private let used = Mutex<Int64>(0)

    /// - Parameters:
    ///   - folder: on a disk that has room: the state folder.
    ///   - places: each file counts as much as a client.
    init(folder: FilePath, places: any ClientPlaces) {
        self.folder = folder
        self.places = places
    }

    /// A file that is gone with its last user.
    func makeFile() throws(Failure) -> SpoolFile {
        guard places.takeForReply() else { throw .full }
        let descriptor = folder.withCString { photod_unnamed_file($0) }
        guard descriptor >= 0 else {
            let code = errno
            places.giveClient()
            throw ErrorNumber.isShortage(code) ? .full : .system(code)
        }
        return SpoolFile(descriptor: descriptor, spool: self)
    }

    fileprivate func reserve(_ bytes: Int64) throws(Failure) {
        let isGranted = used.withLock { used in
            guard used + bytes <= Self.limit else { return false }
            used += bytes
            return true
        }
        guard isGranted else { throw .full }
    }

    fileprivate func release(_ bytes: Int64) {
        used.withLock { $0 -= bytes }
        places.giveClient()
    }

    /// Why a reply cannot be kept. `full`: in bytes or in files.
    enum Failure: CodedError, CustomStringConvertible {
        case full
        case system(Int32)

        var code: ReplyCode {
            switch self {
            case .full: .busy
            case .system: .system
            }
        }

        var description: String {
            switch self {
            case .full: "too much waits for clients that do not read their replies: try again later"
            case .system(let code):
                "what is not read at once could not be kept in the state folder: \(ErrorNumber.text(of: code)); "
                    + Self.remedy(of: code)
            }
        }

        private static func remedy(of code: Int32) -> String {
            switch code {
            case ENOSPC, EDQUOT: "make room on its disk"
            case EACCES, EPERM, EROFS: "let the user that runs photod write there"
            case ENOENT: "restart photod, which makes it"
            default: "check its disk"
            }
        }
    }
}

/// One reply's part of the spool.
final class SpoolFile: Sendable {
    private let descriptor: Int32
    private let spool: ReplySpool
    private let size = Mutex<Int64>(0)

    fileprivate init(descriptor: Int32, spool: ReplySpool) {
        self.descriptor = descriptor
        self.spool = spool
    }

    deinit {
        close(descriptor)
        spool.release(size.withLock(\.self))
    }

    func write(_ bytes: UnsafeRawBufferPointer, at position: Int64) throws(ReplySpool.Failure) {
        let end = position + Int64(bytes.count)
        try size.withLock { size throws(ReplySpool.Failure) in
            guard end > size else { return }
            try spool.reserve(end - size)
            size = end
        }
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = uninterrupted {
                pwrite(descriptor, rest.baseAddress, rest.count, off_t(position + Int64(written)))
            }
            guard count > 0 else { throw .system(count < 0 ? errno : ENOSPC) }
            written += count
        }
    }

    func read(_ length: Int, at position: Int64, into buffer: inout ByteBuffer) throws(ReplySpool.Failure) {
        var filled = 0
        while filled < length {
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: length - filled) { bytes in
                max(0, pread(descriptor, bytes.baseAddress, length - filled, off_t(position + Int64(filled))))
            }
            guard count > 0 else { throw .system(EIO) }
            filled += count
        }
    }
}
