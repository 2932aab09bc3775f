import Editing
import ImageContainers
import LibraryIndex
import PhotoModel

extension EditedShot {
    /// A shot as the index has it.
    init(of asset: IndexedAsset, in folder: FilePath, _ reader: IndexReader) throws(IndexError) {
        let companions = try reader.companions(of: asset.key)
        let written = companions.filter { ImageSubstance.Container(writing: $0.format) != nil }
        self.init(
            folder: folder,
            photos: [asset.name] + written.map(\.name),
            sidecars: try ShotSidecars(of: asset, reader).all
        )
    }
}
