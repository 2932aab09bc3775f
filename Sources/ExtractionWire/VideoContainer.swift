/// What a video's streams are packed in. The numbers are those of the wire.
public enum VideoContainer: UInt8, CaseIterable, Sendable {
    case mp4 = 1
    case quickTime = 2
    /// 3GPP and 3GPP2.
    case mobile = 3
    case avi = 4
    case matroska = 5
    case webM = 6
    case transportStream = 7
    case programStream = 8
    case elementaryStream = 9
    case windowsMedia = 10

    /// What libavformat calls it; of one name for several, the one that is meant.
    public var name: StaticString {
        switch self {
        case .mp4: "mp4"
        case .quickTime: "mov"
        case .mobile: "3gp"
        case .avi: "avi"
        case .matroska: "matroska"
        case .webM: "webm"
        case .transportStream: "mpegts"
        case .programStream: "mpeg"
        case .elementaryStream: "mpegvideo"
        case .windowsMedia: "asf"
        }
    }
}
