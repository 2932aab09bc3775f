import FolderWatch
import LibraryIndex
import PhotoModel
import Roots

/// Identities that wait for their file become tombstones where a sweep has looked for it. What nobody has looked at is not
/// missing: another folder may have the name of their root, one on the way may not be read just now, the disk that they lay on
/// may be away. Those wait on.
extension FindingTransaction {
    /// - Parameter root: a sweep has just seen all of it that can be seen.
    mutating func buryUnfound(in root: LibraryRoot) throws(IndexError) {
        guard let home = try reader.identity(ofRoot: root.key) else { return }
        let filesystem = try reader.filesystem(home.filesystem)
        for waiting in try reader.waiting(inRoot: root.library.name) {
            guard waiting.home == nil || waiting.home == home, try !isExpected(waiting, in: root),
                isDiskThere(waiting, in: root, on: filesystem)
            else { continue }
            var buried = waiting
            buried.deletedAt = time.seconds
            buried.lived = time.lived
            try writer.depart(buried)
        }
    }

    /// Whether what stands at an identity's place, or the last folder that there is on the way, lies on the file system that
    /// its file was on.
    ///
    /// - Parameter filesystem: the root's.
    private func isDiskThere(_ waiting: DepartedAsset, in root: LibraryRoot, on filesystem: String?) -> Bool {
        guard let known = waiting.filesystem, known != filesystem else { return true }
        var folder = root.library.path.appending(FileName(waiting.path)).parent
        while folder.isInside(root.library.path), folder != root.library.path {
            do throws(FolderError) {
                return try disk.look(.directory(folder)).filesystem?.text == known
            } catch {
                guard error == .missing else { return false }
                folder = folder.parent
            }
        }
        return false
    }
}
