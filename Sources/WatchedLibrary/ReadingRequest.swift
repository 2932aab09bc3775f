import EditRules
import PhotoModel

/// An asset that is to be read now, for somebody who asks why it is as it is.
public struct ReadingRequest: Sendable {
    /// Absolute.
    public var folder: FilePath
    public var name: FileName
    /// Nanoseconds since 1970.
    public var modificationTime: Int64
    /// The asset's sidecars, in the same folder, the one to believe first first.
    public var sidecars: [FileName]
    /// Of a video: still images of the same name.
    public var stills: [FileName]
    /// What is shown in place of what the asset says.
    public var overlay = Overlay()

    public init(
        folder: FilePath,
        name: FileName,
        modificationTime: Int64,
        sidecars: [FileName] = [],
        stills: [FileName] = []
    ) {
        self.folder = folder
        self.name = name
        self.modificationTime = modificationTime
        self.sidecars = sidecars
        self.stills = stills
    }
}
