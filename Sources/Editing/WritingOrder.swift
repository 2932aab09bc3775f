import ImageContainers
import PhotoModel
import SidecarText

/// What the files of a shot shall say.
public struct WritingOrder: Sendable {
    /// The number of the edit that wants it.
    public let edit: Int
    public let folder: FilePath
    /// The shot's primary file. Where it is gone there is nothing to be said of it.
    public let photo: FileName
    /// The primary file as the library knows it. Where another one stands at its name nothing is written: whoever renames photos leaves
    /// a name to another photo. `nil`: nobody knows it yet.
    public let stamp: FileStamp?
    /// The sidecars that are written, whether they are there or not.
    public let names: [FileName]
    /// Those of them that are written only where they are there: the photo says it itself.
    public let namesIfThere: [FileName]
    public let values: SidecarValues
    /// `nil` where the photo itself stays as it is.
    public let image: Image?
    /// The files that the values follow from, as they were when they were read; `nil` of one that was not there. Where one is another
    /// by now nothing is written. Empty: the values follow from none.
    public let sources: [FileName: FileStamp?]

    /// What the photo itself shall say.
    public struct Image: Sendable {
        public let container: ImageSubstance.Container
        public let values: SidecarValues
        /// Whether one of several names of a file may become a file of its own.
        public let breaksLinks: Bool
        /// Whether the time of its last change is all that the photo says of its date: then it keeps that time.
        public let isDatedByTime: Bool

        public init(
            container: ImageSubstance.Container,
            values: SidecarValues,
            breaksLinks: Bool,
            isDatedByTime: Bool
        ) {
            self.container = container
            self.values = values
            self.breaksLinks = breaksLinks
            self.isDatedByTime = isDatedByTime
        }
    }

    public init(
        edit: Int,
        folder: FilePath,
        photo: FileName,
        stamp: FileStamp? = nil,
        names: [FileName],
        namesIfThere: [FileName] = [],
        values: SidecarValues,
        image: Image? = nil,
        sources: [FileName: FileStamp?] = [:]
    ) {
        self.edit = edit
        self.folder = folder
        self.photo = photo
        self.stamp = stamp
        self.names = names
        self.namesIfThere = namesIfThere
        self.values = values
        self.image = image
        self.sources = sources
    }

    /// Whether what stands at the photo's name is the photo, as far as can be told: where the file system's numbers do not last,
    /// by its size and the time of its last change.
    func isPhoto(_ now: FileStamp) -> Bool {
        guard let stamp else { return true }
        return stamp.inode == 0 ? stamp.seemsSameFile(as: now) : stamp.isSameFile(as: now)
    }
}

/// What of an order is known before anything is written.
public enum PreparedOrder: Sendable {
    /// Empty: they say it already.
    case ready([PreparedFile])
    case failed(WritingFailure)
}

/// A file as it is, and as it shall be.
public struct PreparedFile: Sendable {
    package let edit: Int
    let place: FilePlace
    let new: FileContent

    /// Else it is a sidecar.
    package var isPhoto: Bool { place.isPhoto }

    package var folder: FilePath { place.folder.path }
}
