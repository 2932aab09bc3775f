import PhotoModel
import SidecarText

/// What the sidecars of a shot shall say.
public struct SidecarOrder: Sendable {
    /// The number of the edit that wants it.
    public let edit: Int
    public let folder: FilePath
    /// The shot's primary file. Where it is gone there is nothing to be said of it.
    public let photo: FileName
    public let names: [FileName]
    public let values: SidecarValues

    public init(edit: Int, folder: FilePath, photo: FileName, names: [FileName], values: SidecarValues) {
        self.edit = edit
        self.folder = folder
        self.photo = photo
        self.names = names
        self.values = values
    }
}

/// What of an order is known before anything is written.
public enum PreparedOrder: Sendable {
    /// Empty: they say it already.
    case ready([PreparedSidecar])
    case failed(SidecarFailure)
}

/// A sidecar as it is, and as it shall be.
public struct PreparedSidecar: Sendable {
    let edit: Int
    let place: SidecarPlace
    let new: [UInt8]
}
