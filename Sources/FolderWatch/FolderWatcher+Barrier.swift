import PhotoModel
import Threads

/// Read-your-writes.
extension FolderWatcher {
    /// Marks everything that was queued before the call. From any thread.
    public func drain() {
        locked { shared in self.drain(&shared) }
    }

    func drain(_ shared: inout Shared) {
        shared.drain.drain(inotify, into: &shared.watch)
    }

    /// Ends an epoch: whatever changed before the call is marked in it or in an earlier one, mounts included. Files
    /// being written are marked as they stand (and again when they are closed); what is polled gets a pass.
    public func barrier() -> Epoch {
        lookAtMounts()
        return locked { shared in
            self.drain(&shared)
            return shared.watch.endEpoch()
        }
    }

    /// Calls `callback` once, when all work of `epoch` and earlier is released: at once and on this thread
    /// where that is so already, else on the thread that releases the last. Returns a number for
    /// `cancelWait`.
    ///
    /// - Parameter number: the one that it has already.
    @discardableResult
    public func whenDrained(
        _ epoch: Epoch,
        number: UInt64? = nil,
        _ callback: @escaping @Sendable () -> Void
    ) -> UInt64 {
        locked { shared in
            if number == nil { shared.nextWaiter += 1 }
            let number = number ?? shared.nextWaiter
            // The lock's epilogue finds those that have nothing to wait for.
            shared.waiters.append(Waiter(number: number, epoch: epoch, callback: callback))
            return number
        }
    }

    /// Forgets a callback that has not been called.
    public func cancelWait(_ number: UInt64) {
        locked { shared in shared.waiters.removeAll { $0.number == number } }
    }

    // MARK: - Lanes that hang

    /// What the crawler of a lane tells of its calls.
    public func heartbeat(lane: Int) -> LaneHeartbeat {
        locked { shared in
            let heartbeat = shared.pulses[lane] ?? LaneHeartbeat()
            shared.pulses[lane] = heartbeat
            return heartbeat
        }
    }

    /// The call has come back for which the lane was given up.
    public func laneIsBack(_ lane: Int) {
        reachability.withLock { _ in
            callbacks.reachabilityChanged(self, lane, true)
            setUnreachable(lane: lane, false)
        }
    }

    /// On the watcher's thread, when the timer says so.
    func lookAtLanes() {
        reachability.withLock { _ in
            for lane in overdueLanes() {
                callbacks.reachabilityChanged(self, lane, false)
                setUnreachable(lane: lane, true)
            }
        }
    }

    private func overdueLanes() -> [Int] {
        locked { shared in
            guard shared.stalls.isArmed else { return [] }
            timer.set(StallDetector.interval)
            let calls = shared.pulses.compactMapValues(\.call)
            let overdue = shared.stalls.look(at: calls, now: Int64(MonotonicClock.now()))
            let pulses = shared.pulses
            return overdue.filter { lane in
                guard let heartbeat = pulses[lane], let call = calls[lane] else { return false }
                return heartbeat.giveUp(call)
            }
        }
    }

    /// Barriers do not wait for a lane that cannot be reached (a mount that hangs), until it can again.
    package func setUnreachable(lane: Int, _ isUnreachable: Bool) {
        locked { shared in
            if isUnreachable { shared.unreachable.insert(lane) } else { shared.unreachable.remove(lane) }
        }
    }
}
