import DiskReading
import Files
import FolderWatch
import LibraryIndex
import PhotoModel
import Roots

/// Photos that are not deleted: a disk is mounted over the folder that they are in, and they may lie under there.
extension FindingTransaction {
    func isHidden(_ asset: IndexedAsset) throws(IndexError) -> Bool {
        guard let root = roots.root(withKey: asset.root),
            let folder = try reader.path(ofDirectory: asset.directory),
            try reader.directory(root: root.key, parent: 0, name: FileName([]))?.filesystem
                == asset.filesystem
        else { return false }
        return isHidden(folder, in: root)
    }

    func isHidden(_ departed: DepartedAsset) throws(IndexError) -> Bool {
        guard let root = roots.all.first(where: { $0.library.name == departed.root }),
            let own = try reader.directory(root: root.key, parent: 0, name: FileName([])),
            try reader.filesystem(own.filesystem) == departed.filesystem
        else { return false }
        return isHidden(root.library.path.appending(FileName(departed.path)).parent, in: root)
    }

    /// Whether a folder of the disk that its root is on, or the nearest above it that is there, is on another one now.
    private func isHidden(_ folder: FilePath, in root: LibraryRoot) -> Bool {
        var folder = folder
        do throws(FolderError) {
            while folder != root.library.path, folder != folder.parent {
                guard let status = try status(ofFolder: folder, in: root) else {
                    folder = folder.parent
                    continue
                }
                return try status.device != disk.look(.root(root.library.path)).status.device
            }
            return false
        } catch {
            // An id is never taken from what may come back.
            return true
        }
    }

    private func status(ofFolder folder: FilePath, in root: LibraryRoot) throws(FolderError) -> FileStatus? {
        do throws(FolderError) {
            return try disk.status(at: folder, in: root)
        } catch {
            guard error == .missing else { throw error }
            return nil
        }
    }
}
