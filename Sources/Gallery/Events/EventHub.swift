import LineProtocol
import NIOCore
import PhotoClient
import Synchronization

/// One subscription for all open pages. It begins with the first and ends with the last.
final class EventHub: Sendable {
    private enum Reach {
        /// Nobody has tried yet.
        case unknown
        case live
        case lost
    }

    private struct State {
        var feeds: [Int: PageFeed] = [:]
        var count = 0
        var reach = Reach.unknown
        var listening: Task<Void, Never>?
    }

    static let topics = ["months", "photos", "groups", "videos", "status"]

    /// How long a daemon that is away is left alone before it is looked for again.
    private static let pauses: [TimeAmount] = [
        .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1),
    ]

    private let pool: DaemonPool
    private let executor: LoopExecutor
    private let state = Mutex(State())

    init(_ pool: DaemonPool, on executor: LoopExecutor) {
        self.pool = pool
        self.executor = executor
    }

    /// One for a page that is to join.
    func makeFeed() -> PageFeed {
        state.withLock { state in
            state.count += 1
            return PageFeed(number: state.count)
        }
    }

    func join(_ feed: PageFeed) {
        state.withLock { state in
            state.feeds[feed.number] = feed
            switch state.reach {
            case .unknown: break
            case .live: feed.offer(.live)
            case .lost: feed.offer(.lost)
            }
            if state.listening == nil { state.listening = executor.begin { await self.listen() } }
        }
    }

    func leave(_ feed: PageFeed) {
        let listening = state.withLock { state -> Task<Void, Never>? in
            state.feeds[feed.number] = nil
            guard state.feeds.isEmpty else { return nil }
            state.reach = .unknown
            defer { state.listening = nil }
            return state.listening
        }
        listening?.cancel()
    }

    // MARK: The subscription

    private func listen() async {
        var failures = 0
        while !Task.isCancelled {
            switch await listenOnce() {
            case .lost(let wasLive):
                if wasLive { failures = 0 }
                tell(.lost, reach: .lost)
                let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
                failures += 1
                await executor.pause(pause)
            // Nothing is lost: pages ask for what they have missed.
            case .overrun: failures = 0
            }
        }
    }

    private enum End {
        case lost(wasLive: Bool)
        /// Events came faster than they were taken.
        case overrun
    }

    private func listenOnce() async -> End {
        var isLive = false
        guard let connection = try? await pool.fresh() else { return .lost(wasLive: false) }
        defer { connection.close() }
        do {
            try await connection.ask(Question(LineRequest("subscribe", Self.topics)))
        } catch { return .lost(wasLive: false) }
        while true {
            for heard in await connection.hear() {
                switch heard {
                case .event(let event) where event.name == "overflow": return .overrun
                case .event(let event) where !isLive:
                    // The state before it each page asks for itself, from where it stands.
                    guard event.name == "ready" else { continue }
                    isLive = true
                    tell(.live, reach: .live)
                case .event(let event): tell(.event(event))
                case .lines: continue
                case .ended, .refused, .failed: return .lost(wasLive: isLive)
                }
            }
        }
    }

    private func tell(_ item: PageFeed.Item, reach: Reach? = nil) {
        // Under the lock, so that a page that joins now is told this or has it in its beginning.
        state.withLock { state in
            guard !Task.isCancelled else { return }
            if let reach { state.reach = reach }
            for feed in state.feeds.values { feed.offer(item) }
        }
    }
}
