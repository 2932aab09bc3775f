import Logging
import NIOCore
import Synchronization

/// How many browsers' connections there are, who else stays, and what happens when nobody is there.
final class OpenConnections: Sendable {
    private struct State {
        var count = 0
        /// Who is there without being a browser.
        var others = 0
        var isIdleSince: Scheduled<Void>?
        /// Since there was no browser last it was told that there are too many.
        var hasComplained = false

        var isIdle: Bool { count == 0 && others == 0 }
    }

    /// Against programs that open them without end: a browser has six, and six for each further window at most.
    static let limit = 200

    private let eventLoop: any EventLoop
    private let idleExit: TimeAmount?
    private let becameBusy: @Sendable (Bool) -> Void
    private let wasIdle: @Sendable () -> Void
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - idleExit: how long none may be open; `nil`: for ever.
    ///   - becameBusy: is told when the first opens, and when the last has closed.
    ///   - wasIdle: is called, on the event loop, when none was open for so long.
    init(
        on eventLoop: any EventLoop,
        idleExit: TimeAmount?,
        becameBusy: @escaping @Sendable (Bool) -> Void,
        wasIdle: @escaping @Sendable () -> Void,
        logger: Logger
    ) {
        self.eventLoop = eventLoop
        self.idleExit = idleExit
        self.becameBusy = becameBusy
        self.wasIdle = wasIdle
        self.logger = logger
    }

    /// Begins to wait for the first.
    func begin() { state.withLock { waitForIdleness(&$0) } }

    /// Counts a connection until it is closed. On the event loop.
    ///
    /// - Returns: `false` where there are too many.
    func take(_ channel: any Channel) -> Bool {
        let (count, isNews) = state.withLock { state in
            state.isIdleSince?.cancel()
            state.isIdleSince = nil
            state.count += 1
            let isNews = state.count > Self.limit && !state.hasComplained
            if isNews { state.hasComplained = true }
            return (state.count, isNews)
        }
        if count == 1 { becameBusy(true) }
        if isNews {
            logger.warning(
                "\(Self.limit) connections are open, and further ones are hung up on: each window that shows the gallery holds one"
            )
        }
        channel.closeFuture.whenComplete { _ in self.closed() }
        return count <= Self.limit
    }

    private func closed() {
        let count = state.withLock { state in
            state.count -= 1
            if state.count == 0 { state.hasComplained = false }
            if state.isIdle { waitForIdleness(&state) }
            return state.count
        }
        if count == 0 { becameBusy(false) }
    }

    /// Somebody is there who is no browser, until `leave`.
    func stay() {
        state.withLock { state in
            state.isIdleSince?.cancel()
            state.isIdleSince = nil
            state.others += 1
        }
    }

    func leave() {
        state.withLock { state in
            state.others -= 1
            if state.isIdle { waitForIdleness(&state) }
        }
    }

    private func waitForIdleness(_ state: inout State) {
        guard let idleExit else { return }
        state.isIdleSince = eventLoop.scheduleTask(in: idleExit) {
            if self.state.withLock({ $0.isIdle }) { self.wasIdle() }
        }
    }
}
