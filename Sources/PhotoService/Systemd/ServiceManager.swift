import CSystemd
import Glibc
import Threads

/// Tells systemd how the daemon does (sd_notify(3)). Without a service manager every message goes nowhere, silently.
///
/// A thread of its own sends. sd_notify(3) waits while the service manager's socket has no room, ten datagrams by the
/// kernel's default, and neither questions nor the writer may wait for a service manager that is busy.
final class ServiceManager: Sendable {
    private struct State {
        /// What is to be sent, in order.
        var messages: [String] = []
        var lastStatus = ""
        var isEnding = false
    }

    private let monitor = Monitor(State())
    /// `nil` where nobody listens.
    private let thread: NamedThread?

    /// What a service manager has at the end to take what it has yet to be told.
    private static let patience = Duration.seconds(1)

    init() {
        guard let name = getenv("NOTIFY_SOCKET"), name.pointee != 0 else {
            thread = nil
            return
        }
        thread = NamedThread("notify") { [monitor] in Self.send(from: monitor) }
    }

    /// The start takes longer than starts do, and has another minute from now on.
    func starting(_ text: String) {
        status(text)
        tell("EXTEND_TIMEOUT_USEC=60000000", insteadOf: "EXTEND_TIMEOUT_USEC=")
    }

    func ready() { tell("READY=1") }

    func stopping() { tell("STOPPING=1") }

    /// One line for people, as `systemctl status` shows it.
    func status(_ text: String) {
        let isNews = monitor.withLock { state in
            defer { state.lastStatus = text }
            return state.lastStatus != text
        }
        if isNews { tell("STATUS=\(text)", insteadOf: "STATUS=") }
    }

    /// A reload begins. systemd wants both in one datagram, the time from the same clock it reads.
    func reloading() { tell("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now() / 1000)") }

    func alive() { tell("WATCHDOG=1", insteadOf: "WATCHDOG=") }

    /// Sends what is left and ends. Call it once.
    func end() {
        monitor.update { $0.isEnding = true }
        thread?.join(atMost: Self.patience)
    }

    /// How often `alive` is due: half of what the unit allows. `nil` where nobody watches.
    static func watchdogInterval() -> Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
        return watchdogInterval(ofMicroseconds: microseconds)
    }

    /// Between a millisecond, so that a wrong setting leaves time for anything else, and a day.
    static func watchdogInterval(ofMicroseconds microseconds: UInt64) -> Duration {
        .microseconds(min(max(Int64(clamping: microseconds / 2), 1000), 86_400_000_000))
    }

    /// - Parameter beginning: messages that begin so and are not sent yet say nothing any more.
    private func tell(_ message: String, insteadOf beginning: String? = nil) {
        guard thread != nil else { return }
        monitor.update { state in
            if let beginning { state.messages.removeAll { $0.hasPrefix(beginning) } }
            state.messages.append(message)
        }
    }

    private static func send(from monitor: Monitor<State>) {
        while let message = next(monitor) { sd_notify(0, message) }
    }

    private static func next(_ monitor: Monitor<State>) -> String? {
        monitor.wait { state -> String?? in
            if !state.messages.isEmpty { return .some(state.messages.removeFirst()) }
            return state.isEnding ? .some(nil) : nil
        }
    }
}
