import ExtractionWire

/// The job of taking a frame out of a video.
public struct TakeFrame: WorkerJob {
    public static let kind = JobKind.takeFrame

    /// The worker gives up by itself when the time is over that the wish has. This is for one that hangs.
    public static let time: JobTime? = JobTime(
        deadline: longestPatience + .seconds(5),
        patience: longestPatience + .seconds(5)
    )

    /// No wish may have more.
    public static let longestPatience = Duration.seconds(60)

    let wish: FrameWish

    public init(_ wish: FrameWish) {
        self.wish = wish
    }

    public func encode(into payload: inout WireBytes) { wish.encode(into: &payload) }

    public static func outcome(_ answer: JobAnswer) throws(WireError) -> FrameOutcome {
        switch answer {
        case .done(let payload, _): return .answered(try FrameAnswer(decoding: payload))
        case .failed(let code):
            guard let refusal = FrameRefusal(rawValue: code) else { throw .reason(code) }
            return .refused(refusal)
        case .refused: return .ended(.noWorker)
        }
    }

    public static func outcome(_ end: JobEnd) -> FrameOutcome { .ended(end) }
}

public enum FrameOutcome: Hashable, Sendable {
    case answered(FrameAnswer)
    case refused(FrameRefusal)
    /// No worker has answered.
    case ended(JobEnd)
}
