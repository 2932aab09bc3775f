import ExtractionWire

/// The job of telling what a video is.
public struct DescribeVideo: WorkerJob {
    public static let kind = JobKind.describeVideo

    /// The worker gives a picture ten seconds. This is for headers that lead it astray.
    public static let time: JobTime? = JobTime(deadline: .seconds(20), patience: .seconds(20))

    public init() {}

    public func encode(into payload: inout WireBytes) {}

    public static func outcome(_ answer: JobAnswer) throws(WireError) -> DescriptionOutcome {
        switch answer {
        case .done(let payload, _): return .described(try VideoDescription(decoding: payload))
        case .failed(let code):
            guard let refusal = FrameRefusal(rawValue: code) else { throw .reason(code) }
            return .refused(refusal)
        case .refused: return .ended(.noWorker)
        }
    }

    public static func outcome(_ end: JobEnd) -> DescriptionOutcome { .ended(end) }
}

public enum DescriptionOutcome: Hashable, Sendable {
    case described(VideoDescription)
    case refused(FrameRefusal)
    /// No worker has answered.
    case ended(JobEnd)
}
