import CVips
import ExtractionWire
import PhotoModel
import WorkerBox

/// What the worker for pictures does.
struct RenderJobs: ~Copyable, JobTable {
    private var isStarted = false
    private var frames = FrameJobs()

    static var libraries: [WorkerHello.Library] {
        [
            WorkerHello.Library(
                name: "libvips",
                version: "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
            )
        ] + EmbeddedPreview.libraries + FrameJobs.libraries
    }

    mutating func warmUp() {
        isStarted = Picture.start()
        EmbeddedPreview.start()
        FrameJobs.start()
    }

    mutating func perform(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        switch job.kind {
        case .renderThumbnail where isStarted:
            try render(job, ThumbnailWish(decoding: job.payload), as: .png, into: &reply)
        case .renderPreview where isStarted:
            let wish = try PreviewWish(decoding: job.payload)
            try render(job, wish.picture, as: wish.encoding, into: &reply)
        case .takeFrame where isStarted: try frames.perform(job, into: &reply)
        case .describeVideo where isStarted: try frames.describe(job, into: &reply)
        case .renderThumbnail, .renderPreview, .takeFrame, .describeVideo, .readFacts, .editSidecar,
            .editImage, .trial:
            reply.append(refused: job.number)
        }
    }

    private func render(
        _ job: AssignedJob,
        _ wish: ThumbnailWish,
        as encoding: PreviewWish.Encoding,
        into reply: inout ReplyEncoder
    ) throws(WireError) {
        guard let source = job.sources.first, let target = job.targets.first else { throw .descriptors }
        let rendered: RenderedPicture
        do throws(RenderRefusal) {
            rendered = try Self.render(source, wish, as: encoding, into: target)
        } catch {
            return reply.append(number: job.number, failed: error.rawValue)
        }
        var payload = WireBytes(capacity: 8)
        rendered.encode(into: &payload)
        try reply.append(number: job.number, of: job.kind, done: payload)
    }

    private static func render(
        _ source: Int32,
        _ wish: ThumbnailWish,
        as encoding: PreviewWish.Encoding,
        into target: Int32
    ) throws(RenderRefusal) -> RenderedPicture {
        if FileFormat(rawValue: wish.format)?.kind == .video {
            return try renderVideo(source, wish.edge, as: encoding, into: target)
        }
        let file: MappedFile
        do throws(UnreadableFile) { file = try MappedFile(source, size: .max) } catch {
            throw error.reason == .truncated ? .damaged : .inputOutput
        }
        let edge = Int32(wish.edge)
        switch FileFormat(rawValue: wish.format) {
        case let format? where format.kind == .raw || format == .photoshop:
            let preview = try EmbeddedPreview(in: file.bytes, edge: edge)
            return try preview.withBytes { bytes, orientation throws(RenderRefusal) in
                try Picture.render(bytes, edge: edge, turned: orientation, as: encoding, into: target)
            }
        case let format? where format.kind == .still:
            return try Picture.render(file.bytes, edge: edge, turned: nil, as: encoding, into: target)
        default: throw .unsupported
        }
    }

    private static func renderVideo(
        _ source: Int32,
        _ edge: UInt16,
        as encoding: PreviewWish.Encoding,
        into target: Int32
    ) throws(RenderRefusal) -> RenderedPicture {
        let picture = try PosterFrame.take(of: source, edge: edge, target: target)
        do throws(FrameRefusal) {
            try picture.write(to: target, quality: encoding == .jpeg ? 90 : 0)
        } catch { throw RenderRefusal(error) }
        return RenderedPicture(
            originalWidth: picture.originalWidth,
            originalHeight: picture.originalHeight
        )
    }
}
