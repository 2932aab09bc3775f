import LibraryIndex
import PhotoModel
import Thumbnails

/// What a client asks a picture of.
struct WantedPicture: Sendable {
    /// The word that it was asked for by.
    let word: String
    /// `nil`: there is no such photo.
    let subject: PictureSubject?
    /// Whether its folder is away.
    let isOffline: Bool
    /// XXH3-128 of its whole content; `nil` where nobody had to know it.
    let content: Fingerprint?
}

extension PictureSubject {
    /// - Parameter folder: with the slash at its end. Returns `nil` for a format of a later build.
    init?(_ id: AssetID, _ row: PictureRow, in folder: [UInt8]) {
        guard let format = row.format else { return nil }
        self.init(
            id: id,
            original: ThumbnailOriginal(
                path: FilePath(folder + row.name),
                modificationTime: row.stamp.modificationTime,
                size: row.stamp.size,
                fingerprint: row.fingerprint,
                format: format,
                width: row.width,
                height: row.height,
                duration: row.duration
            ),
            root: row.root,
            stamp: row.stamp
        )
    }
}
