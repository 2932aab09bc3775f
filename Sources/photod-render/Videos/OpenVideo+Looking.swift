import CAVFormat
import ExtractionWire

extension OpenVideo {
    private enum Look {
        case found(UnsafeMutablePointer<AVFrame>, time: Int64)
        /// The frame cannot be decoded, or the file ends before it.
        case lost
        case pastEnd(duration: Int64)
        /// Decoding began behind the frame, or went on and gave none: it may be found from farther back.
        case tooLate
    }

    /// The first frame that is not shown before a time; where the last one is still shown then, that one.
    ///
    /// - Parameters:
    ///   - orLast: whether the last one will do in any case.
    ///   - tolerance: how far away another may be that is taken where the frame itself is damaged. Microseconds; 0: none; the
    ///     highest number there is: any.
    func find(
        _ time: Int64,
        orLast: Bool,
        tolerance: Int64,
        _ watch: FrameWatch
    ) throws(FrameRefusal) -> Found {
        switch try look(time, orLast, watch) {
        case .found(let frame, let time): return .found(frame, time: time)
        case .pastEnd(let duration): return .pastEnd(duration: duration)
        case .lost, .tooLate:
            guard tolerance > 0 else { throw .notNear }
            return try nearest(to: time, tolerance, watch)
        }
    }

    private func look(_ time: Int64, _ orLast: Bool, _ watch: FrameWatch) throws(FrameRefusal) -> Look {
        let wanted = units(time)
        if canGoOn(to: wanted) {
            let look = try walk(time, wanted, orLast, mayBeLate: true, goesOn: true, watch)
            guard case .tooLate = look else { return look }
        }
        var back: Int64 = 0
        while true {
            try seek(max(0, time - back))
            let look = try walk(time, wanted, orLast, mayBeLate: back >= time, goesOn: false, watch)
            guard case .tooLate = look else { return look }
            back = max(Self.stepBack, 4 * back)
        }
    }

    /// Containers without an index are sought by guesses, which may be too late: so long before it is tried again.
    static let stepBack: Int64 = 1_000_000

    /// Decodes until there is the frame of a time.
    ///
    /// - Parameters:
    ///   - mayBeLate: whether the first frame that comes is the one, however late it is.
    ///   - goesOn: from a frame that was told. From the last one on none comes any more, though that may still be shown: it is
    ///     looked for anew then.
    private func walk(
        _ time: Int64,
        _ wanted: Int64,
        _ orLast: Bool,
        mayBeLate: Bool,
        goesOn: Bool,
        _ watch: FrameWatch
    ) throws(FrameRefusal) -> Look {
        told = nil
        av_frame_unref(frameBefore)
        firstGiven = nil
        goal = wanted
        let isNearEnd = duration.map { time > $0 - Self.end } ?? true
        var isFirst = !mayBeLate
        var isWholeBefore = true
        while true {
            switch try receive(before: isNearEnd ? nil : wanted, watch) {
            case .frame(let isWhole):
                let shown = frame.pointee.best_effort_timestamp
                let isTimed = shown != photod_av_no_time
                if isFirst, isTimed, shown > wanted { return .tooLate }
                isFirst = false
                if isTimed ? shown >= wanted : time == 0 {
                    guard isWhole, !isTimed || !isLost(before: shown) else { return .lost }
                    told = isTimed ? shown : nil
                    return .found(frame, time: isTimed ? self.time(ofUnits: shown) : 0)
                }
                swap(&frame, &frameBefore)
                isWholeBefore = isWhole
            case .end:
                if goesOn, frameBefore.pointee.width == 0 { return .tooLate }
                if isFirst, damage.count > 0 || container.kind.isWithoutHeaders { return .tooLate }
                return last(time, orLast, isWhole: isWholeBefore)
            }
        }
    }

    /// Frames that none refers to are left out of decoding only so long before the end, for the last one may be wanted.
    private static let end: Int64 = 2_000_000
    /// What ends so long before it is to end is cut off.
    private static let missingEnd: Int64 = 1_000_000

    /// When all frames have come, and none is so late.
    ///
    /// - Parameter isWhole: whether the last one is.
    private func last(_ time: Int64, _ orLast: Bool, isWhole: Bool) -> Look {
        let shown = frameBefore.pointee.best_effort_timestamp
        guard frameBefore.pointee.width > 0, shown != photod_av_no_time else {
            guard let duration, time > duration, !orLast else { return .lost }
            return .pastEnd(duration: duration)
        }
        if isLost(before: Int64.max) { return .lost }
        var length = photod_av_duration(frameBefore)
        let rate = stream.pointee.avg_frame_rate
        if length <= 0, rate.num > 0, rate.den > 0 {
            length = av_rescale_q(1, AVRational(num: rate.den, den: rate.num), stream.pointee.time_base)
        }
        let end = self.time(ofUnits: shown.addingReportingOverflow(max(0, length)).partialValue)
        // Where the sound is longer than the pictures, the last of these stays.
        let wholeEnd = max(end, duration ?? 0)
        if !orLast, time >= wholeEnd { return .pastEnd(duration: wholeEnd) }
        let isCutOff = max(end, lastRead) < wholeEnd - Self.missingEnd
        guard isWhole, time < end || !isCutOff else { return .lost }
        return .found(frameBefore, time: self.time(ofUnits: shown))
    }

    /// Whether a frame was to come between what is wanted and one that came.
    private func isLost(before shown: Int64) -> Bool {
        damage.hasErred && firstGiven.map { $0 < shown } ?? false
    }
}
