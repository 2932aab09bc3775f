import Glibc
import Threads

extension FolderWatcher {
    /// Sleeps until there are events, a mount changes, someone wakes it, or something pending is due; without
    /// anything pending there is no time limit at all.
    func runLoop() {
        var descriptors = [
            pollfd(fd: inotify.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mounts.raw, events: Int16(POLLPRI), revents: 0),
            pollfd(fd: timer.raw, events: Int16(POLLIN), revents: 0),
        ]
        while let limit = nextSleep() {
            let ready = poll(&descriptors, nfds_t(descriptors.count), limit)
            if ready > 0, descriptors[1].revents != 0 { wake.clear() }
            locked { shared in
                shared.armed = .min
                self.drain(&shared)
                Self.tick(&shared, now: Int64(MonotonicClock.now()))
            }
            if ready > 0, descriptors[3].revents != 0 { lookAtLanes() }
            if ready > 0, descriptors[2].revents & Int16(POLLPRI) != 0 { lookAtMounts() }
        }
    }

    /// How long to sleep, in milliseconds, -1 without limit; `nil` to end.
    private func nextSleep() -> Int32? {
        locked { shared in
            if shared.isStopped { return nil }
            guard let deadline = shared.nextDeadline else {
                shared.armed = .max
                return -1
            }
            shared.armed = deadline
            let left = max(0, deadline - Int64(MonotonicClock.now()))
            // Rounded up: waking a little too early would spin.
            return Int32(clamping: (left + 999_999) / 1_000_000)
        }
    }

    private static func tick(_ shared: inout Shared, now: Int64) {
        shared.watch.tick(now: now)
        guard shared.poll.isDue(now: now) else { return }
        shared.watch.markPolled()
        shared.poll.begin(epoch: shared.watch.dirty.advanceEpoch(), now: now)
    }
}
