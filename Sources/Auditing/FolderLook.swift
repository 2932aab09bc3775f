import DiskReading
import Files
import FolderWatch
import LibraryIndex
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Roots

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
        let options: FolderOptionsFile

        init(
            of folder: AuditedFolder,
            rules: OptionCascade,
            _ links: LinkFollower,
            buffer: FolderBuffer
        ) throws(FolderError) {
            let isRoot = folder.inner.isEmpty
            let directory =
                isRoot ? try DirectoryReader(rootPath: folder.path) : try DirectoryReader(path: folder.path)
            // The audit has its own thread, for which nobody waits.
            let heartbeat = LaneHeartbeat()
            var listing = try DirectoryListing(
                of: directory,
                rules: rules,
                in: folder.way,
                buffer: buffer.bytes,
                heartbeat: heartbeat,
                statuses: { [descriptor = directory.descriptor] names throws(FolderError) in
                    var found: [FileStatus?] = []
                    for name in names { found.append(try FileStatus(existing: name, in: descriptor)) }
                    return found
                }
            )
            let inside = folder.root.way(below: folder.path)
            listing.takeOutMounts { links.isMount(inside + [$0], of: folder.root) }
            self.listing = listing
            // By a name in it, as the crawler asks: where a folder may be listed and not searched, nothing in it can be looked at.
            inode = try FileStatus(of: FileName("."), in: directory.descriptor).inode
            let hasOptions = listing.hasOptions && !listing.isHidden
            options = hasOptions ? try FolderOptionsFile(in: directory.descriptor) : .absent
            let filesystem = try FilesystemIdentity(of: directory.descriptor)
            let observer = FileObserver(
                directory: directory.descriptor,
                keepsInodes: filesystem.keepsInodes,
                heartbeat: heartbeat,
                mayHang: filesystem.isNetwork
            )
            var files: [FileName: FileObserver.Sight] = [:]
            for file in listing.files { files[file.name] = observer.look(at: file.name) }
            self.files = files
        }
    }

    /// A directory that may not be read now is what it was: nothing is said of it. `status` tells of it.
    init(
        at folder: AuditedFolder,
        _ means: Audit.Means,
        kernel: KernelWatches?,
        buffer: FolderBuffer
    ) throws(IndexError) {
        let (watcher, options) = (means.watcher, means.options)
        let known = try Self.known(folder, means.index)
        if folder.inner.isEmpty, means.links.isGone(folder.root) {
            if let known { suspect(.link, known.inode) }
            return
        }
        let chain = means.roots.chain(from: folder.root, watcher.chain(along: folder.path), watcher)
        let effective = options.options(folder.root.library, chain)
        guard !effective.cascade.ignores(folder: folder.way) else {
            if let known { suspect(.ignored, known.inode) }
            return
        }
        let sighting: Sighting
        do throws(FolderError) {
            sighting = try Sighting(of: folder, rules: effective.cascade, means.links, buffer: buffer)
        } catch {
            if error == .missing, !folder.inner.isEmpty, let known { suspect(.notOnDisk, known.inode) }
            return
        }
        let comparison = FolderComparison(listing: sighting.listing, known: known?.files ?? []) {
            sighting.files[$0] ?? .absent
        }
        suspicions = comparison.suspicions
        fileCount = comparison.fileCount
        unknownDirectories = sighting.listing.directories.filter { known?.directories[$0] == nil }
        let links = effective.cascade.followsLinks ? sighting.listing.links : []
        for name in means.links.unsettled(links, mounts: sighting.listing.mounts, in: folder.path) {
            suspicions.append(FolderComparison.Suspicion(name: name, problem: .link, evidence: []))
        }
        let node = watcher.node(at: folder.path)
        if !sighting.listing.isHidden,
            try !Self.isAsOptionsSay(known, sighting.options, of: node, effective, options, means.index)
        {
            suspect(.options, sighting.inode)
        }
        if let kernel, !watcher.notices(folder.path, inode: sighting.inode, by: kernel) {
            suspect(.notWatched, sighting.inode)
        }
    }

    /// Whether a directory's options are known as they stand, and its records were made with what holds in it.
    private static func isAsOptionsSay(
        _ known: KnownDirectory?,
        _ content: FolderOptionsFile,
        of node: NodeID?,
        _ effective: EffectiveOptions,
        _ options: FolderOptionsTable,
        _ index: LibraryIndex
    ) throws(IndexError) -> Bool {
        if let node, !options.knows(content, of: node) { return false }
        guard options.isInPlay, let known else { return true }
        return try index.read { reader throws(IndexError) in
            try reader.folderRules(ofDirectory: known.key) == effective.rules
        }
    }

    /// - Parameter inode: the directory's, as the index or the disk has it: another one in its place is another matter.
    private mutating func suspect(_ problem: AuditDifference.Problem, _ inode: UInt64) {
        let stamp = FileStamp(size: 0, modificationTime: 0, changeTime: 0, inode: inode, birthTime: 0)
        suspicions.append(
            FolderComparison.Suspicion(name: FileName([]), problem: problem, evidence: [stamp])
        )
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
