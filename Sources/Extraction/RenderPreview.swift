import ExtractionWire
import PhotoModel

/// The job of making a preview of an image.
public struct RenderPreview: WorkerJob {
    public static let kind = JobKind.renderPreview

    /// 268 megapixels as a PNG take half a minute.
    public static let time: JobTime? = JobTime(deadline: .seconds(60), patience: .seconds(5))

    let wish: PreviewWish

    public init(format: FileFormat, edge: UInt16, encoding: PreviewWish.Encoding) {
        wish = PreviewWish(format: format.rawValue, edge: edge, encoding: encoding)
    }

    public func encode(into payload: inout WireBytes) { wish.encode(into: &payload) }

    public static func outcome(_ answer: JobAnswer) throws(WireError) -> RenderOutcome {
        try RenderThumbnail.outcome(answer)
    }

    public static func outcome(_ end: JobEnd) -> RenderOutcome { .ended(end) }
}
