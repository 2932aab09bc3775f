/// What a worker says of a frame that was asked for, where the video is one.
public enum FrameAnswer: Hashable, Sendable {
    /// The frame is in the target.
    case taken(TakenFrame)
    /// The video ends before. Microseconds.
    case pastEnd(duration: Int64)
    /// There is no decoder for the pictures, which are of a codec that libavcodec calls so.
    case missingCodec(CodecName)

    /// Of its longest payload: what it is (1), and a frame.
    static let length = 1 + TakenFrame.length

    public init(decoding payload: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(payload)
        let kind: UInt8 = try reader.number()
        switch kind {
        case 0: self = .taken(try TakenFrame(reading: &reader))
        case 1:
            let duration: Int64 = try reader.number()
            guard (0...VideoDescription.longest).contains(duration) else { throw .length }
            self = .pastEnd(duration: duration)
        case 2: self = .missingCodec(try CodecName(reading: &reader))
        default: throw .outcome(kind)
        }
        try reader.end()
    }

    public func encode(into payload: inout WireBytes) {
        switch self {
        case .taken(let frame):
            payload.append(UInt8(0))
            frame.encode(into: &payload)
        case .pastEnd(let duration):
            payload.append(UInt8(1))
            payload.append(duration)
        case .missingCodec(let name):
            payload.append(UInt8(2))
            name.encode(into: &payload)
        }
    }
}

/// A frame that was taken. Times are microseconds from the video's beginning.
public struct TakenFrame: Hashable, Sendable {
    /// How far down the ladder the frame was found.
    public enum Rung: UInt8, Hashable, Sendable {
        /// The first one that is not shown before its time.
        case exact = 1
        /// One that is as near as was asked for.
        case tolerance = 2
        /// The nearest that could be decoded.
        case nearest = 3
    }

    /// Where its place was, and when it is shown.
    public let asked: Int64
    public let time: Int64
    /// Of the video; 0 where that is not known.
    public let duration: Int64
    public let rung: Rung
    public let width: UInt16
    public let height: UInt16
    /// Whether it is smaller than was asked for, because memory would not do.
    public let isScaled: Bool

    static let length = 30

    public init(
        asked: Int64,
        time: Int64,
        duration: Int64,
        rung: Rung,
        width: UInt16,
        height: UInt16,
        isScaled: Bool
    ) {
        self.asked = asked
        self.time = time
        self.duration = duration
        self.rung = rung
        self.width = width
        self.height = height
        self.isScaled = isScaled
    }

    init(reading reader: inout ByteReader) throws(WireError) {
        asked = try reader.number()
        time = try reader.number()
        duration = try reader.number()
        let number: UInt8 = try reader.number()
        guard let rung = Rung(rawValue: number) else { throw .outcome(number) }
        self.rung = rung
        width = try reader.number()
        height = try reader.number()
        isScaled = try reader.number(UInt8.self) != 0
        guard width > 0, height > 0, duration >= 0 else { throw .length }
    }

    func encode(into payload: inout WireBytes) {
        payload.append(asked)
        payload.append(time)
        payload.append(duration)
        payload.append(rung.rawValue)
        payload.append(width)
        payload.append(height)
        payload.append(UInt8(isScaled ? 1 : 0))
    }
}
