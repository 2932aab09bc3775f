import LineProtocol

/// Which photos get which position.
struct GeotagPlan {
    /// What has to be known of a photo.
    static let fields = "id,timestamp,latitude,precision,state"

    let track: Track
    /// Milliseconds, added to the photos' times.
    let offset: Int64
    let overwrites: Bool

    /// What `edit each=1` takes.
    private(set) var lines: [String] = []
    /// Words that name no photo.
    private(set) var unknown: [String] = []
    private(set) var located = 0
    private(set) var outside = 0
    private(set) var timeless = 0

    init(track: Track, offset: Int64, overwrites: Bool) {
        self.track = track
        self.offset = offset
        self.overwrites = overwrites
    }

    mutating func add(_ item: JSONValue) {
        guard item["error"] == nil, let id = item["id"]?.string else {
            return unknown.append(item["id"]?.string ?? "")
        }
        guard overwrites || item["latitude"]?.double == nil else { return located += 1 }
        // What is known to the day only was taken at no time.
        guard let time = item["timestamp"]?.integer,
            ["second", "minute", nil].contains(item["precision"]?.string)
        else { return timeless += 1 }
        guard let position = track.position(at: time.addingReportingOverflow(offset).partialValue) else {
            return outside += 1
        }
        lines.append("\(id) location=\(position.word)")
    }

    /// How many get no position, and why, in a line each; empty where there are none.
    var summary: [String] {
        let parts = [
            (located, located == 1 ? "has a position already" : "have a position already"),
            (outside, outside == 1 ? "was taken where no track leads" : "were taken where no track leads"),
            (timeless, timeless == 1 ? "has no time" : "have no time"),
        ]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    }
}
