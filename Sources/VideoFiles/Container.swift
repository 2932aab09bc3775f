import CAVFormat
import Glibc
import PhotoModel
import WorkerBox

/// A video file that libavformat has opened: its headers are read. Owns libavformat's context and the byte stream it
/// reads from.
public struct Container: ~Copyable {
    /// What a container is opened for.
    public enum Purpose {
        /// No decoder is called: parsers tell sizes, and of decoders are most of the holes.
        case headers
        /// Whoever opens it decodes its pictures, and libavformat may decode a few as well, to know when the first is shown.
        case pictures
    }

    public let kind: ContainerKind
    public let context: UnsafeMutablePointer<AVFormatContext>
    private let input: FileInput

    /// So far into a file its format is looked for. What comes before the first bytes that tell is junk.
    private static let formatSearchLength: UInt32 = 131_072

    /// The tables of a recording that lasts a day take less.
    private static let headerAllowance: Int64 = 256 << 20

    /// Bytes and microseconds of a container without headers that are looked at for what its streams are.
    private static let searchLength: Int64 = 1 << 20
    private static let searchDuration: Int64 = 2_000_000

    /// A phone writes five streams, a broadcast a few dozen.
    private static let streamLimit: Int32 = 100

    /// - Throws: `notThisFormat` for what is no video, `truncated` where the file ends before its headers do,
    ///   `damaged` where they make no sense, `inputOutput` where the storage fails.
    public init(_ descriptor: Int32, size: Int64, for purpose: Purpose) throws(UnreadableFile) {
        let allowance =
            switch purpose {
            case .headers: Self.headerAllowance
            // Pictures are as many as a deadline allows.
            case .pictures: Int64.max
            }
        let input = try FileInput(descriptor, size: size, allowance: allowance)
        let (format, kind) = try Self.recognize(input)
        guard let context = avformat_alloc_context() else { throw UnreadableFile(reason: .inputOutput) }
        Self.limit(context, for: purpose)
        context.pointee.pb = input.context
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // Where it fails it frees the context.
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        guard avformat_open_input(&opened, nil, format, nil) >= 0, let opened else { throw input.failure }
        self.kind = kind
        self.context = opened
        self.input = input
    }

    deinit {
        // The byte stream is the input's, which goes after this.
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    private static func recognize(
        _ input: borrowing FileInput
    ) throws(UnreadableFile) -> (UnsafePointer<AVInputFormat>, ContainerKind) {
        var format: UnsafePointer<AVInputFormat>?
        let score = av_probe_input_buffer2(input.context, &format, nil, nil, 0, formatSearchLength)
        if input.hasFailed { throw input.failure }
        guard score >= 0, let format, let name = format.pointee.name,
            let kind = ContainerKind(rawValue: String(cString: name))
        else { throw UnreadableFile(reason: .notThisFormat) }
        input.forgetEnd()
        return (format, kind)
    }

    private static func limit(_ context: UnsafeMutablePointer<AVFormatContext>, for purpose: Purpose) {
        context.pointee.max_streams = streamLimit
        switch purpose {
        case .headers:
            context.pointee.probesize = searchLength
            context.pointee.max_analyze_duration = searchDuration
            // Nothing is called a blank.
            context.pointee.codec_whitelist = av_strdup(" ")
        case .pictures: break
        }
        context.pointee.protocol_whitelist = av_strdup(" ")
    }

    /// Goes on through another descriptor of the same file: that of before is closed.
    public func goOn(through descriptor: Int32) {
        input.goOn(through: descriptor)
    }

    /// Whether the storage failed, which is no fault of the file.
    public var hasFailed: Bool { input.hasFailed }

    // MARK: Streams

    /// The first stream of pictures that move: a cover picture is none.
    public var videoStream: UnsafeMutablePointer<AVStream>? {
        firstStream {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
    }

    public var audioStream: UnsafeMutablePointer<AVStream>? {
        firstStream { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
    }

    private func firstStream(
        where isWanted: (UnsafeMutablePointer<AVStream>) -> Bool
    ) -> UnsafeMutablePointer<AVStream>? {
        guard let streams = context.pointee.streams else { return nil }
        for index in 0..<Int(context.pointee.nb_streams) {
            if let stream = streams[index], isWanted(stream) { return stream }
        }
        return nil
    }

    /// Looks at the first packets and the last ones of a container without headers, for its streams and its
    /// duration.
    public mutating func completeStreams() {
        guard kind.isWithoutHeaders else { return }
        analyseStreams()
    }

    /// Looks at the first packets, and where the container tells no duration at the last ones.
    public mutating func analyseStreams() {
        // Where it fails, what is known is what there is.
        _ = avformat_find_stream_info(context, nil)
    }

    // MARK: What the headers say

    /// Of the file as a whole.
    public var tags: MetadataTags { MetadataTags(context.pointee.metadata) }

    /// How the pictures are turned, as EXIF's orientation; `nil` where it is not told.
    public var orientation: Int? {
        guard let stream = videoStream else { return nil }
        if let matrix = photod_av_display_matrix(stream) {
            return DisplayOrientation.value(ofMatrix: UnsafeBufferPointer(start: matrix, count: 9))
        }
        return (MetadataTags(stream.pointee.metadata).text("rotate") ?? tags.text("rotate"))
            .flatMap(DisplayOrientation.value(ofRotation:))
    }

    /// Seconds; `nil` where it is not told. A guess from the data rate is no duration.
    public var duration: Double? {
        guard context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE else { return nil }
        let whole = context.pointee.duration
        if whole != photod_av_no_time, whole > 0 { return Double(whole) / Double(AV_TIME_BASE) }
        guard let stream = videoStream?.pointee, stream.duration != photod_av_no_time, stream.duration > 0,
            stream.time_base.num > 0, stream.time_base.den > 0
        else { return nil }
        return Double(stream.duration) * Double(stream.time_base.num) / Double(stream.time_base.den)
    }

    /// When the last of its streams ends, in seconds; `nil` where one does not tell.
    public var end: Double? {
        guard let streams = context.pointee.streams else { return nil }
        var end = 0.0
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = streams[index]?.pointee, let codec = stream.codecpar?.pointee,
                codec.codec_type == AVMEDIA_TYPE_VIDEO || codec.codec_type == AVMEDIA_TYPE_AUDIO
            else { continue }
            guard stream.start_time != photod_av_no_time, stream.duration != photod_av_no_time,
                stream.time_base.den > 0
            else { return nil }
            let unit = Double(stream.time_base.num) / Double(stream.time_base.den)
            end = max(end, (Double(stream.start_time) + Double(stream.duration)) * unit)
        }
        return end > 0 ? end : nil
    }

    // MARK: Packets

    /// Calls `body` with the first packets of a stream until it returns `false`, so many of them as a camera
    /// may let pass before it says what it is.
    public func firstPackets(
        of stream: UnsafeMutablePointer<AVStream>,
        _ body: (UnsafeRawBufferPointer) -> Bool
    ) {
        guard let packet = Packet() else { return }
        let wanted = Int(stream.pointee.index)
        var bytes = 0
        var packets = 0
        for _ in 0..<Self.packetLimit where bytes < Self.packetBytes && packets < Self.wantedPackets {
            guard av_read_frame(context, packet.pointer) >= 0 else { return }
            defer { av_packet_unref(packet.pointer) }
            bytes += packet.bytes.count
            guard packet.stream == wanted else { continue }
            packets += 1
            if !body(packet.bytes) { return }
        }
    }

    /// Packets in all, those of a stream, and bytes.
    private static let packetLimit = 300
    private static let wantedPackets = 30
    private static let packetBytes = 2 << 20
}
