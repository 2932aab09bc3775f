import CShims
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
            while true {
                let descriptor = openat(base, path, flags)
                if descriptor >= 0 { return .success(descriptor) }
                if errno != EINTR { return .failure(FolderError(errno)) }
            }
        }
    }

    /// An entry of a directory, as the kernel listed it. The name is valid only during the call that handed
    /// it out.
    public struct Entry {
        /// The name's bytes; a NUL follows them.
        public let name: UnsafeRawBufferPointer
        public let inode: UInt64
        public let kind: Kind

        /// The name as a C string.
        public var cString: UnsafePointer<CChar>? {
            name.baseAddress?.assumingMemoryBound(to: CChar.self)
        }

        public enum Kind: Sendable {
            case file, directory, symbolicLink
            /// FIFO, socket, device: never opened.
            case special
            /// The file system does not say: ask `FileStatus`.
            case unknown

            init(_ type: UInt8) {
                self =
                    switch type {
                    case 8: .file
                    case 4: .directory
                    case 10: .symbolicLink
                    case 0: .unknown
                    default: .special
                    }
            }
        }
    }

    /// Calls `body` with every entry but `.` and `..`, from the beginning, in the file system's order.
    ///
    /// `buffer` (64 to 256 KiB) is the caller's, to be used again for the next directory. Nothing is
    /// allocated.
    public borrowing func forEachEntry(
        buffer: UnsafeMutableRawBufferPointer,
        _ body: (Entry) throws -> Void
    ) throws {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FolderError(errno) }
        while true {
            let bytes = photod_getdents64(descriptor, buffer.baseAddress, buffer.count)
            if bytes == 0 { return }
            guard bytes > 0 else {
                if errno == EINTR { continue }
                throw FolderError(errno)
            }
            try Self.decode(UnsafeRawBufferPointer(rebasing: buffer[..<bytes]), body)
        }
    }

    /// struct linux_dirent64: inode (8 bytes), offset (8), record length (2), type (1), name and its
    /// terminator.
    static func decode(_ records: UnsafeRawBufferPointer, _ body: (Entry) throws -> Void) throws {
        let header = 19
        var offset = 0
        while records.count - offset > header {
            let length = Int(records.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self))
            guard length > header, length <= records.count - offset else { throw FolderError(EIO) }
            let padded = UnsafeRawBufferPointer(rebasing: records[offset + header..<offset + length])
            guard let end = padded.firstIndex(of: 0) else { throw FolderError(EIO) }
            let name = UnsafeRawBufferPointer(rebasing: padded[..<end])
            if !isSelfOrParent(name) {
                try body(
                    Entry(
                        name: name,
                        inode: records.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                        kind: Entry.Kind(records[offset + 18])
                    )
                )
            }
            offset += length
        }
    }

    private static func isSelfOrParent(_ name: UnsafeRawBufferPointer) -> Bool {
        name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}
