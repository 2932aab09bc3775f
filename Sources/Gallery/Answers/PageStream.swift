import HummingbirdCore
import LineProtocol
import NIOCore
import PhotoClient
import PhotoModel

/// What one page is told, from its first event to its last: the state from where it stands, then what the hub has.
struct PageStream {
    private let hub: EventHub
    private let pool: DaemonPool
    private let page: ShownScreen
    private var position: EventPosition
    /// Whether the page has the state that events build on.
    private var isCurrent = false
    private var isTold = true

    /// - Parameters:
    ///   - page: which screen it is, and where that is told of.
    ///   - clock: from which on the page is to be told; `nil`, or what is none: it knows nothing yet.
    init(_ hub: EventHub, _ pool: DaemonPool, _ page: ShownScreen, since clock: String?) {
        self.hub = hub
        self.pool = pool
        self.page = page
        position = EventPosition(clock)
    }

    /// Writes until the page hangs up, or has fallen behind and is to connect again.
    mutating func write(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: EventText.beginning))
        let feed = hub.makeFeed()
        // The screen first: a display that shows texts alone need not wait for the daemon.
        page.screens.open(page.name, page.constants, feed)
        defer { page.screens.close(feed) }
        hub.join(feed)
        defer { hub.leave(feed) }
        while true {
            let items = await feed.take()
            guard !items.isEmpty else { return }
            var buffer = ByteBuffer()
            for item in items {
                switch item {
                case .live:
                    tellReach(true, &buffer)
                    try await writer.write(buffer)
                    buffer = ByteBuffer()
                    guard try await writeState(to: &writer) else { return }
                case .event(let event): append(event, &buffer)
                case .screen(let message): EventText.append(message, to: &buffer)
                case .lost:
                    isCurrent = false
                    tellReach(false, &buffer)
                }
            }
            if buffer.readableBytes > 0 { try await writer.write(buffer) }
        }
    }

    private mutating func tellReach(_ isReachable: Bool, _ buffer: inout ByteBuffer) {
        guard isTold != isReachable else { return }
        isTold = isReachable
        EventText.append(EventText.reachability(isReachable), to: &buffer)
    }

    private mutating func append(_ event: EventLine, _ buffer: inout ByteBuffer) {
        guard isCurrent, !position.covers(event) else { return }
        EventText.append(event, goingOnFrom: position.tell(event), to: &buffer)
    }

    /// The state, and what went on since the page's clock, by a connection of its own.
    ///
    /// - Returns: `false` where the daemon went meanwhile: the page is to connect again.
    private mutating func writeState(to writer: inout any ResponseBodyWriter) async throws -> Bool {
        position.beginState()
        let request = LineRequest("subscribe", EventHub.topics).adding("since", position.clock)
        guard let connection = try? await pool.fresh() else { return false }
        defer { connection.close() }
        do { try await connection.ask(Question(request)) } catch { return false }
        while true {
            var buffer = ByteBuffer()
            var isWhole = false
            for heard in await connection.hear() {
                guard case .event(let event) = heard, event.name != "overflow" else { return false }
                EventText.append(event, goingOnFrom: position.tell(event), to: &buffer)
                isWhole = event.name == "ready"
                // What follows comes by the hub as well.
                if isWhole { break }
            }
            try await writer.write(buffer)
            guard !isWhole else { break }
        }
        position.endState()
        isCurrent = true
        return true
    }
}
