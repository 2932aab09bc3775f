import DiskReading
import Files
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots
import Shots

/// What stands at the places where identities lost their files. The root that has the name of theirs may be another
/// folder by now.
extension FindingTransaction {
    /// What an identity's own path leads to.
    enum Sight {
        case nothing
        case entry(FileStatus)
        /// The root is offline, or its disk does not say.
        case unclear
    }

    func ownPath(of departed: DepartedAsset) -> FilePath? {
        root(of: departed)?.library.path.appending(FileName(departed.path))
    }

    /// The root that has the name of an identity's, and is not about to go.
    private func root(of departed: DepartedAsset) -> LibraryRoot? {
        roots.all.first { $0.library.name == departed.root && !removedRoots.contains($0.node) }
    }

    /// - Parameter root: whose name it has; `nil`: whichever has it.
    func sight(of departed: DepartedAsset, in root: LibraryRoot? = nil) throws(IndexError) -> Sight {
        guard let root = root ?? self.root(of: departed) else { return .nothing }
        guard root.state != .offline else { return try hasOtherName(departed) ? .nothing : .unclear }
        do throws(FolderError) {
            return .entry(
                try disk.status(at: root.library.path.appending(FileName(departed.path)), in: root)
            )
        } catch {
            return error == .missing ? .nothing : .unclear
        }
    }

    /// Whether the root that an identity was in has another name by now: what has its name, and is away, is another one.
    private func hasOtherName(_ departed: DepartedAsset) throws(IndexError) -> Bool {
        guard let home = departed.home else { return false }
        for root in roots.all where root.state != .offline && root.library.name != departed.root {
            if try reader.identity(ofRoot: root.key) == home { return true }
        }
        return false
    }

    /// Whether an identity's own path leads to its file, or a sweep that has yet to come there may find that it does: no
    /// other path may take the identity before. A folder with `.nomedia` hides files that are where they always were.
    func isExpected(_ departed: DepartedAsset, in root: LibraryRoot? = nil) throws(IndexError) -> Bool {
        switch try sight(of: departed, in: root) {
        case .nothing: return false
        case .unclear: return departed.deletedAt == nil
        case .entry(let status):
            if status.isFile(of: departed) { return true }
            guard departed.deletedAt == nil, status.isRegularFile,
                Int64(clamping: status.size) == departed.size
            else { return false }
            return try !isIndexed(status, at: departed, in: root)
        }
    }

    /// Whether what stands at an identity's own path is a photo of the index, and so not what is waited for.
    private func isIndexed(
        _ status: FileStatus,
        at departed: DepartedAsset,
        in root: LibraryRoot?
    ) throws(IndexError) -> Bool {
        var components = departed.path.split(separator: UInt8(ascii: "/"))
        guard let name = components.popLast(),
            let root = root ?? self.root(of: departed),
            let folder = try reader.directory(
                root: root.key,
                path: Array(components.joined(separator: CollectionOfOne(UInt8(ascii: "/"))))
            ),
            let asset = try reader.asset(named: FileName(Array(name)), inDirectory: folder.key)
        else { return false }
        return asset.stamp.isSameContent(as: FileStamp(now: status))
    }

    /// Whether an identity's own path leads to the inode that a file has elsewhere, too: a file with several names. One that has one
    /// name is not there, though nobody can look: not where a link led, that is. A disk that is away may have been copied with all
    /// its numbers.
    func isLink(
        _ departed: DepartedAsset,
        of file: ObservedFile,
        in directory: ResolvedDirectory
    ) throws(IndexError) -> Bool {
        switch try sight(of: departed) {
        case .nothing: false
        case .unclear:
            departed.deletedAt == nil
                && (root(of: departed)?.isLinked != true || hasOtherNames(file, in: directory))
        case .entry(let status): status.isFile(of: departed)
        }
    }
}

extension FileStatus {
    func isFile(of departed: DepartedAsset) -> Bool {
        isRegularFile && inode == departed.inode && birthTime == departed.birthTime
            && (birthTime != 0 || Int64(clamping: size) == departed.size)
    }
}
