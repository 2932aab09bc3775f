import Files
import Glibc
import PhotoModel

/// Owns an open directory and lists it.
public struct DirectoryReader: ~Copyable, Sendable {
    /// The directory's descriptor: for `FolderWatcher.watch`, statx and openat. Valid as long as the reader.
    public let descriptor: Int32

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK

    /// Opens a directory by its absolute path, of any length. The last component may not be a symbolic link.
    public init(path: FilePath) throws(FolderError) {
        descriptor = try Self.open(path.bytes[...], at: AT_FDCWD)
    }

    /// Opens a directory below an open one; the name may not be a symbolic link's.
    public init(_ name: FileName, in parent: Int32) throws(FolderError) {
        descriptor = try Self.open(name.bytes[...], at: parent)
    }

    /// As `init(path:)`, but a symbolic link is followed: for a root, which the user named.
    public init(rootPath path: FilePath) throws(FolderError) {
        descriptor = try Self.open(path.bytes[...], at: AT_FDCWD, following: true)
    }

    deinit {
        close(descriptor)
    }

    /// The kernel takes no path of PATH_MAX bytes and more, but trees can be deeper: such a path is walked in
    /// pieces.
    private static func open(
        _ path: ArraySlice<UInt8>,
        at start: Int32,
        following: Bool = false
    ) throws(FolderError) -> Int32 {
        var rest = path
        var base = start
        while rest.count >= Int(PATH_MAX) {
            let slash = UInt8(ascii: "/")
            guard let end = rest.prefix(Int(PATH_MAX) - 1).lastIndex(of: slash), end > rest.startIndex
            else {
                if base != start { close(base) }
                throw FolderError(ENAMETOOLONG)
            }
            // Links on the way to a directory are the user's; only its own name may not be one.
            let next = openPiece(rest[..<end], at: base, flags & ~O_NOFOLLOW)
            if base != start { close(base) }
            base = try next.get()
            rest = rest[end...].drop { $0 == slash }
        }
        defer { if base != start { close(base) } }
        return try openPiece(rest, at: base, following ? flags & ~O_NOFOLLOW : flags).get()
    }

    private static func openPiece(
        _ path: ArraySlice<UInt8>,
        at base: Int32,
        _ flags: Int32
    ) -> Result<Int32, FolderError> {
        FilePath(Array(path)).withCString { path in
            let descriptor = uninterrupted { openat(base, path, flags) }
            return descriptor >= 0 ? .success(descriptor) : .failure(FolderError(errno))
        }
    }

    /// Calls `body` with every entry but `.` and `..`, from the beginning, in the file system's order.
    ///
    /// `buffer` (64 to 256 KiB) is the caller's, to be used again for the next directory. Nothing is
    /// allocated.
    public borrowing func forEachEntry(
        buffer: UnsafeMutableRawBufferPointer,
        _ body: (DirectoryEntry) throws -> Void
    ) throws {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FolderError(errno) }
        let code = try DirectoryEntry.forEach(of: descriptor, buffer: buffer, body)
        guard code == 0 else { throw FolderError(code) }
    }
}
