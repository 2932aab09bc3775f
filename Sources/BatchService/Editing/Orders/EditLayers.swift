import LibraryIndex
import PhotoModel
import WatchedLibrary

/// Where photos are edited: where the request says so, or else their folders.
struct EditLayers {
    private let asked: EditLayer?
    private let library: PhotoLibrary
    /// By the key of the directory: most edits are of few.
    private var known: [Int64: EditLayer] = [:]

    init(_ asked: EditLayer?, _ library: PhotoLibrary) {
        self.asked = asked
        self.library = library
    }

    mutating func layer(of asset: IndexedAsset, _ reader: IndexReader) throws(IndexError) -> EditLayer {
        if let layer = asked ?? known[asset.directory] { return layer }
        let folder = try reader.path(ofDirectory: asset.directory)
        let layer = folder.flatMap { library.run.optionCascade(at: $0) }?.cascade.write ?? .usual
        known[asset.directory] = layer
        return layer
    }
}
