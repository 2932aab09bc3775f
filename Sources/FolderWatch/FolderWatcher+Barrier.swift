import PhotoModel

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
            // A rename's halves are queued together, so one without the other went out of the watched
            // folders.
            shared.watch.settleMoves(now: 0, all: true)
            shared.watch.dirty.promotePending()
            _ = shared.watch.markPolled()
            return shared.watch.dirty.advanceEpoch()
        }
    }

    /// Calls `callback` once, when all work of `epoch` and earlier is released: at once and on this thread
    /// where that is so already, else on the thread that releases the last. Returns a number for
    /// `cancelWait`.
    @discardableResult
    public func whenDrained(_ epoch: Epoch, _ callback: @escaping @Sendable () -> Void) -> UInt64 {
        locked { shared in
            let number = shared.nextWaiter
            shared.nextWaiter += 1
            // The lock's epilogue finds those that have nothing to wait for.
            shared.waiters.append(Waiter(number: number, epoch: epoch, callback: callback))
            return number
        }
    }

    /// Forgets a callback that has not been called.
    public func cancelWait(_ number: UInt64) {
        locked { shared in shared.waiters.removeAll { $0.number == number } }
    }

    /// The lanes that a barrier still waits for.
    public func busyLanes(through epoch: Epoch) -> [Int] {
        locked { shared in shared.watch.dirty.busyLanes(through: epoch) }
    }

    /// Barriers do not wait for a lane that cannot be reached (a mount that hangs), until it can again.
    public func setUnreachable(lane: Int, _ isUnreachable: Bool) {
        locked { shared in
            if isUnreachable { shared.unreachable.insert(lane) } else { shared.unreachable.remove(lane) }
        }
    }
}
