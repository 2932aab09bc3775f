import PhotoClient
import PhotoModel

/// How far a page has been told: what it goes on from when it comes back, and what need not be told again.
struct EventPosition: Hashable, Sendable {
    /// Up to here the page has been told everything; `nil`: it knows nothing yet.
    private(set) var clock: String?
    /// A photo's event was told under this clock; the same change may follow under `videos`.
    private var begun: String?
    /// The clock of the state that the page has.
    private var state: Clock?

    /// - Parameter clock: what a page says that it was told; `nil`, or what is none: nothing.
    init(_ clock: String? = nil) {
        self.clock = clock.flatMap { Clock($0) }.map(\.description)
    }

    /// Takes note of an event that the page is told, in the order in which the daemon tells them.
    ///
    /// - Returns: what the page is to go on from when this is the last event that it gets; `nil`: as before.
    mutating func tell(_ event: EventLine) -> String? {
        guard let clock = event.clock else { return nil }
        switch event.name {
        case "photos":
            // Only what comes next tells whether the change was told whole. One that is told twice harms nobody.
            if begun != clock { endBegun() }
            begun = clock
        // All of a transaction's photos and videos come before its counts, and all of a state's before it is ready.
        case "videos", "months", "groups", "ready":
            begun = nil
            self.clock = clock
        // The clock of `status` is the index's, which may be ahead of what has been told of it.
        default: endBegun()
        }
        return self.clock
    }

    private mutating func endBegun() {
        clock = begun ?? clock
        begun = nil
    }

    /// Takes note that the page is told the state anew. What was begun before has no end in that.
    mutating func beginState() { begun = nil }

    /// Takes note that the page has the whole state.
    mutating func endState() { state = clock.flatMap { Clock($0) } }

    /// Whether an event tells nothing new: a photo's that the state had already, or counts that are older than it. Counts under
    /// the state's own clock may have been mended since. What has no clock of the same log is news.
    func covers(_ event: EventLine) -> Bool {
        guard let state, let other = event.clock.flatMap({ Clock($0) }), other.epoch == state.epoch else {
            return false
        }
        switch event.name {
        case "photos", "videos": return other.sequence <= state.sequence
        case "months", "groups": return other.sequence < state.sequence
        // Any other event tells of other things as well, under a clock that may stand still.
        default: return false
        }
    }
}
