import CSQLite
import Glibc
import PhotoModel

/// What can go wrong with the index. It is disposable: the remedy for most of it is to start again without it.
public enum IndexError: Error, Sendable, CustomStringConvertible {
    /// SQLite refused: an extended result code and its message.
    case sqlite(code: Int32, message: String, doing: String)
    /// The index was written by a newer photod.
    case newerSchema(found: Int64, known: Int64)
    /// The index lies on a network file system, where WAL does not work.
    case networkFileSystem(path: String)
    /// A folder, a FIFO or a link that leads nowhere has the index's name.
    case notAFile(path: String)
    /// The process or the system has no descriptor left for it.
    case noDescriptors(errno: Int32, doing: String)
    /// Whoever made the transaction has withdrawn it: nothing is wrong.
    case withdrawn
    /// The index was found damaged before, and nobody is answered from it any more.
    case damaged
    /// The index could not be moved aside.
    case cannotMoveAside(path: String, errno: Int32)

    /// What SQLite says of its last failure on a connection.
    init(_ code: Int32, of connection: OpaquePointer?, _ doing: StaticString) {
        // `sqlite3_system_errno` has it of a statement that fails, and not of a COMMIT.
        let systemCode = errno
        if let connection, code & 0xFF == SQLITE_CANTOPEN,
            let shortage = Self.shortage(sqlite3_system_errno(connection), "\(doing)")
        {
            self = shortage
            return
        }
        let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
        guard Self.isRefused(code), systemCode != 0 else {
            self = .sqlite(code: code, message: message, doing: "\(doing)")
            return
        }
        // SQLite itself calls nothing but ENOSPC a lack of room.
        self = .sqlite(
            code: systemCode == EDQUOT ? SQLITE_FULL : code,
            message: "\(message): \(ErrorNumber.text(of: systemCode))",
            doing: "\(doing)"
        )
    }

    /// `SQLITE_IOERR_SHORT_READ`: a page of the log is not there. A page of the file would count as empty.
    private static let shortRead = SQLITE_IOERR | (2 << 8)
    /// `SQLITE_IOERR_NOMEM`
    private static let noMemory = SQLITE_IOERR | (12 << 8)

    /// Whether a read or a write failed for what the system has said.
    private static func isRefused(_ code: Int32) -> Bool {
        code & 0xFF == SQLITE_IOERR && code != shortRead && code != noMemory
    }

    /// What open(2) says of the index itself.
    init(opening path: FilePath, _ code: Int32) {
        let doing = "opening \(path.display)"
        if let shortage = Self.shortage(code, doing) {
            self = shortage
        } else if code == ENOENT, Self.isLink(path) {
            self = .notAFile(path: path.display)
        } else {
            self = .sqlite(code: SQLITE_CANTOPEN, message: ErrorNumber.text(of: code), doing: doing)
        }
    }

    private static func shortage(_ code: Int32, _ doing: String) -> IndexError? {
        code == EMFILE || code == ENFILE ? .noDescriptors(errno: code, doing: doing) : nil
    }

    private static func isLink(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    public var description: String {
        switch self {
        case .sqlite(let code, let message, let doing):
            "index: \(doing): \(message) (SQLite code \(code))\(Self.remedy(for: code))"
        case .newerSchema(let found, let known):
            "index: written by a newer photod (schema \(found), this one knows \(known)): "
                + "update photod"
        case .networkFileSystem(let path):
            "index: \(path) is on a network file system, where its write-ahead log does not work: "
                + "choose a local folder with --state-dir"
        case .notAFile(let path):
            "index: \(path) is no regular file: move it away, and the index is built anew in its place"
        case .noDescriptors(let number, let doing):
            "index: \(doing): \(ErrorNumber.text(of: number)): raise the open-file limit (ulimit -n, LimitNOFILE=)"
        case .damaged:
            "index: it was found damaged and is being made anew from the photos and the identity documents: "
                + "ask again in a moment"
        case .withdrawn: "index: the transaction was withdrawn"
        case .cannotMoveAside(let path, let number):
            "index: cannot move the damaged \(path) aside (errno \(number)): make its folder writable"
        }
    }

    /// Whether the file itself is beyond use, so that it must be moved aside and rebuilt.
    public var isCorruption: Bool {
        switch self {
        case .damaged: true
        case .sqlite(let code, _, _):
            code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB || code == Self.shortRead
        case .newerSchema, .networkFileSystem, .notAFile, .noDescriptors, .withdrawn, .cannotMoveAside: false
        }
    }

    /// Whether a sound index would not have given it: that tells of damage, or of a fault in photod.
    var isStrange: Bool {
        guard case .sqlite(let code, _, _) = self else { return false }
        switch code & 0xFF {
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_INTERNAL, SQLITE_ERROR: return true
        default: return false
        }
    }

    /// Whether the file may not be where it was.
    var mayBeAbsence: Bool {
        if case .noDescriptors = self { return true }
        guard case .sqlite(let code, _, _) = self else { return false }
        return code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_IOERR
    }

    /// Our statements fit our tables: where they do not, these are not our tables.
    var asStrangersFile: IndexError {
        guard case .sqlite(let code, let message, let doing) = self, code & 0xFF == SQLITE_ERROR else {
            return self
        }
        return .sqlite(code: SQLITE_CORRUPT, message: message, doing: doing)
    }

    /// Whether the disk that holds the index is full.
    public var isLackOfRoom: Bool {
        guard case .sqlite(let code, _, _) = self else { return false }
        return code & 0xFF == SQLITE_FULL
    }

    /// Whether the same may succeed later, as when a full disk has been given space.
    public var mayPass: Bool {
        if case .noDescriptors = self { return true }
        guard case .sqlite(let code, _, _) = self else { return false }
        switch code & 0xFF {
        case SQLITE_FULL, SQLITE_IOERR, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_READONLY,
            SQLITE_CANTOPEN,
            SQLITE_PERM:
            return true
        default: return false
        }
    }

    private static func remedy(for code: Int32) -> String {
        let kind = code == shortRead ? SQLITE_CORRUPT : code == noMemory ? SQLITE_NOMEM : code & 0xFF
        return switch kind {
        case SQLITE_FULL: ": free some space on the disk that holds the state folder"
        case SQLITE_IOERR: ": check the disk that holds the state folder (see the kernel's log)"
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
            ": make the state folder writable, or choose another with --state-dir"
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            ": the damaged file is moved aside and the index built anew"
        default: ""
        }
    }
}
