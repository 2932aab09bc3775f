/// Where somebody was all day: the points of one or more tracks in the order of time.
struct Track {
    private var points: [TrackPoint] = []
    /// Milliseconds. Between points that are farther apart nobody knows the way.
    let longestGap: Int64

    init(_ points: [TrackPoint], longestGap: Int64) {
        // Of two points of one moment the one that was written first counts.
        var seen: Set<Int64> = []
        self.points = points.filter { seen.insert($0.time).inserted }.sorted { $0.time < $1.time }
        self.longestGap = longestGap
    }

    /// Where it leads at a moment: between two points on the line between them, else at the nearest one, if that is no farther
    /// away than the longest gap; `nil`: nobody knows.
    func position(at time: Int64) -> TrackPoint? {
        let next = firstPoint(notBefore: time)
        let after = next < points.count ? points[next] : nil
        let before = next > 0 ? points[next - 1] : nil
        if let after, after.time == time { return after }
        if let before, let after, after.time - before.time <= longestGap {
            return before.position(at: time, towards: after)
        }
        let nearest = [before, after].compactMap(\.self).min { abs($0.time - time) < abs($1.time - time) }
        guard let nearest, abs(nearest.time - time) <= longestGap else { return nil }
        return nearest
    }

    private func firstPoint(notBefore time: Int64) -> Int {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
