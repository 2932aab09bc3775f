import Importing
import PhotoModel
import WatchedLibrary

/// Tells the library which of its photos a batch takes away, which have gone, and when that is over.
final class TakenPhotos {
    private let ids: [FilePath: AssetID]
    private var gone: Set<AssetID> = []
    /// `nil` until it begins.
    private var batch: String?
    private let library: PhotoLibrary

    /// Before the first file is touched.
    ///
    /// - Parameter paths: of primary files, in the library or not.
    init(_ paths: [FilePath], of library: PhotoLibrary) {
        ids = library.run.takesAway(paths)
        self.library = library
    }

    /// The batch has its name, and no file is touched yet.
    func begin(_ batch: String) {
        guard !ids.isEmpty else { return }
        self.batch = batch
        library.run.beginTaking(by: batch)
    }

    /// A unit is through. What stays may be saved anew by an editor as ever.
    func note(_ outcome: UnitOutcome) {
        guard !ids.isEmpty else { return }
        let left = outcome.movedFiles.compactMap { ids[$0.from] }.filter { gone.insert($0).inserted }
        library.run.hasTaken(left)
    }

    /// All files have been touched: waits until the index knows. Whoever is told that they are gone does not see them any
    /// more, unless the index cannot be told.
    func waitUntilGone(_ cancellation: Cancellation) {
        guard !gone.isEmpty else { return }
        _ = LibraryWait.whileWritable(library, cancellation)
    }

    /// The batch is over, whatever ended it: to what is still there when the index knows what is not, or comes back, happens what
    /// happens to any photo.
    func end() {
        let (gone, stay) = (Array(self.gone), Array(Set(ids.values).subtracting(self.gone)))
        if !stay.isEmpty { library.run.endTaking(stay, haveLeft: false) }
        guard !gone.isEmpty || batch != nil else { return }
        library.sync { [library, gone, batch] in
            library.run.endTaking(gone, haveLeft: true)
            if let batch { library.run.endTaking(by: batch) }
        }
    }
}

extension UnitOutcome {
    /// Files that are not where they were.
    fileprivate var movedFiles: [PlacedFile] {
        switch result {
        case .placed(let files), .trashed(let files, _), .removed(let files), .partly(let files, _): files
        case .unchanged, .refused: []
        }
    }
}
