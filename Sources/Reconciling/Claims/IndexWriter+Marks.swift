import LibraryIndex
import Shots

extension IndexWriter {
    /// Sets what a user says of a photo, and the group that follows from it.
    ///
    /// - Parameter revision: what it is beyond, beside the photo's own.
    public func setMarks(
        _ marks: AssetMarks,
        of asset: IndexedAsset,
        beyond revision: Int64 = 0
    ) throws(IndexError) {
        let described = RecordBuilder.group(
            described: try reader.description(ofAsset: asset.key),
            folder: try reader.folderRules(ofDirectory: asset.directory).group
        )
        try setMarks(
            marks,
            of: asset,
            describedGroup: described,
            revision: max(asset.revision, revision) + 1
        )
    }
}
