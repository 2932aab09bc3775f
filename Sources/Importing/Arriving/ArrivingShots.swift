import PhotoModel

/// Shots that came into an import folder, until they are taken to be imported: pure, so that time can be made up.
///
/// A shot is taken when none of its files has come or changed for two seconds: cameras and phones write a JPEG and then
/// its RAW file, a photo and then its sidecar, and half a shot must not be imported alone. What comes one after another is
/// taken together, as one batch: when nothing has come for two seconds, or after ten where it goes on and on.
///
/// Times are nanoseconds of any clock that only runs forward.
public struct ArrivingShots: Sendable {
    /// One shot: the folder that its files lie in, and their stem.
    public struct Place: Hashable, Sendable {
        public let folder: FilePath
        public let stem: [UInt8]

        public init(folder: FilePath, stem: [UInt8]) {
            self.folder = folder
            self.stem = stem
        }
    }

    static let rest: Int64 = 2_000_000_000
    static let patience: Int64 = 10_000_000_000
    /// How long what could not be imported waits until it is tried again: at first, then twice as long each time, at most so long.
    static let retry: Int64 = 60_000_000_000
    static let longestRetry: Int64 = 600_000_000_000

    /// When a file of each was last heard of.
    private var heard: [Place: Int64] = [:]
    private var first: Int64 = 0
    private var last: Int64 = 0
    private var refused: Set<Place> = []
    private var retryTime: Int64?
    private var pause = Self.retry

    public init() {}

    public var isEmpty: Bool { heard.isEmpty && refused.isEmpty }

    /// When to take what has come; `nil` where nothing is waiting.
    public var deadline: Int64? {
        guard !heard.isEmpty else { return retryTime }
        let taking = min(last + Self.rest, first + Self.patience)
        return min(taking, retryTime ?? .max)
    }

    /// A file of a shot came, changed or was completed, or its folder was listed: a poll tells of all that is there.
    public mutating func hear(of place: Place, now: Int64) {
        if heard.isEmpty { first = now }
        heard[place] = now
        last = max(last, now)
        refused.remove(place)
        // Where events tell, somebody sees to the folder, so what was in the way may be gone.
        pause = Self.retry
        retryTime = refused.isEmpty ? nil : retryTime.map { min($0, now + Self.retry) }
    }

    /// A shot could not be imported, and may be later on.
    public mutating func postpone(_ place: Place, now: Int64) {
        guard heard[place] == nil else { return }
        refused.insert(place)
        retryTime = retryTime ?? now + pause
    }

    /// The shots that have been at rest, and those whose time to be tried again has come.
    public mutating func take(now: Int64) -> [Place] {
        var taken: [Place] = []
        if let retryTime, retryTime <= now {
            taken += refused
            refused = []
            self.retryTime = nil
            pause = min(pause * 2, Self.longestRetry)
        }
        guard !heard.isEmpty, min(last + Self.rest, first + Self.patience) <= now else { return taken }
        let rested = heard.filter { $0.value + Self.rest <= now }.map(\.key)
        for place in rested { heard[place] = nil }
        first = heard.values.min() ?? 0
        // Where the patience was at its end, what goes on coming has some again.
        if !heard.isEmpty { first = max(first, now - Self.patience + Self.rest) }
        return taken + rested
    }

    /// All that came, for somebody who waits for it. What was refused waits for its time.
    public mutating func takeAll() -> [Place] {
        defer { heard = [:] }
        return Array(heard.keys)
    }

    /// Forgets what a folder holds that is not imported from any more, or that is gone.
    public mutating func forget() { self = ArrivingShots() }
}
