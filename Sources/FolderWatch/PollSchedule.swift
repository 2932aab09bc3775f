/// When directories without events are looked at: every 20 seconds while that is cheap, else so seldom that
/// it takes a tenth of the time.
struct PollSchedule: Equatable, Sendable {
    enum State: Equatable, Sendable {
        case idle
        /// The next pass is due then (monotonic nanoseconds).
        case waiting(Int64)
        /// A pass began then; its marks are of this epoch.
        case running(since: Int64, epoch: Epoch)
    }

    static let interval: Int64 = 20_000_000_000

    private(set) var state = State.idle

    var nextDeadline: Int64? {
        if case .waiting(let time) = state { time } else { nil }
    }

    /// Starts or stops waiting, as there is something to poll or not.
    mutating func update(isNeeded: Bool, now: Int64) {
        switch state {
        case .idle where isNeeded: state = .waiting(now + Self.interval)
        case .waiting where !isNeeded: state = .idle
        default: break
        }
    }

    func isDue(now: Int64) -> Bool {
        if case .waiting(let time) = state { time <= now } else { false }
    }

    mutating func begin(epoch: Epoch, now: Int64) {
        state = .running(since: now, epoch: epoch)
    }

    mutating func finish(now: Int64) {
        guard case .running(let since, _) = state else { return }
        state = .waiting(max(since + Self.interval, now + 9 * (now - since)))
    }
}
