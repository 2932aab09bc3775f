import CAVFormat
import ExtractionWire
import PhotoModel
import VideoFiles
import WorkerBox

extension OpenVideo {
    /// Opens a video, and a decoder for its pictures.
    static func open(_ descriptor: Int32, session: UInt64) throws(FrameRefusal) -> Opening {
        try open(container(descriptor), session: session)
    }

    /// Opens a video's container, and looks at what its streams are.
    static func container(_ descriptor: Int32) throws(FrameRefusal) -> Container {
        let size: Int
        do throws(JobFiles.Failure) { size = try JobFiles.length(of: descriptor) } catch {
            throw .inputOutput
        }
        guard size > 0 else { throw .empty }
        var container: Container
        do throws(UnreadableFile) {
            container = try Container(descriptor, size: Int64(size), for: .pictures)
        } catch { throw FrameRefusal(error) }
        container.analyseStreams()
        if container.hasFailed { throw .inputOutput }
        return container
    }

    /// Opens a decoder for a container's pictures.
    static func open(_ container: consuming Container, session: UInt64) throws(FrameRefusal) -> Opening {
        guard let stream = container.videoStream, let parameters = stream.pointee.codecpar else {
            throw container.audioStream == nil ? .notVideo : .noPictures
        }
        let codec = parameters.pointee.codec_id
        guard let implementation = avcodec_find_decoder(codec) else {
            return .missingCodec(CodecName(of: parameters))
        }
        guard let packet = Packet(), let frame = av_frame_alloc() else { throw .tooLarge }
        guard let before = av_frame_alloc(), let decoder = avcodec_alloc_context3(implementation) else {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
            throw .tooLarge
        }
        let video = OpenVideo(session, container, stream, decoder, packet, frame, before)
        try video.start(implementation, parameters)
        return .open(video)
    }
}

extension FrameRefusal {
    fileprivate init(_ file: UnreadableFile) {
        switch file.reason {
        case .truncated: self = .truncated
        case .damaged: self = .damaged
        case .inputOutput: self = .inputOutput
        case .empty: self = .empty
        case .notThisFormat, .crashedReader, .timedOut, .permission, .noReader: self = .notVideo
        }
    }
}
