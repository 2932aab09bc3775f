/// Where an edit is written.
public enum EditLayer: String, Hashable, Sendable {
    /// In photod's own documents alone.
    case index
    /// In sidecars beside the photo, as far as they can say it.
    case sidecar

    /// Where nobody says anything else: other programs read it, and no original is touched.
    public static let usual = EditLayer.sidecar
}
