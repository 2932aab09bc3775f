/// The container formats that photod calls videos. libavformat knows hundreds more, some of which open other
/// files: none of those is let near a file.
public enum ContainerKind: String {
    /// ISO 14496-12 and QuickTime.
    case movie = "mov,mp4,m4a,3gp,3g2,mj2"
    case avi
    case matroska = "matroska,webm"
    case transportStream = "mpegts"
    case programStream = "mpeg"
    case elementaryStream = "mpegvideo"
    case windowsMedia = "asf"

    /// Whether its headers do not tell a picture's size: the first packets have to be looked at.
    public var isWithoutHeaders: Bool {
        switch self {
        case .transportStream, .programStream, .elementaryStream: true
        case .movie, .avi, .matroska, .windowsMedia: false
        }
    }

    /// Whether the duration in its headers begins with the file's clock, not with the first picture or sound.
    public var countsFromZero: Bool {
        switch self {
        case .movie, .matroska: true
        case .avi, .transportStream, .programStream, .elementaryStream, .windowsMedia: false
        }
    }
}
