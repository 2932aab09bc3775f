import Batches
import Files
import FolderWatch
import Glibc
import Importing
import LibraryIndex
import PhotoModel
import Roots
import WatchedLibrary

/// What a plan asks of the library: folders on the disk, content in the index.
struct IndexLookup: LibraryLookup {
    let library: PhotoLibrary
    let places: BatchPlaces

    func names(in folder: FolderPlace) throws(ImportError) -> [FileName] {
        let path = folder.path
        do throws(CallFailure) { return try Folder(path).names() } catch {
            if error.code == ENOENT { return [] }
            throw .system(operation: "list", path: path, code: error.code)
        }
    }

    func areOne(_ folder: FolderPlace, _ other: FolderPlace) -> Bool {
        do throws(FolderError) {
            let (first, second) = (
                try ImportListing.Identity(of: folder), try ImportListing.Identity(of: other)
            )
            return first == second
        } catch {
            // One that is not there is no other.
            return false
        }
    }

    func twins(size: Int64, fingerprint: Fingerprint) throws(ImportError) -> [FilePath] {
        do throws(IndexError) {
            return try library.index.read { reader throws(IndexError) in
                var paths: [FilePath] = []
                for asset in try reader.assets(size: size, fingerprint: fingerprint) {
                    guard let folder = try reader.path(ofDirectory: asset.directory) else { continue }
                    let path = folder.appending(asset.name)
                    // What cannot be read now cannot be held against anything.
                    if library.run.root(of: path)?.state != .offline { paths.append(path) }
                }
                return paths
            }
        } catch {
            // Nothing is imported then: it would be in the library twice.
            throw .index(reason: "\(error)")
        }
    }

    func contentHash(of path: FilePath) throws(ImportError) -> Fingerprint {
        try places.whileReading(path) { () throws(ImportError) in try FileContent.hash(of: path) }
    }
}
