import CAVFormat
import ExtractionWire

extension OpenVideo {
    /// Of the frames that can be decoded, the one nearest to a time. Where all are damaged, and any will do, the nearest of
    /// those.
    func nearest(
        to time: Int64,
        _ tolerance: Int64,
        _ watch: FrameWatch
    ) throws(FrameRefusal) -> Found {
        told = nil
        if let found = try nearest(to: time, tolerance, of: .whole, watch) { return found }
        guard tolerance == Int64.max else { throw .notNear }
        if let found = try nearest(to: time, tolerance, of: .any, watch) { return found }
        throw .damaged
    }

    /// A frame that is soon decoded, near before a time as a rule: the first one that can be, from the key frame before.
    ///
    /// - Returns: `nil` where none can be from there on.
    func glance(at time: Int64, _ watch: FrameWatch) throws(FrameRefusal) -> Found? {
        told = nil
        try seek(time)
        let around = try decode(around: Int64.max, of: .whole, onlyFirst: true, watch)
        return around.before.map { .near(frameBefore, time: self.time(ofUnits: $0)) }
    }

    private enum Frames {
        case whole
        case any
    }

    /// When the last frame is shown before a time, and the first that is not; both are kept.
    private struct Around {
        var before: Int64?
        var after: Int64?
    }

    private func nearest(
        to time: Int64,
        _ tolerance: Int64,
        of frames: Frames,
        _ watch: FrameWatch
    ) throws(FrameRefusal) -> Found? {
        let wanted = units(time)
        try seek(time)
        var around = try decode(around: wanted, of: frames, watch)
        if around.before == nil {
            let after = around.after.map {
                self.time(ofUnits: $0).subtractingReportingOverflow(time).partialValue
            }
            let reach = min(tolerance, after ?? Int64.max)
            if let start = try start(before: time, reach: reach, of: frames, watch) {
                try seek(start)
                around = try decode(around: wanted, of: frames, watch)
            } else if after != nil {
                // Looking for one before has lost it.
                try seek(time)
                around = try decode(around: wanted, of: frames, watch)
            }
        }
        switch (around.before, around.after) {
        case (let before?, let after?):
            let isBefore =
                wanted.subtractingReportingOverflow(before).partialValue
                < after.subtractingReportingOverflow(wanted).partialValue
            return isBefore ? near(frameBefore, before) : near(frame, after)
        case (let before?, nil): return near(frameBefore, before)
        case (nil, let after?): return near(frame, after)
        case (nil, nil): return nil
        }
    }

    private func near(_ frame: UnsafeMutablePointer<AVFrame>, _ shown: Int64) -> Found {
        .near(frame, time: time(ofUnits: shown))
    }

    /// Where decoding is to begin so that a frame before a time can be decoded: no more than some seconds before that.
    ///
    /// What is missing may be hours, of a file that is cut off, and most of an hour is not to be decoded for nothing. So it is
    /// gone back in long strides, and then forth by halves, and of each place only the first frame is decoded.
    ///
    /// - Parameter reach: how far away the frame may be.
    private func start(
        before time: Int64,
        reach: Int64,
        of frames: Frames,
        _ watch: FrameWatch
    ) throws(FrameRefusal) -> Int64? {
        let wanted = units(time)
        var (near, far) = (Int64(0), Self.stepBack)
        while try !isThere(before: wanted, from: time - far, frames, watch) {
            guard far < min(time, reach) else { return nil }
            (near, far) = (far, 4 * far)
        }
        while far - near > Self.stepBack {
            let middle = near + (far - near) / 2
            if try isThere(before: wanted, from: time - middle, frames, watch) {
                far = middle
            } else {
                near = middle
            }
        }
        return max(0, time - far)
    }

    private func isThere(
        before wanted: Int64,
        from start: Int64,
        _ frames: Frames,
        _ watch: FrameWatch
    ) throws(FrameRefusal) -> Bool {
        try seek(max(0, start))
        return try decode(around: wanted, of: frames, onlyFirst: true, watch).before != nil
    }

    /// Decodes from where the container stands to the first frame that is not shown before a time.
    ///
    /// - Parameter onlyFirst: whether one before will do.
    private func decode(
        around wanted: Int64,
        of frames: Frames,
        onlyFirst: Bool = false,
        _ watch: FrameWatch
    ) throws(FrameRefusal) -> Around {
        av_frame_unref(frameBefore)
        var around = Around()
        while case .frame(let isWhole) = try receive(before: nil, watch) {
            guard isWhole && damage.hasKey || frames == .any else { continue }
            let stamp = frame.pointee.best_effort_timestamp
            let shown = stamp == photod_av_no_time ? units(0) : stamp
            if shown >= wanted {
                around.after = shown
                return around
            }
            swap(&frame, &frameBefore)
            around.before = shown
            if onlyFirst { return around }
        }
        return around
    }
}
