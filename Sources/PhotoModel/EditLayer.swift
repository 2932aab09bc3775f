/// Where an edit is written.
public enum EditLayer: String, Hashable, Sendable {
    /// In photod's own documents alone.
    case index
    /// In sidecars beside the photo, as far as they can say it.
    case sidecar
    /// In the photo itself, where its format is one that can be written, else in its sidecar; in sidecars that say the same as
    /// well, because they are read before it.
    case file
    /// In both.
    case both

    /// Where nobody says anything else: other programs read it, and no original is touched.
    public static let usual = EditLayer.sidecar

    /// Whether files are written, be it photos or sidecars.
    public var isOnDisk: Bool { self != .index }

    /// Whether the photo itself is.
    public var isInPhoto: Bool { self == .file || self == .both }
}
