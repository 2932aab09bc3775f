import Editing
import LibraryIndex
import PhotoModel

/// The XMP sidecars of a shot, by their names in its folder.
struct ShotSidecars {
    /// Sidecars that say what is said of the shot, whether they are there or not.
    let written: [FileName]
    /// Those of the photo alone that nobody has seen. They may be there all the same, made a moment ago.
    let unseen: [FileName]
    /// `written`, and the other sidecars that are there.
    let all: [FileName]
    /// The files that say what the photo is, as they were when they were read: the photo and these; `nil` of one that was not there.
    let read: [FileName: FileStamp?]

    init(of asset: IndexedAsset, _ reader: IndexReader) throws(IndexError) {
        let companions = try reader.companions(of: asset.key)
        let sidecars = companions.filter { $0.format == .xmpSidecar }.map(\.name)
        let others = companions.filter { $0.format.kind != .sidecar }.map(\.name)
        let written = SidecarNames.names(of: [asset.name] + others, among: sidecars)
        self.written = written
        let ofOthers = SidecarNames.names(of: others, among: sidecars)
        unseen = written.filter { !sidecars.contains($0) && !ofOthers.contains($0) }
        all = written + sidecars.filter { !written.contains($0) }
        var read: [FileName: FileStamp?] = [asset.name: asset.stamp]
        for name in written { read.updateValue(nil, forKey: name) }
        for companion in companions where companion.format == .xmpSidecar {
            read.updateValue(companion.stamp, forKey: companion.name)
        }
        self.read = read
    }
}
