import FolderWatch
import LibraryIndex
import PhotoModel

/// A directory as the disk and the index have it at one moment, and what differs.
struct FolderLook {
    private(set) var suspicions: [FolderComparison.Suspicion] = []
    private(set) var fileCount = 0
    /// Directories that the index does not have there.
    private(set) var unknownDirectories: [FileName] = []

    /// What the disk says.
    private struct Sighting {
        let listing: DirectoryListing
        let inode: UInt64
        let files: [FileName: FileObserver.Sight]

        init(of folder: AuditedFolder, buffer: FolderBuffer) throws(FolderError) {
            let inner = folder.inner
            let isRoot = inner.isEmpty
            let directory =
                isRoot ? try DirectoryReader(rootPath: folder.path) : try DirectoryReader(path: folder.path)
            // It has its own thread, for which nobody waits.
            let pulse = LanePulse()
            listing = try DirectoryListing(
                of: directory,
                rules: folder.root.library.ignore,
                path: { (isRoot ? [] : inner + [UInt8(ascii: "/")]) + $0.bytes },
                buffer: buffer.bytes,
                pulse: pulse
            )
            inode = try FileStatus(of: directory.descriptor).inode
            let observer = FileObserver(directory: directory.descriptor, pulse: pulse)
            var files: [FileName: FileObserver.Sight] = [:]
            for file in listing.files { files[file.name] = observer.look(at: file.name) }
            self.files = files
        }
    }

    /// A directory that may not be read now is what it was: nothing is said of it. `status` tells of it.
    init(
        at folder: AuditedFolder,
        _ index: LibraryIndex,
        _ watcher: FolderWatcher,
        kernel: KernelWatches?,
        buffer: FolderBuffer
    ) throws(IndexError) {
        let known = try Self.known(folder, index)
        let sighting: Sighting
        do throws(FolderError) {
            sighting = try Sighting(of: folder, buffer: buffer)
        } catch {
            if error == .missing, !folder.inner.isEmpty, known != nil { suspect(.notOnDisk) }
            return
        }
        let comparison = FolderComparison(listing: sighting.listing, known: known?.files ?? []) {
            sighting.files[$0] ?? .absent
        }
        suspicions = comparison.suspicions
        fileCount = comparison.fileCount
        unknownDirectories = sighting.listing.directories.filter { known?.directories[$0] == nil }
        if let kernel, !watcher.notices(folder.path, inode: sighting.inode, by: kernel) {
            suspect(.notWatched)
        }
    }

    private mutating func suspect(_ problem: AuditDifference.Problem) {
        suspicions.append(FolderComparison.Suspicion(name: FileName([]), problem: problem, stamp: nil))
    }

    private static func known(
        _ folder: AuditedFolder,
        _ index: LibraryIndex
    ) throws(IndexError) -> KnownDirectory? {
        try index.read { reader throws(IndexError) in
            guard let row = try reader.directory(root: folder.root.key, path: folder.inner) else {
                return nil
            }
            return try KnownDirectory(reader, row)
        }
    }
}
