import CShims
import Glibc
import PhotoModel

/// An entry of a directory, as the kernel listed it. The name is valid only during the call that handed it out.
public struct DirectoryEntry {
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

    /// Calls `body` with every entry of an open directory but `.` and `..`, in the file system's order, from where the
    /// descriptor stands.
    ///
    /// `buffer` (64 to 256 KiB) is the caller's, to be used again for the next directory. Nothing is allocated.
    ///
    /// - Returns: 0, or the error number that ended the listing.
    /// - Throws: what `body` throws.
    public static func forEach(
        of directory: Int32,
        buffer: UnsafeMutableRawBufferPointer,
        _ body: (DirectoryEntry) throws -> Void
    ) rethrows -> Int32 {
        while true {
            let bytes = uninterrupted { photod_getdents64(directory, buffer.baseAddress, buffer.count) }
            guard bytes > 0 else { return bytes == 0 ? 0 : errno }
            let code = try decode(UnsafeRawBufferPointer(rebasing: buffer[..<bytes]), body)
            guard code == 0 else { return code }
        }
    }

    /// struct linux_dirent64: inode (8 bytes), offset (8), record length (2), type (1), name and its terminator.
    ///
    /// - Returns: 0; EIO for records that do not add up.
    static func decode(
        _ records: UnsafeRawBufferPointer,
        _ body: (DirectoryEntry) throws -> Void
    ) rethrows -> Int32 {
        let header = 19
        var offset = 0
        while records.count - offset > header {
            let length = Int(records.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self))
            guard length > header, length <= records.count - offset else { return EIO }
            let padded = UnsafeRawBufferPointer(rebasing: records[offset + header..<offset + length])
            guard let end = padded.firstIndex(of: 0) else { return EIO }
            let name = UnsafeRawBufferPointer(rebasing: padded[..<end])
            if !isSelfOrParent(name) {
                try body(
                    DirectoryEntry(
                        name: name,
                        inode: records.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                        kind: Kind(records[offset + 18])
                    )
                )
            }
            offset += length
        }
        return 0
    }

    private static func isSelfOrParent(_ name: UnsafeRawBufferPointer) -> Bool {
        name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}
