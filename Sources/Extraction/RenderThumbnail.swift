import ExtractionWire
import Glibc
import PhotoModel

/// The job of making a thumbnail of an image.
public struct RenderThumbnail: WorkerJob {
    public static let kind = JobKind.renderThumbnail

    /// A picture of 268 megapixels takes some seconds; what takes longer is up to no good.
    public static let time: JobTime? = JobTime(deadline: .seconds(30), patience: .seconds(5))

    let format: FileFormat
    let edge: UInt16

    public init(format: FileFormat, edge: UInt16) {
        self.format = format
        self.edge = edge
    }

    public func encode(into payload: inout WireBytes) {
        ThumbnailWish(format: format.rawValue, edge: edge).encode(into: &payload)
    }

    public static func outcome(_ answer: JobAnswer) throws(WireError) -> RenderOutcome {
        switch answer {
        case .done(let payload, _): return .rendered(try RenderedPicture(decoding: payload))
        case .failed(let code):
            guard let refusal = RenderRefusal(rawValue: code) else { throw .reason(code) }
            return .refused(refusal)
        case .refused: return .ended(.noWorker)
        }
    }

    public static func outcome(_ end: JobEnd) -> RenderOutcome { .ended(end) }
}

public enum RenderOutcome: Hashable, Sendable {
    /// The picture is in the target, as a PNG.
    case rendered(RenderedPicture)
    case refused(RenderRefusal)
    /// No worker has answered.
    case ended(JobEnd)
}
