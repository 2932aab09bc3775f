import CAVFormat
import ExtractionWire
import Glibc
import WorkerBox

/// Takes frames out of videos, of which it keeps the last one open: the next frame is most often of the same.
struct FrameJobs: ~Copyable {
    private var video: OpenVideo?

    static var libraries: [WorkerHello.Library] {
        [("libavformat", avformat_version()), ("libavcodec", avcodec_version())].map { name, version in
            WorkerHello.Library(
                name: name,
                version: "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
            )
        }
    }

    static func start() {
        // libavutil would write to the log what a file has it write.
        av_log_set_level(AV_LOG_QUIET)
        av_log_set_callback(nil)
    }

    mutating func perform(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        let wish = try FrameWish(decoding: job.payload)
        guard let source = job.sources.first, let target = job.targets.first else { throw .descriptors }
        let answer: FrameAnswer
        do throws(FrameRefusal) { answer = try take(wish, of: source, into: target) } catch {
            video = nil
            return reply.append(number: job.number, failed: error.rawValue)
        }
        if case .taken = answer, !wish.isLast {} else { video = nil }
        var payload = WireBytes(capacity: 32)
        answer.encode(into: &payload)
        try reply.append(number: job.number, of: job.kind, done: payload)
    }

    /// Tells what a video is.
    mutating func describe(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        guard let source = job.sources.first else { throw .descriptors }
        // Two at a time would be too much.
        video = nil
        let description: VideoDescription
        do throws(FrameRefusal) { description = try VideoInspection.describe(source) } catch {
            return reply.append(number: job.number, failed: error.rawValue)
        }
        var payload = WireBytes(capacity: 96)
        description.encode(into: &payload)
        try reply.append(number: job.number, of: job.kind, done: payload)
    }

    private mutating func take(
        _ wish: FrameWish,
        of source: Int32,
        into target: Int32
    ) throws(FrameRefusal) -> FrameAnswer {
        let watch = FrameWatch(target: target, milliseconds: wish.patience)
        let video: OpenVideo
        if let open = self.video, open.session == wish.session {
            open.goOn(through: source)
            video = open
        } else {
            // Two at a time would be too much.
            self.video = nil
            switch try OpenVideo.open(source, session: wish.session) {
            case .open(let opened): video = opened
            case .missingCodec(let name): return .missingCodec(name)
            }
            self.video = video
        }
        let place = try video.time(of: wish.place)
        let isShare = if case .share = wish.place { true } else { false }
        let found = try video.find(place, orLast: isShare, tolerance: wish.tolerance, watch)
        switch found {
        case .pastEnd(let duration): return .pastEnd(duration: duration)
        case .found(let frame, let time), .near(let frame, let time):
            let rung = try Self.rung(found, wish, place, time)
            let picture = try FramePicture(frame, of: video, within: (wish.width, wish.height))
            // The next frame needs it opened anew.
            if video.isSpent { self.video = nil }
            try picture.write(to: target, quality: wish.format == .jpeg ? Int32(wish.quality) : 0)
            return .taken(
                TakenFrame(
                    asked: place,
                    time: time,
                    duration: video.duration ?? 0,
                    rung: rung,
                    width: picture.width,
                    height: picture.height,
                    isScaled: picture.isScaled
                )
            )
        }
    }

    private static func rung(
        _ found: OpenVideo.Found,
        _ wish: FrameWish,
        _ place: Int64,
        _ time: Int64
    ) throws(FrameRefusal) -> TakenFrame.Rung {
        guard case .near = found else { return .exact }
        let distance = place.subtractingReportingOverflow(time).partialValue.magnitude
        guard distance <= wish.tolerance.magnitude else { throw .notNear }
        return wish.tolerance == Int64.max ? .nearest : .tolerance
    }
}

/// Whether somebody still waits for a frame, and for how long.
struct FrameWatch {
    private let target: Int32
    private let end: UInt64

    init(target: Int32, milliseconds: UInt32) {
        self.target = target
        end = Self.now() &+ UInt64(milliseconds) &* 1_000_000
    }

    func check() throws(FrameRefusal) {
        if Self.now() > end { throw .outOfTime }
        if lseek(target, 0, SEEK_END) >= off_t(WithdrawnTarget.length) { throw .withdrawn }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
