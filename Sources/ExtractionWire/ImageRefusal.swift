/// Why an image was not given other metadata. The numbers are those of the wire.
public enum ImageRefusal: UInt8, Error, CaseIterable, Sendable {
    /// The image is not what it is called.
    case notThisFormat = 1
    case damaged = 2
    /// The image has metadata that cannot be read, or two of a kind, and they would be lost or contradict what is written.
    case unreadableMetadata = 3
    case tooLarge = 4
    /// A value that was asked for cannot stand in the image.
    case unwritable = 5
    /// The image could not be read to its end, or the new one not written.
    case inputOutput = 6
    /// The image's format limits how much metadata there may be.
    case noRoom = 7
    /// The image's form is one that is not written on.
    case bigTIFF = 8
}

extension ImageRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notThisFormat: "the photo is of another format than it is called; use write=sidecar"
        case .damaged: "the photo is damaged; use write=sidecar"
        case .unreadableMetadata:
            "the photo has metadata that cannot be read, or has them twice, and they would be lost or contradict what is "
                + "written; use write=sidecar"
        case .tooLarge:
            "the photo, or what of it stands before the picture, is larger than 64 MiB; use write=sidecar"
        case .unwritable:
            "a value cannot stand in a photo: it has characters that XML does not allow, or is out of range"
        case .noRoom: "the photo's format has no room for more metadata; use write=sidecar"
        case .bigTIFF: "the photo is a BigTIFF, which is not written on; use write=sidecar"
        case .inputOutput: "the photo could not be read: try again"
        }
    }
}
