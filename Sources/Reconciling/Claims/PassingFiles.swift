import DiskReading
import Files
import FolderWatch
import LibraryIndex
import PhotoModel
import Shots

/// Files that have gone on since they were seen.
extension FindingTransaction {
    /// Where a file is by now that was seen here.
    enum Passing {
        /// The file stands here, and this is a name of its own.
        case here
        /// The file was where an identity has it a moment ago, and has come here since.
        case moved
        /// The file has gone back, or comes and goes: it is looked at again.
        case elsewhere
    }

    /// Who is renamed back and forth was seen at two places, and stands at one. Another id, given to what was seen at the other, would
    /// be gone with the next look, and which of the two is the file's could not be told any more.
    ///
    /// - Parameter others: where identities have this very file.
    mutating func passing(
        _ file: ObservedFile,
        _ others: [FilePath],
        in directory: ResolvedDirectory
    ) -> Passing {
        guard let path = path(of: file.name, in: directory), others.contains(where: { $0 != path }) else {
            return .here
        }
        guard others.contains(where: { $0 != path && isThere(file, $0) }) else { return .moved }
        let seen: FileStatus?
        do throws(FolderError) {
            seen = try status(where: file, in: directory)
        } catch {
            guard error == .missing else { return .here }
            seen = nil
        }
        guard let seen, FileStamp(now: seen).isSameInode(as: file.stamp) else {
            return memory.passing.postpones(file.name, in: directory.key) ? .elsewhere : .here
        }
        let doubtful = others.filter {
            seen.linkCount == 1 && $0 != path && !isBound($0, file.name, directory)
        }
        guard !doubtful.isEmpty else { return .here }
        guard doubtful.contains(where: { isThere(file, $0) }) else { return .moved }
        // Seen at both places once more, it comes and goes, or the disk says of all files that they have one name.
        return memory.doubtful.postpones(file.name, in: directory.key) ? .elsewhere : .here
    }

    private func isThere(_ file: ObservedFile, _ path: FilePath) -> Bool {
        guard let status = try? disk.status(at: path) else { return false }
        return status.isRegularFile && FileStamp(now: status).isSameInode(as: file.stamp)
    }

    /// Whether a path is the very entry of a directory that has been looked at: the directory is bound to two places.
    private func isBound(_ path: FilePath, _ name: FileName, _ directory: ResolvedDirectory) -> Bool {
        guard path.lastName == name, let folder = try? disk.status(at: path.parent) else { return false }
        return folder.isDirectory(directory.seen.inode, directory.seen.birthTime)
    }

    func ownPaths(of assets: [IndexedAsset]) throws(IndexError) -> [FilePath] {
        var paths: [FilePath] = []
        for asset in assets {
            if let folder = try reader.path(ofDirectory: asset.directory) {
                paths.append(folder.appending(asset.name))
            }
        }
        return paths
    }

    /// Whether a file is not where it was seen any more. Where the index knows it, it may be back there by now: then it is nobody new,
    /// and whoever gave it another id would find both later, and could not tell which one is its own.
    ///
    /// A disk that said one number when a folder was listed and always another when a path is asked for must not be looked at for ever:
    /// it is put off as often as what is told by its content.
    mutating func isPast(_ file: ObservedFile, in directory: ResolvedDirectory) -> Bool {
        do throws(FolderError) {
            let stamp = try FileStamp(now: status(where: file, in: directory))
            if stamp.isSameInode(as: file.stamp) { return false }
        } catch {
            guard error == .missing else { return false }
        }
        return memory.postponed.postpones(file.name, in: directory.key)
    }

    func path(of name: FileName, in directory: ResolvedDirectory) -> FilePath? {
        let place = directory.seen
        return roots.root(withKey: place.root)?.library.path.appending(FileName(place.path(of: name)))
    }

    func hasOtherNames(_ file: ObservedFile, in directory: ResolvedDirectory) -> Bool {
        // One that is gone again by now is nobody's for now.
        guard let status = try? status(where: file, in: directory) else { return true }
        return status.linkCount > 1
    }

    /// What stands now where a file was seen. Of a root that was taken out meanwhile nothing can be said.
    func status(where file: ObservedFile, in directory: ResolvedDirectory) throws(FolderError) -> FileStatus {
        guard let root = roots.root(withKey: directory.seen.root),
            let path = path(of: file.name, in: directory)
        else { throw .unreachable(errno: 0) }
        return try disk.status(at: path, in: root)
    }
}
