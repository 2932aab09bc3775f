import FolderWatch
import LibraryIndex
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Reconciling
import Roots

/// One full comparison: every directory with the disk, counts and change log with the rows, identity documents with the
/// index. It mends what it finds by having it looked at again, which is what would have happened had nothing gone
/// wrong.
///
/// It trusts no event: what was marked in the past is worked off first, and what then differs still does so for a reason
/// that is looked into.
struct Audit {
    /// What an audit works with, and how it waits.
    struct Means {
        let index: LibraryIndex
        let watcher: FolderWatcher
        let roots: RootTable
        let options: FolderOptionsTable
        let links: LinkFollower
        let change: OrderlyChange
        let ownChanges: OwnChanges
        /// Waits until everything that changed before the call is in the index.
        let settle: () throws(AuditEnd) -> Void
        /// Waits so that an audit nobody waits for takes a small part of the disk's time; called with the number of files
        /// just compared.
        let rest: (Int) throws(AuditEnd) -> Void
        let report: (AuditDifference) throws(AuditEnd) -> Void
    }

    struct Figures {
        /// Files compared.
        var checked = 0
        var differences = 0
        var unmended = 0
    }

    private static let batch = 256

    let means: Means
    private(set) var figures = Figures()
    /// The number of the last directory that was compared: where to go on.
    private(set) var position: Int64
    private let buffer = FolderBuffer()
    private var kernel: KernelWatches?

    init(_ means: Means, from position: Int64) {
        self.means = means
        self.position = position
    }

    /// Compares every directory that is left.
    ///
    /// - Parameter advanced: called now and then, when the position may be kept.
    mutating func compareFolders(advanced: (Int64) throws -> Void) throws {
        try means.settle()
        kernel = means.watcher.kernelWatches()
        while true {
            let keys = try means.index.read { reader throws(IndexError) in
                try reader.directoryKeys(after: position, limit: Self.batch)
            }
            guard let last = keys.last else { return }
            for key in keys {
                try compare(directory: key)
                position = key
            }
            try advanced(last)
        }
    }

    // MARK: One directory

    private mutating func compare(directory key: Int64) throws {
        let row = try means.index.read { reader throws(IndexError) in
            try reader.directory(key).flatMap { row throws(IndexError) in
                try reader.path(ofDirectory: key).map { (row, $0) }
            }
        }
        // Gone since the list was made: whoever took it out has told.
        guard let (row, path) = row, let root = means.roots.root(withKey: row.root) else { return }
        try compare(AuditedFolder(path: path, root: root))
    }

    private mutating func compare(_ folder: AuditedFolder) throws {
        guard folder.root.state != .offline else { return }
        let first = try look(at: folder)
        figures.checked += first.fileCount
        try means.rest(first.fileCount)
        if !first.suspicions.isEmpty { try confirm(first.suspicions, in: folder) }
        // What the index does not have at all is compared here and now: no row will lead to it.
        for name in first.unknownDirectories {
            try compare(AuditedFolder(path: folder.path.appending(name), root: folder.root))
        }
    }

    private func look(at folder: AuditedFolder) throws -> FolderLook {
        try FolderLook(at: folder, means, kernel: kernel, buffer: buffer)
    }

    /// What stands after all that happened so far has been taken in is certain; it is mended and looked at once more.
    private mutating func confirm(_ suspicions: [FolderComparison.Suspicion], in folder: AuditedFolder) throws
    {
        try means.settle()
        kernel = means.watcher.kernelWatches()
        let earlier = Set(suspicions)
        // What a batch that is under way has in hand the index goes on with until that is told.
        let certain = try look(at: folder).suspicions.filter {
            earlier.contains($0) && !means.ownChanges.isInHand(folder.path.appending($0.name))
        }
        guard !certain.isEmpty else { return }
        mend(folder)
        try means.settle()
        kernel = means.watcher.kernelWatches()
        let left = Set(try look(at: folder).suspicions)
        for suspicion in certain {
            let path = suspicion.name.bytes.isEmpty ? folder.path : folder.path.appending(suspicion.name)
            try report(
                AuditDifference(
                    subject: suspicion.name.bytes.isEmpty ? .folder(path) : .file(path),
                    problem: suspicion.problem,
                    isMended: !left.contains(suspicion)
                )
            )
        }
    }

    private func mend(_ folder: AuditedFolder) {
        // One above what nobody knows is looked at with all below it.
        let isKnown = means.watcher.node(at: folder.path) != nil
        let node = means.watcher.chain(along: folder.path).last ?? folder.root.node
        means.watcher.mark(node, isKnown ? .listing : .tree, force: true)
    }

    mutating func report(_ difference: AuditDifference) throws {
        figures.differences += 1
        if !difference.isMended { figures.unmended += 1 }
        try means.report(difference)
    }
}

/// A directory to be compared.
struct AuditedFolder {
    let path: FilePath
    let root: LibraryRoot

    /// The folder's path inside the root, without a leading slash.
    var inner: [UInt8] {
        Array(path.bytes.dropFirst(root.library.path.bytes.count).drop { $0 == UInt8(ascii: "/") })
    }

    /// Name by name, from the topmost root: options count from there.
    var way: [FileName] { root.way(to: path) }
}

/// Why an audit ends before its end.
enum AuditEnd: Error {
    /// The daemon is stopping.
    case stopping
    /// Whoever asked for it is gone.
    case abandoned
    /// One that somebody waits for comes first.
    case overtaken
}

/// The buffer that directories are listed into.
final class FolderBuffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    deinit { bytes.deallocate() }
}
