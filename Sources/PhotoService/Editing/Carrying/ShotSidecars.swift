import Editing
import LibraryIndex
import PhotoModel

/// The XMP sidecars of a shot, by their names in its folder.
struct ShotSidecars {
    /// Those that say what is said of it, whether they are there or not.
    let written: [FileName]
    /// These, and the others that are there.
    let all: [FileName]

    init(of asset: IndexedAsset, _ reader: IndexReader) throws(IndexError) {
        let companions = try reader.companions(of: asset.key)
        let sidecars = companions.filter { $0.format == .xmpSidecar }.map(\.name)
        let written = SidecarNames.names(
            of: [asset.name] + companions.filter { $0.format.kind != .sidecar }.map(\.name),
            among: sidecars
        )
        self.written = written
        all = written + sidecars.filter { !written.contains($0) }
    }
}
