import Glibc
import PhotoModel

/// Where file systems are mounted, as far as directories tell.
package enum MountPoint {
    /// The top of the file system that a folder is on; `nil` where the folder cannot be found any more.
    package static func of(_ folder: Folder) -> FilePath? {
        real(folder.path).map { top(of: $0, folder.device) }
    }

    /// A path without symbolic links; `nil` where nothing can be found at it.
    package static func real(_ path: FilePath) -> FilePath? {
        guard let real = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(real) }
        return FilePath(Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
    }

    /// The same by a path without symbolic links.
    package static func top(of folder: FilePath, _ device: UInt64) -> FilePath {
        var top = folder
        while let parent = parent(of: top), !isMountRoot(top), status(parent)?.device == device {
            top = parent
        }
        return top
    }

    private static func parent(of path: FilePath) -> FilePath? {
        guard path.bytes.count > 1, let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        return FilePath(slash == 0 ? [UInt8(ascii: "/")] : Array(path.bytes[..<slash]))
    }

    package static func status(_ path: FilePath) -> FileStatus? { try? FileStatus(path: path) }

    private static func isMountRoot(_ path: FilePath) -> Bool { status(path)?.isMountRoot ?? false }
}
