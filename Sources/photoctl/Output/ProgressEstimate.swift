/// How fast a sweep goes and when it will be done, from the events that tell how far it is.
struct ProgressEstimate {
    private struct Sample {
        let done: Int64
        let time: Double
    }

    /// The rate is that of the last seconds: a sweep is slow where files are large and fast where they are not.
    private static let window = 10.0

    private static let usualTextLength = 52

    private var samples: [Sample] = []
    private var total: Int64 = 0
    /// The daemon counts beside the first sweep, and until it has counted its total is what is done.
    private var knowsTotal = false

    /// - Parameter time: seconds of a clock that only goes forward.
    mutating func update(done: Int64, total: Int64, at time: Double) {
        self.total = max(total, 0)
        // A sweep that begins anew counts from 0 again.
        if let last = samples.last, done < last.done {
            samples.removeAll()
            knowsTotal = false
        }
        knowsTotal = total > 0 && (knowsTotal || total > done)
        samples.append(Sample(done: max(done, 0), time: time))
        // One sample older than the window stays, so that rare events still give a rate.
        while samples.count > 2, samples[1].time < time - Self.window { samples.removeFirst() }
    }

    /// Photos a second; `nil` until it can be told.
    var rate: Double? {
        guard let first = samples.first, let last = samples.last, last.time > first.time,
            last.done > first.done
        else { return nil }
        return Double(last.done - first.done) / (last.time - first.time)
    }

    /// Seconds left; `nil` until it can be told.
    var remaining: Double? {
        guard let rate, let last = samples.last, total > last.done else { return nil }
        return Double(total - last.done) / rate
    }

    /// `[#####-----] 1200/20000  6%  3100 photos/s  6 s left`, at most `columns` wide.
    func line(columns: Int) -> String {
        let done = samples.last?.done ?? 0
        let fraction = knowsTotal ? min(Double(done) / Double(total), 1) : 0
        var text = knowsTotal ? " \(done)/\(total)  \(Int(fraction * 100))%" : " \(done) so far"
        if let rate { text += "  \(Int(min(rate, 1e9).rounded())) photos/s" }
        if let remaining { text += "  \(CellText.duration(seconds: remaining)) left" }
        // The last column stays free: a character there makes some terminals wrap. Room for the longest usual text is
        // kept from the start, so that the bar does not change its length while it fills.
        let room = columns - 1 - max(text.utf8.count, Self.usualTextLength) - 2
        guard room >= 8 else { return String(text.dropFirst().prefix(max(columns - 1, 0))) }
        let width = min(room, 40)
        let filled = Int(fraction * Double(width))
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
            + "]" + text
    }
}
