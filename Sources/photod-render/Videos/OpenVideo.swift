import CAVFormat
import ExtractionWire
import Glibc
import VideoFiles

/// A video whose frames are decoded, one after the other. Owns the decoder, and two frames: the one that came last and the one
/// before.
final class OpenVideo {
    enum Opening {
        case open(OpenVideo)
        /// There is no decoder for what libavcodec calls so.
        case missingCodec(CodecName)
    }

    enum Found {
        /// Valid until the next one is looked for. Its time is in microseconds from the beginning.
        case found(UnsafeMutablePointer<AVFrame>, time: Int64)
        /// There is none so late. Microseconds.
        case pastEnd(duration: Int64)
    }

    let session: UInt64
    private let container: Container
    let stream: UnsafeMutablePointer<AVStream>
    private let decoder: UnsafeMutablePointer<AVCodecContext>
    private let packet: Packet
    private var frame: UnsafeMutablePointer<AVFrame>
    private var frameBefore: UnsafeMutablePointer<AVFrame>
    /// When the last packet was to be decoded, in units of the stream; `nil`: none was read since the last seek.
    private var position: Int64?
    /// When the frame is shown that was told last; `nil` where decoding cannot go on from it.
    private var told: Int64?

    private static let microseconds = AVRational(num: 1, den: 1_000_000)

    /// Decoding begins at most so many packets before what is asked for; a decoder without threads would be slow.
    private static let threadLimit = 4
    /// Of pictures with more pixels every thread keeps several, and memory would not do.
    private static let threadedPixels: Int64 = 4096 * 2304

    init(
        _ session: UInt64,
        _ container: consuming Container,
        _ stream: UnsafeMutablePointer<AVStream>,
        _ decoder: UnsafeMutablePointer<AVCodecContext>,
        _ packet: consuming Packet,
        _ frame: UnsafeMutablePointer<AVFrame>,
        _ before: UnsafeMutablePointer<AVFrame>
    ) {
        self.session = session
        self.container = container
        self.stream = stream
        self.decoder = decoder
        self.packet = packet
        self.frame = frame
        frameBefore = before
    }

    deinit {
        var decoder: UnsafeMutablePointer<AVCodecContext>? = decoder
        avcodec_free_context(&decoder)
        for frame in [frame, frameBefore] {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }
    }

    func start(
        _ implementation: UnsafePointer<AVCodec>,
        _ parameters: UnsafeMutablePointer<AVCodecParameters>
    ) throws(FrameRefusal) {
        guard avcodec_parameters_to_context(decoder, parameters) >= 0 else { throw .damaged }
        decoder.pointee.pkt_timebase = stream.pointee.time_base
        let pixels = Int64(parameters.pointee.width) * Int64(parameters.pointee.height)
        let processors = max(1, Int(av_cpu_count()))
        decoder.pointee.thread_count =
            pixels > Self.threadedPixels ? 1 : Int32(min(Self.threadLimit, processors))
        switch avcodec_open2(decoder, implementation, nil) {
        case 0...: break
        case photod_av_no_memory: throw .tooLarge
        default: throw .damaged
        }
    }

    /// Goes on through another descriptor of the same file: that of before is closed.
    func goOn(through descriptor: Int32) { container.goOn(through: descriptor) }

    // MARK: Times

    /// Microseconds; `nil` where it is not known.
    var duration: Int64? { container.duration.map { Int64(clampingRounded: $0 * 1e6) } }

    /// How the frames are turned, as EXIF's orientation.
    var orientation: Int { container.orientation ?? 1 }

    func aspectRatio(of frame: UnsafeMutablePointer<AVFrame>) -> AVRational {
        av_guess_sample_aspect_ratio(container.context, stream, frame)
    }

    /// Microseconds from the beginning.
    func time(of place: FrameWish.Place) throws(FrameRefusal) -> Int64 {
        switch place {
        case .time(let time): return max(0, min(time, Self.latest))
        case .share(let share):
            guard let duration else { throw .noDuration }
            return Int64(clampingRounded: Double(duration) * Double(min(share, 1_000_000)) / 1e6)
        }
    }

    /// A thousand days: what comes of it by adding and multiplying are still numbers.
    private static let latest: Int64 = 86_400_000_000_000

    private var beginning: Int64 {
        let start = container.context.pointee.start_time
        return start == photod_av_no_time ? 0 : start
    }

    /// In units of the stream.
    private func units(_ time: Int64) -> Int64 {
        av_rescale_q(
            time.addingReportingOverflow(beginning).partialValue,
            Self.microseconds,
            stream.pointee.time_base
        )
    }

    private func time(ofUnits units: Int64) -> Int64 {
        av_rescale_q(units, stream.pointee.time_base, Self.microseconds)
            .subtractingReportingOverflow(beginning).partialValue
    }

    // MARK: Looking

    /// The first frame that is not shown before a time; where the last one is still shown then, that one.
    ///
    /// - Parameter orLast: whether the last one will do in any case.
    func find(_ time: Int64, orLast: Bool, _ watch: FrameWatch) throws(FrameRefusal) -> Found {
        let wanted = units(time)
        if canGoOn(to: wanted), let found = try walk(time, wanted, orLast, mayBeLate: true, watch) {
            return found
        }
        var back: Int64 = 0
        while true {
            try seek(max(0, time - back))
            if let found = try walk(time, wanted, orLast, mayBeLate: back >= time, watch) { return found }
            back = max(Self.stepBack, 4 * back)
        }
    }

    /// Containers without an index are sought by guesses, which may be too late: so long before it is tried again.
    private static let stepBack: Int64 = 1_000_000

