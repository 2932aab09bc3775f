import Batches
import Files
import FolderWatch
import Glibc
import Importing
import PhotoModel
import PhotodConfiguration

/// What an import sees of a folder: photos, videos and sidecars by their names, and folders. Hidden names and files that a
/// program has not finished are passed over, links are not followed.
struct ImportListing {
    /// Sorted, like `folders`.
    private(set) var files: [FileName] = []
    private(set) var folders: [FileName] = []
    /// Which folder it is, by whatever path.
    let identity: Identity

    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ status: FileStatus) {
            device = status.device
            inode = status.inode
        }

        init(of place: FolderPlace) throws(FolderError) {
            let directory = try DirectoryReader(rootPath: place.path)
            self.init(try FileStatus(of: directory.descriptor))
        }
    }

    init(of folder: FilePath) throws(FolderError) {
        try self.init(DirectoryReader(path: folder))
    }

    init(_ reader: borrowing DirectoryReader) throws(FolderError) {
        let descriptor = reader.descriptor
        identity = Identity(try FileStatus(of: descriptor))
        var found: (files: [FileName], folders: [FileName]) = ([], [])
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
        defer { buffer.deallocate() }
        do {
            try reader.forEachEntry(buffer: buffer) { entry in
                let name = FileName(Array(entry.name))
                var isFolder = entry.kind == .directory
                if entry.kind == .unknown {
                    guard let status = try FileStatus(existing: name, in: descriptor) else { return }
                    isFolder = status.isDirectory
                }
                guard !IgnoreRules.alwaysIgnores(name, isDirectory: isFolder) else { return }
                if isFolder {
                    found.folders.append(name)
                } else if name.format != nil {
                    found.files.append(name)
                }
            }
        } catch let error as FolderError {
            throw error
        } catch {
            throw .unreachable(errno: EIO)
        }
        files = found.files.sorted()
        folders = found.folders.sorted()
    }
}
