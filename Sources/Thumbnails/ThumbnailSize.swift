/// The sizes that the Thumbnail Managing Standard 0.9 knows, each with a folder of its own.
public enum ThumbnailSize: String, Sendable, CaseIterable {
    case normal
    case large
    case xLarge = "x-large"
    case xxLarge = "xx-large"

    /// Pixels that neither width nor height exceeds.
    public var edge: UInt16 {
        switch self {
        case .normal: 128
        case .large: 256
        case .xLarge: 512
        case .xxLarge: 1024
        }
    }
}