    /// Decodes until there is the frame of a time.
    ///
    /// - Parameter mayBeLate: whether the first frame that comes is the one, however late it is.
    /// - Returns: `nil` where it began too late.
    private func walk(
        _ time: Int64,
        _ wanted: Int64,
        _ orLast: Bool,
        mayBeLate: Bool,
        _ watch: FrameWatch
    ) throws(FrameRefusal) -> Found? {
        told = nil
        av_frame_unref(frameBefore)
        let isNearEnd = duration.map { time > $0 - Self.end } ?? true
        var isFirst = !mayBeLate
        while true {
            let code = avcodec_receive_frame(decoder, frame)
            switch code {
            case 0:
                let shown = frame.pointee.best_effort_timestamp
                let isTimed = shown != photod_av_no_time
                if isFirst, isTimed, shown > wanted { return nil }
                isFirst = false
                if isTimed ? shown >= wanted : time == 0 {
                    told = isTimed ? shown : nil
                    return .found(frame, time: isTimed ? self.time(ofUnits: shown) : 0)
                }
                swap(&frame, &frameBefore)
            case photod_av_try_again: try feed(before: isNearEnd ? nil : wanted, watch)
            case photod_av_end_of_file:
                if isFirst { return nil }
                return try last(time, orLast)
            case photod_av_no_memory: throw .tooLarge
            // A frame that is damaged: others may not be.
            default: try watch.check()
            }
        }
    }

    /// Frames that none refers to are left out of decoding only so long before the end, for the last one may be wanted.
    private static let end: Int64 = 2_000_000

    /// When all frames have come, and none is so late.
    private func last(_ time: Int64, _ orLast: Bool) throws(FrameRefusal) -> Found {
        if container.hasFailed { throw .inputOutput }
        let shown = frameBefore.pointee.best_effort_timestamp
        guard frameBefore.pointee.width > 0, shown != photod_av_no_time else {
            guard let duration, time > duration else { throw .damaged }
            return .pastEnd(duration: duration)
        }
        var length = photod_av_duration(frameBefore)
        let rate = stream.pointee.avg_frame_rate
        if length <= 0, rate.num > 0, rate.den > 0 {
            length = av_rescale_q(1, AVRational(num: rate.den, den: rate.num), stream.pointee.time_base)
        }
        let end = self.time(ofUnits: shown.addingReportingOverflow(max(0, length)).partialValue)
        // Where the sound is longer than the pictures, the last of these stays.
        if orLast || time < max(end, duration ?? 0) {
            return .found(frameBefore, time: self.time(ofUnits: shown))
        }
        return .pastEnd(duration: max(end, duration ?? 0))
    }

    /// Whether going on leads there sooner than going back to the last picture before that needs no other.
    private func canGoOn(to wanted: Int64) -> Bool {
        // An AVI file does not say when its frames are shown: that is guessed from where decoding began.
        guard let told, let position, wanted > told, container.kind != .avi else { return false }
        guard
            let entry = avformat_index_get_entry_from_timestamp(stream, wanted, AVSEEK_FLAG_BACKWARD)
        else { return false }
        return entry.pointee.timestamp <= position
    }

    /// Goes to the last picture before a time that needs no other, as ffmpeg does.
    private func seek(_ time: Int64) throws(FrameRefusal) {
        let context = container.context
        var target = time.addingReportingOverflow(beginning).partialValue
        if context.pointee.iformat.pointee.flags & AVFMT_SEEK_TO_PTS == 0, hasDelay {
            target -= 3_000_000 / 23
        }
        let code = avformat_seek_file(context, -1, Int64.min, target, target, 0)
        if code < 0, position != nil {
            // A file without a way back is read from its beginning.
            guard avformat_seek_file(context, -1, Int64.min, 0, Int64.max, AVSEEK_FLAG_BYTE) >= 0 else {
                throw container.hasFailed ? .inputOutput : .damaged
            }
        }
        avcodec_flush_buffers(decoder)
        position = nil
    }

    /// Whether some stream's pictures are decoded earlier than they are shown.
    private var hasDelay: Bool {
        let context = container.context
        guard let streams = context.pointee.streams else { return false }
        return (0..<Int(context.pointee.nb_streams)).contains { index in
            (streams[index]?.pointee.codecpar.pointee.video_delay ?? 0) > 0
        }
    }

    /// Gives the decoder the next packet, or tells it that there is none.
    ///
    /// - Parameter wanted: what is shown before and refers to nothing need not be decoded; `nil`: all is.
    private func feed(before wanted: Int64?, _ watch: FrameWatch) throws(FrameRefusal) {
        while true {
            try watch.check()
            guard av_read_frame(container.context, packet.pointer) >= 0 else {
                if container.hasFailed { throw .inputOutput }
                _ = avcodec_send_packet(decoder, nil)
                return
            }
            defer { av_packet_unref(packet.pointer) }
            guard packet.stream == Int(stream.pointee.index) else { continue }
            let shown = packet.pointer.pointee.pts
            let isBefore = wanted.map { shown != photod_av_no_time && shown < $0 } ?? false
            decoder.pointee.skip_frame = isBefore ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
            let decoded = packet.pointer.pointee.dts
            position = decoded == photod_av_no_time ? shown : decoded
            // What it makes of a damaged one is seen when frames are taken out.
            if avcodec_send_packet(decoder, packet.pointer) == photod_av_no_memory { throw .tooLarge }
            return
        }
    }
}

extension Int64 {
    /// The nearest whole number; of what is none, 0.
    init(clampingRounded value: Double) {
        self = value.isFinite ? Int64(Swift.min(Swift.max(value.rounded(), -9e18), 9e18)) : 0
    }
}
