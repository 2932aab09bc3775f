import PhotoClient
import PhotoModel

/// How far a page has been told, so that what two connections both tell comes once.
struct EventPosition: Hashable, Sendable {
    private var clock: Clock?

    init(_ text: String? = nil) {
        clock = text.flatMap { Clock($0) }
    }

    /// What follows the change log. `status` tells of other things as well, under a clock that may stand still.
    private static let logged: Set<String> = ["photos", "videos", "months", "groups"]

    /// Whether an event tells nothing new: it is of the change log, and not behind this position. What has no clock of the same
    /// log is news.
    func covers(_ event: EventLine) -> Bool {
        guard let clock, Self.logged.contains(event.name), let other = event.clock.flatMap({ Clock($0) }),
            other.epoch == clock.epoch
        else {
            return false
        }
        return other.sequence <= clock.sequence
    }
}
