import CAVFormat
import CShims
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
        /// The frame itself cannot be decoded: the nearest of those that can.
        case near(UnsafeMutablePointer<AVFrame>, time: Int64)
        /// There is none so late. Microseconds.
        case pastEnd(duration: Int64)
    }

    let session: UInt64
    let container: Container
    let stream: UnsafeMutablePointer<AVStream>
    private var decoder: UnsafeMutablePointer<AVCodecContext>
    private let packet: Packet
    var frame: UnsafeMutablePointer<AVFrame>
    var frameBefore: UnsafeMutablePointer<AVFrame>
    /// When the last packet was to be decoded, in units of the stream; `nil`: none was read since the last seek.
    private var position: Int64?
    /// When the frame is shown that was told last; `nil` where decoding cannot go on from it.
    var told: Int64?
    /// The video's decoder was given up: no other frame can be had.
    private(set) var isSpent = false
    /// What could not be decoded since the last seek.
    private(set) var damage = DecodingDamage()
    /// When the first frame is shown that was to be decoded and is not shown before what is wanted.
    var firstGiven: Int64?
    /// What is looked for, in units of the stream.
    var goal: Int64 = 0
    /// Where what was read since the last seek ends, of sound as well. Microseconds from the beginning.
    private(set) var lastRead: Int64 = 0

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
        // The one that is decoded, and the two that are kept; most codecs need more.
        let bits = Int64(photod_av_bits_per_pixel(parameters.pointee.format))
        guard pixels <= WorkerMemory.forDecoder / 3 * 8 / max(1, bits) else { throw .tooLarge }
        let processors = max(1, Int(av_cpu_count()))
        decoder.pointee.thread_count =
            pixels > Self.threadedPixels ? 1 : Int32(min(Self.threadLimit, processors))
        switch avcodec_open2(decoder, implementation, nil) {
        case 0...: break
        case photod_av_no_memory: throw .tooLarge
        default: throw .damaged
        }
    }

    /// Gives back what decoding has taken, but for one frame. Returns whether there was something to be given back.
    func giveUpDecoder(for kept: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard !isSpent, let empty = avcodec_alloc_context3(nil) else { return false }
        isSpent = true
        for other in [frame, frameBefore] where other != kept { av_frame_unref(other) }
        var old: UnsafeMutablePointer<AVCodecContext>? = decoder
        avcodec_free_context(&old)
        decoder = empty
        photod_trim_heap()
        return true
    }

    /// Goes on through another descriptor of the same file: that of before is closed.
    func goOn(through descriptor: Int32) { container.goOn(through: descriptor) }

    // MARK: Times

    /// Microseconds from the beginning to the end; `nil` where it is not known.
    var duration: Int64? {
        guard let whole = container.duration.map({ Int64(clampingRounded: $0 * 1e6) }) else { return nil }
        // The duration that such a container tells counts what comes before the first picture or sound as well.
        guard container.kind.countsFromZero, beginning > 0 else { return whole }
        let end = container.end.map { Int64(clampingRounded: $0 * 1e6) } ?? whole
        return max(0, min(whole, end.subtractingReportingOverflow(beginning).partialValue))
    }

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
    func units(_ time: Int64) -> Int64 {
        av_rescale_q(
            time.addingReportingOverflow(beginning).partialValue,
            Self.microseconds,
            stream.pointee.time_base
        )
    }

    func time(ofUnits units: Int64) -> Int64 {
        av_rescale_q(units, stream.pointee.time_base, Self.microseconds)
            .subtractingReportingOverflow(beginning).partialValue
    }

    // MARK: Reading

    /// Whether going on leads there sooner than going back to the last picture before that needs no other.
    func canGoOn(to wanted: Int64) -> Bool {
        // An AVI file does not say when its frames are shown: that is guessed from where decoding began.
        guard let told, let position, wanted > told, container.kind != .avi else { return false }
        guard
            let entry = avformat_index_get_entry_from_timestamp(stream, wanted, AVSEEK_FLAG_BACKWARD)
        else { return false }
        return entry.pointee.timestamp <= position
    }

    /// Goes to the last picture before a time that needs no other, as ffmpeg does.
    func seek(_ time: Int64) throws(FrameRefusal) {
        guard !isSpent else { throw .tooLarge }
        let context = container.context
        var target = time.addingReportingOverflow(beginning).partialValue
        if context.pointee.iformat.pointee.flags & AVFMT_SEEK_TO_PTS == 0, hasDelay {
            target &-= 3_000_000 / 23
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
        damage = DecodingDamage()
        lastRead = 0
    }

    /// Whether some stream's pictures are decoded earlier than they are shown.
    private var hasDelay: Bool {
        let context = container.context
        guard let streams = context.pointee.streams else { return false }
        return (0..<Int(context.pointee.nb_streams)).contains { index in
            (streams[index]?.pointee.codecpar.pointee.video_delay ?? 0) > 0
        }
    }

    enum Received {
        /// The frame is in `frame`.
        case frame(isWhole: Bool)
        /// All frames have come.
        case end
    }

    /// The next frame, in the order in which they are shown.
    ///
    /// - Parameter wanted: what is shown before and refers to nothing need not be decoded; `nil`: all is.
    func receive(before wanted: Int64?, _ watch: FrameWatch) throws(FrameRefusal) -> Received {
        guard !isSpent else { throw .tooLarge }
        while true {
            switch avcodec_receive_frame(decoder, frame) {
            case 0: return .frame(isWhole: noteFrame())
            case photod_av_try_again: try feed(before: wanted, watch)
            case photod_av_end_of_file:
                if container.hasFailed { throw .inputOutput }
                return .end
            case photod_av_no_memory: throw .tooLarge
            // A frame that is damaged: others may not be.
            default:
                damage.refuse(threads: Int(decoder.pointee.thread_count))
                try watch.check()
            }
        }
    }

    private func noteFrame() -> Bool {
        let codec = avcodec_descriptor_get(stream.pointee.codecpar.pointee.codec_id)
        let isAlone = codec.map { $0.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0 } ?? false
        return damage.take(
            frame.pointee.pts == photod_av_no_time ? frame.pointee.pkt_dts : frame.pointee.pts,
            isKey: isAlone || photod_av_is_key(frame)
        )
    }

    /// Gives the decoder the next packet, or tells it that there is none.
    private func feed(before wanted: Int64?, _ watch: FrameWatch) throws(FrameRefusal) {
        while true {
            try watch.check()
            guard av_read_frame(container.context, packet.pointer) >= 0 else {
                if container.hasFailed { throw .inputOutput }
                _ = avcodec_send_packet(decoder, nil)
                return
            }
            defer { av_packet_unref(packet.pointer) }
            noteEnd()
            guard packet.stream == Int(stream.pointee.index) else { continue }
            let (shown, decoded) = (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
            let isBefore = wanted.map { shown != photod_av_no_time && shown < $0 } ?? false
            decoder.pointee.skip_frame = isBefore ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
            // Of what an edit list leaves out no frame comes.
            if shown != photod_av_no_time, shown >= goal,
                packet.pointer.pointee.flags & AV_PKT_FLAG_DISCARD == 0
            {
                firstGiven = min(firstGiven ?? shown, shown)
            }
            position = decoded == photod_av_no_time ? shown : decoded
            damage.give(shown == photod_av_no_time ? decoded : shown)
            switch avcodec_send_packet(decoder, packet.pointer) {
            case photod_av_no_memory: throw .tooLarge
            // What it makes of a damaged one is else seen when frames are taken out.
            case ..<0: damage.refuse(threads: Int(decoder.pointee.thread_count))
            default: break
            }
            return
        }
    }

    /// Notes where the packet ends that was read.
    private func noteEnd() {
        let context = container.context
        guard let streams = context.pointee.streams, packet.stream >= 0,
            packet.stream < Int(context.pointee.nb_streams), let stream = streams[packet.stream]
        else { return }
        let (shown, decoded) = (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
        let start = shown == photod_av_no_time ? decoded : shown
        guard start != photod_av_no_time else { return }
        let end = start.addingReportingOverflow(max(0, packet.pointer.pointee.duration)).partialValue
        let time = av_rescale_q(end, stream.pointee.time_base, Self.microseconds)
        lastRead = max(lastRead, time.subtractingReportingOverflow(beginning).partialValue)
    }
}

extension Int64 {
    /// The nearest whole number; of what is none, 0.
    init(clampingRounded value: Double) {
        self = value.isFinite ? Int64(Swift.min(Swift.max(value.rounded(), -9e18), 9e18)) : 0
    }
}
