import Importing
import PhotoModel
import WatchedLibrary

/// Tells the library which of its photos a batch takes away, and when that is over.
struct TakenPhotos {
    private let ids: [AssetID]
    private let library: PhotoLibrary

    /// Before the first file is touched.
    ///
    /// - Parameter paths: of primary files, in the library or not.
    init(_ paths: [FilePath], of library: PhotoLibrary) {
        ids = library.takesAway(paths)
        self.library = library
    }

    /// All files have been touched: waits until the index knows. Whoever is told that they are gone does not see them any
    /// more, unless the index cannot be told.
    func waitUntilGone(_ cancellation: Cancellation) {
        guard !ids.isEmpty else { return }
        _ = LibraryWait.whileWritable(library, cancellation)
    }

    /// The batch is over, whatever ended it: to what is still there when the index knows what is not, or comes back, happens what
    /// happens to any photo.
    func end() {
        guard !ids.isEmpty else { return }
        library.sync { [library, ids] in library.endTaking(ids) }
    }
}
