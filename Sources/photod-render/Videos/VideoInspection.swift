import CAVFormat
import ExtractionWire
import Glibc
import VideoFiles

/// What a video is, and whether its pictures can be decoded: its first one is, for no header tells.
enum VideoInspection {
    /// Milliseconds that the first picture may take.
    private static let patience: UInt32 = 10_000

    static func describe(_ descriptor: Int32) throws(FrameRefusal) -> VideoDescription {
        let container = try OpenVideo.container(descriptor)
        let kind = Self.kind(of: container, descriptor)
        let orientation = container.orientation ?? 1
        let duration = container.duration.map { Int64(clampingRounded: $0 * 1e6) } ?? 0
        let audioCodec = container.audioStream.map { CodecName(of: $0.pointee.codecpar) }
        var videoCodec: CodecName?
        var rate: VideoDescription.FrameRate?
        // As the headers have it, for pictures that nobody decodes.
        var size: (width: UInt32, height: UInt32) = (0, 0)
        if let stream = container.videoStream, let parameters = stream.pointee.codecpar {
            videoCodec = CodecName(of: parameters)
            rate = frameRate(stream)
            let ratio = av_guess_sample_aspect_ratio(container.context, stream, nil)
            size = shown(parameters.pointee.width, parameters.pointee.height, ratio, orientation)
        }
        let (verdict, decodedSize) = try Self.verdict(container, orientation)
        if let decodedSize { size = decodedSize }
        return VideoDescription(
            container: kind,
            width: size.width,
            height: size.height,
            orientation: UInt8(clamping: orientation),
            duration: max(0, duration),
            frameRate: rate,
            videoCodec: videoCodec,
            audioCodec: audioCodec,
            verdict: verdict
        )
    }

    // MARK: Decoding

    /// - Throws: what says nothing of the video, or that it is none.
    private static func verdict(
        _ container: consuming Container,
        _ orientation: Int
    ) throws(FrameRefusal) -> (VideoDescription.Verdict, (width: UInt32, height: UInt32)?) {
        do throws(FrameRefusal) {
            switch try OpenVideo.open(container, session: 0) {
            case .missingCodec: return (.missingCodec, nil)
            case .open(let video):
                let watch = FrameWatch(target: -1, milliseconds: patience)
                switch try video.find(0, orLast: true, tolerance: Int64.max, watch) {
                case .pastEnd: return (.refused(.damaged), nil)
                case .found(let frame, _), .near(let frame, _):
                    let size = shown(
                        frame.pointee.width,
                        frame.pointee.height,
                        video.aspectRatio(of: frame),
                        orientation
                    )
                    return (.decodable, size)
                }
            }
        } catch {
            switch error {
            case .notVideo, .inputOutput, .outOfTime, .withdrawn: throw error
            case .noPictures, .empty, .truncated, .damaged, .tooLarge, .notNear, .noDuration:
                return (.refused(error), nil)
            }
        }
    }

    // MARK: Facts

    /// Pixels as they are shown.
    private static func shown(
        _ width: Int32,
        _ height: Int32,
        _ ratio: AVRational,
        _ orientation: Int
    ) -> (width: UInt32, height: UInt32) {
        guard width > 0, height > 0 else { return (0, 0) }
        let wide = UInt32(max(1, min(Double(width) * ratio.stretch, 4e9)).rounded())
        let high = UInt32(height)
        return orientation >= 5 ? (high, wide) : (wide, high)
    }

    private static func frameRate(_ stream: UnsafeMutablePointer<AVStream>) -> VideoDescription.FrameRate? {
        let (mean, base) = (stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate)
        let rate = mean.num > 0 && mean.den > 0 ? mean : base
        return VideoDescription.FrameRate(frames: UInt32(max(0, rate.num)), seconds: UInt32(max(0, rate.den)))
    }

    private static func kind(of container: borrowing Container, _ descriptor: Int32) -> VideoContainer {
        switch container.kind {
        case .movie:
            // Files from before there were brands are QuickTime's.
            guard let brand = container.tags.text("major_brand") else { return .quickTime }
            if brand.starts(with: "qt".utf8) { return .quickTime }
            return brand.starts(with: "3g".utf8) ? .mobile : .mp4
        case .avi: return .avi
        case .matroska: return isWebM(descriptor) ? .webM : .matroska
        case .transportStream: return .transportStream
        case .programStream: return .programStream
        case .elementaryStream: return .elementaryStream
        case .windowsMedia: return .windowsMedia
        }
    }

    /// Whether the document type that stands in the file's first element (RFC 8794 §11.2.8) is WebM's: libavformat
    /// does not pass it on.
    private static func isWebM(_ descriptor: Int32) -> Bool {
        var head = [UInt8](repeating: 0, count: 64)
        let count = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        let type: [UInt8] = [0x42, 0x82, 0x84] + Array("webm".utf8)
        return head.prefix(max(0, count)).indices.contains { head[$0...].starts(with: type) }
    }
}
