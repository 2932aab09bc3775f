/// What goes along with a video of which a frame is to be taken.
public struct FrameWish: Hashable, Sendable {
    public enum Place: Hashable, Sendable {
        /// Microseconds from the beginning.
        case time(Int64)
        /// Millionths of the duration.
        case share(UInt32)
    }

    public enum Format: UInt8, Hashable, Sendable {
        case png = 1
        case jpeg = 2
    }

    /// Frames with the same number are of one video. The worker keeps that open for the next of them.
    public let session: UInt64
    /// Whether none follows, as far as is known.
    public let isLast: Bool
    public let place: Place
    /// How far from its place a frame may be, in microseconds. 0: not at all; the highest number there is: any.
    public let tolerance: Int64
    /// Pixels at most.
    public let width: UInt16
    public let height: UInt16
    public let format: Format
    /// Of a JPEG, 1 to 100.
    public let quality: UInt8
    /// Milliseconds after which the worker gives up.
    public let patience: UInt32

    /// Of its payload: session (8), is last (1), kind of place (1), place (8), tolerance (8), width (2), height (2), format (1),
    /// quality (1), patience (4).
    static let length = 36

    public init(
        session: UInt64,
        isLast: Bool,
        place: Place,
        tolerance: Int64,
        width: UInt16,
        height: UInt16,
        format: Format,
        quality: UInt8,
        patience: UInt32
    ) {
        self.session = session
        self.isLast = isLast
        self.place = place
        self.tolerance = tolerance
        self.width = width
        self.height = height
        self.format = format
        self.quality = quality
        self.patience = patience
    }

    public init(decoding payload: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(payload)
        session = try reader.number()
        isLast = try reader.number(UInt8.self) != 0
        let kind: UInt8 = try reader.number()
        let value: Int64 = try reader.number()
        switch kind {
        case 0: place = .time(value)
        case 1: place = .share(UInt32(clamping: value))
        default: throw .outcome(kind)
        }
        tolerance = try reader.number()
        width = try reader.number()
        height = try reader.number()
        let number: UInt8 = try reader.number()
        guard let format = Format(rawValue: number) else { throw .outcome(number) }
        self.format = format
        quality = try reader.number()
        patience = try reader.number()
        try reader.end()
        guard width > 0, height > 0, (1...100).contains(quality), tolerance >= 0 else { throw .length }
    }

    public func encode(into payload: inout WireBytes) {
        payload.append(session)
        payload.append(UInt8(isLast ? 1 : 0))
        switch place {
        case .time(let time):
            payload.append(UInt8(0))
            payload.append(time)
        case .share(let share):
            payload.append(UInt8(1))
            payload.append(Int64(share))
        }
        payload.append(tolerance)
        payload.append(width)
        payload.append(height)
        payload.append(format.rawValue)
        payload.append(quality)
        payload.append(patience)
    }
}

/// A target whose frame nobody waits for any more: the daemon makes it so long, and the worker, which looks at that now and
/// then, stops. No picture is as long.
public enum WithdrawnTarget {
    public static let length: Int64 = 1 << 40
}
