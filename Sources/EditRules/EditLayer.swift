/// Where an edit is written.
public enum EditLayer: String, Hashable, Sendable {
    /// In photod's own documents alone.
    case index
    /// In sidecars beside the photo, as far as they can say it.
    case sidecar
}
