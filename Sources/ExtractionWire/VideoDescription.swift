/// What a worker says that a video is.
public struct VideoDescription: Hashable, Sendable {
    /// Whether frames can be taken out of it.
    public enum Verdict: Hashable, Sendable {
        /// The first picture was decoded.
        case decodable
        /// There is no decoder for its codec.
        case missingCodec
        case refused(FrameRefusal)
    }

    /// Frames a second: a numerator and a denominator, neither of which is 0.
    public struct FrameRate: Hashable, Sendable {
        public let frames: UInt32
        public let seconds: UInt32

        public init?(frames: UInt32, seconds: UInt32) {
            guard frames > 0, seconds > 0 else { return nil }
            self.frames = frames
            self.seconds = seconds
        }
    }

    public let container: VideoContainer
    /// Pixels as it is shown: turned, and square; 0 where that is not known.
    public let width: UInt32
    public let height: UInt32
    /// How the pictures are turned for that, as EXIF's orientation, 1 to 8.
    public let orientation: UInt8
    /// Microseconds; 0 where it is not known.
    public let duration: Int64
    /// `nil` where it is not known.
    public let frameRate: FrameRate?
    /// `nil`: there are no pictures, or no sound.
    public let videoCodec: CodecName?
    public let audioCodec: CodecName?
    public let verdict: Verdict

    /// Microseconds that nobody's arithmetic overflows with.
    static let longest: Int64 = 9_000_000_000_000_000_000

    /// Of its longest payload: container (1), width (4), height (4), orientation (1), duration (8), frame rate (8), verdict
    /// (1), and two codecs with their lengths.
    static let length = 27 + 2 * (1 + CodecName.maximumLength)

    private static let decodable: UInt8 = 0
    private static let missingCodec: UInt8 = 255

    public init(
        container: VideoContainer,
        width: UInt32,
        height: UInt32,
        orientation: UInt8,
        duration: Int64,
        frameRate: FrameRate?,
        videoCodec: CodecName?,
        audioCodec: CodecName?,
        verdict: Verdict
    ) {
        self.container = container
        self.width = width
        self.height = height
        self.orientation = orientation
        self.duration = duration
        self.frameRate = frameRate
        self.videoCodec = videoCodec
        self.audioCodec = audioCodec
        self.verdict = verdict
    }

    public init(decoding payload: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(payload)
        let kind: UInt8 = try reader.number()
        guard let container = VideoContainer(rawValue: kind) else { throw .outcome(kind) }
        self.container = container
        width = try reader.number()
        height = try reader.number()
        orientation = try reader.number()
        duration = try reader.number()
        let (frames, seconds): (UInt32, UInt32) = (try reader.number(), try reader.number())
        frameRate = FrameRate(frames: frames, seconds: seconds)
        let code: UInt8 = try reader.number()
        switch code {
        case Self.decodable: verdict = .decodable
        case Self.missingCodec: verdict = .missingCodec
        default:
            guard let refusal = FrameRefusal(rawValue: code) else { throw .reason(code) }
            verdict = .refused(refusal)
        }
        videoCodec = try Self.codec(&reader)
        audioCodec = try Self.codec(&reader)
        try reader.end()
        guard (1...8).contains(orientation), (0...Self.longest).contains(duration),
            (width == 0) == (height == 0)
        else {
            throw .length
        }
    }

    public func encode(into payload: inout WireBytes) {
        payload.append(container.rawValue)
        payload.append(width)
        payload.append(height)
        payload.append(orientation)
        payload.append(duration)
        payload.append(frameRate?.frames ?? 0)
        payload.append(frameRate?.seconds ?? 0)
        switch verdict {
        case .decodable: payload.append(Self.decodable)
        case .missingCodec: payload.append(Self.missingCodec)
        case .refused(let refusal): payload.append(refusal.rawValue)
        }
        for codec in [videoCodec, audioCodec] { (codec ?? CodecName("")).encode(into: &payload) }
    }

    private static func codec(_ reader: inout ByteReader) throws(WireError) -> CodecName? {
        let name = try CodecName(reading: &reader)
        return name.text.isEmpty ? nil : name
    }
}
