import CSQLite
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LibraryIndex

/// What the system says of every write to one file; the others are written.
private enum RefusedWrites {
    private struct File {
        let inode: UInt64
        let code: Int32
    }

    private static let file = Mutex<File?>(nil)

    /// Has SQLite's writes to a file refused while `body` runs.
    static func refuse<Value>(_ path: String, _ code: Int32, _ body: () throws -> Value) throws -> Value {
        var status = stat()
        try #require(stat(path, &status) == 0)
        file.withLock { $0 = File(inode: UInt64(status.st_ino), code: code) }
        defer { file.withLock { $0 = nil } }
        return try body()
    }

    /// Once for the process: until something is refused it changes nothing.
    static let areWatched: Bool = {
        guard let system = sqlite3_vfs_find(nil), let set = system.pointee.xSetSystemCall else {
            return false
        }
        let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { file, bytes, count in
            isRefused(file) ? -1 : Glibc.write(file, bytes, count)
        }
        let place: @convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int = {
            file,
            bytes,
            count,
            offset in
            isRefused(file) ? -1 : Glibc.pwrite(file, bytes, count, offset)
        }
        return set(system, "write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
            && set(system, "pwrite", unsafeBitCast(place, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
            && set(system, "pwrite64", unsafeBitCast(place, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
    }()

    /// `errno` says why.
    private static func isRefused(_ descriptor: Int32) -> Bool {
        guard let refused = file.withLock({ $0 }) else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0, UInt64(status.st_ino) == refused.inode else { return false }
        errno = refused.code
        return true
    }
}

@Suite(
    "Disks that refuse the index",
    .serialized,
    .enabled(if: RefusedWrites.areWatched, "SQLite takes no system calls")
)
struct QuotaTests {
    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private let shelf: Shelf

    init() throws {
        (folder, index, shelf) = try Shelf.opened()
    }

    private func refusal(_ code: Int32) throws -> IndexError {
        let error = try RefusedWrites.refuse(folder.path("index.sqlite-wal"), code) {
            #expect(throws: IndexError.self) {
                try index.add(1, try date(2016, 11), at: shelf.place("a.jpg"))
            }
        }
        // Room that is there again is used.
        try index.add(1, try date(2016, 11), at: shelf.place("a.jpg"))
        return try #require(error)
    }

    @Test("a full quota is a lack of room as a full disk is", arguments: [EDQUOT, ENOSPC])
    func noRoom(code: Int32) throws {
        let error = try refusal(code)
        #expect(error.isLackOfRoom && error.mayPass && !error.isCorruption)
        #expect(error.description.hasSuffix(": free some space on the disk that holds the state folder"))
        if code == EDQUOT { #expect(error.description.contains("Disk quota exceeded")) }
    }

    @Test("what else the system has said is told, with what to look at")
    func failingDisk() throws {
        let error = try refusal(EIO)
        #expect(!error.isLackOfRoom && error.mayPass && !error.isCorruption)
        #expect(error.description.contains("disk I/O error: Input/output error (SQLite code"))
        #expect(
            error.description.hasSuffix(": check the disk that holds the state folder (see the kernel's log)")
        )
    }
}
