import ExtractionWire

/// The job of making a thumbnail that nobody waits for: by a worker that comes after everybody else, and may take long on a
/// busy machine without being up to anything.
public struct RenderInBackground: WorkerJob {
    public static let kind = RenderThumbnail.kind

    /// Some twenty times as long as where somebody waits.
    public static let time: JobTime? = JobTime(deadline: .seconds(600), patience: .seconds(100))

    private let thumbnail: RenderThumbnail

    public init(_ thumbnail: RenderThumbnail) { self.thumbnail = thumbnail }

    public func encode(into payload: inout WireBytes) { thumbnail.encode(into: &payload) }

    public static func outcome(_ answer: JobAnswer) throws(WireError) -> RenderOutcome {
        try RenderThumbnail.outcome(answer)
    }

    public static func outcome(_ end: JobEnd) -> RenderOutcome { .ended(end) }
}
