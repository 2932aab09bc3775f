import Batches
import Files
import Glibc
import PhotoModel

extension FileTransfer {
    /// Removes the folders that a batch made and that hold nothing, the last made first.
    ///
    /// - Returns: what was in the way of some.
    mutating func removeEmptyFolders(_ places: [FolderPlace]) -> [ImportError] {
        var problems: [ImportError] = []
        var parents: [FolderPlace] = []
        // What is held open must not be the removed folders.
        folders.forget()
        for place in places.reversed() {
            guard let name = place.beneath.last else { continue }
            let parent = FolderPlace(base: place.base, beneath: place.beneath.dropLast())
            do throws(CallFailure) {
                let code = try folders.folder(parent).removeFolder(name)
                switch code {
                // Not empty, or gone already.
                case ENOTEMPTY, EEXIST, ENOENT: continue
                case 0: parents.append(parent)
                default: throw CallFailure(.remove, place.path, code)
                }
            } catch {
                if error.code != ENOENT { problems.append(error.told("remove", place.path)) }
            }
        }
        folders.forget()
        do throws(ImportError) {
            try synchroniseFolders(of: parents)
        } catch { problems.append(error) }
        return problems
    }
}
