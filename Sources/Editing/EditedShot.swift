import PhotoModel

/// A shot that an edit has written files of, where it is now.
package struct EditedShot: Sendable {
    package let folder: FilePath
    /// The shot's photos, its primary first: the one that was written may have become a companion since.
    let photos: [FileName]
    /// What the shot's sidecars are called, or would be. They may have moved with it.
    let sidecars: [FileName]

    package init(folder: FilePath, photos: [FileName], sidecars: [FileName]) {
        self.folder = folder
        self.photos = photos
        self.sidecars = sidecars
    }
}
