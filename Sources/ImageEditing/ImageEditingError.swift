/// Why an image is not given other metadata.
public enum ImageEditingError: Error, Hashable, Sendable {
    /// Nothing that is written on begins so.
    case notThisFormat
    case damaged
    /// The image has metadata that cannot be read, or two of a kind, and they would be lost or contradict what is written.
    case unreadableMetadata
    /// A value that was asked for cannot stand in the image.
    case unwritable
    /// The image's format limits how much metadata there may be.
    case noRoom
    /// A TIFF with positions of eight bytes.
    case bigTIFF
    /// The image could not be read to its end.
    case inputOutput
}
