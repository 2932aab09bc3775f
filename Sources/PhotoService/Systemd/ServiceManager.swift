import CSystemd
import Glibc
import Threads

/// Tells systemd how the daemon does (sd_notify(3)). Without a service manager every message goes nowhere, silently.
struct ServiceManager: Sendable {
    func ready() {
        sd_notify(0, "READY=1")
    }

    func stopping() {
        sd_notify(0, "STOPPING=1")
    }

    /// One line for people, as `systemctl status` shows it.
    func status(_ text: String) {
        sd_notify(0, "STATUS=\(text)")
    }

    /// A reload begins. systemd wants both in one datagram, the time from the same clock it reads.
    func reloading() {
        sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now() / 1000)")
    }

    func alive() {
        sd_notify(0, "WATCHDOG=1")
    }

    /// How often `alive` is due: half of what the unit allows. `nil` where nobody watches.
    static func watchdogInterval() -> Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds / 2))
    }
}
