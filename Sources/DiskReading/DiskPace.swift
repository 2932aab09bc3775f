import CShims

/// Whether a lane's disk has what is asked of it at hand, or lets whoever asks wait.
package struct DiskPace {
    /// Nanoseconds. What is in memory takes some five thousand, what is fetched a hundred thousand or more.
    private static let slowness: UInt64 = 60_000
    /// Answers after a slow one that are reckoned with more of them: those that are asked for ahead are quick.
    private static let memory = 256
    /// Answers after one that may have been waited for, until which it is asked whether they were: of a slow disk they are.
    private static let doubt = 4
    /// Nanoseconds of waiting that are worth another thread.
    private static let share: UInt64 = 32_000
    private static let threads = 4...64

    /// Of quick answers one in so many is timed, which costs as much as a fiftieth of one.
    private static let sampling = 4

    private var left = 0
    private var untimed = 0
    private var doubtful = 0
    /// Nanoseconds that a slow answer takes.
    private var time: UInt64 = 0

    package init() {}

    package var isSlow: Bool { left > 0 }

    /// Whether the next answer is to be timed.
    package mutating func isTimed() -> Bool {
        guard !isSlow, doubtful == 0 else { return true }
        untimed = (untimed + 1) % Self.sampling
        return untimed == 0
    }

    /// How many answers are best waited for at once.
    package var concurrency: Int {
        min(max(Int(clamping: time / Self.share), Self.threads.lowerBound), Self.threads.upperBound)
    }

    /// How often the calling thread has waited for the disk, where the next answer has to tell whether it did: asking that costs
    /// as much as a twentieth of a quick answer.
    ///
    /// - Parameter isNetwork: where no disk of this machine is read, and all waiting is for the server.
    package func waits(isNetwork: Bool) -> Int? {
        guard isSlow || doubtful > 0 else { return nil }
        return isNetwork ? photod_thread_waits() : photod_thread_disk_reads()
    }

    /// - Parameters:
    ///   - nanoseconds: what the answer took.
    ///   - hasWaited: `nil` where nobody asked. The time alone says nothing of the disk: of two threads on a busy
    ///     machine each takes the processor, or a lock of the heap, from the other for longer than a disk needs.
    package mutating func note(_ nanoseconds: UInt64, hasWaited: Bool?) {
        noteQuick()
        if doubtful > 0 { doubtful -= 1 }
        guard nanoseconds > Self.slowness else { return }
        switch hasWaited {
        case true?:
            left = Self.memory
            time = nanoseconds
        case false?: break
        case nil: doubtful = Self.doubt
        }
    }

    /// An answer was there when it was taken, for it was asked for ahead.
    package mutating func noteQuick() {
        if left > 0 { left -= 1 }
    }
}
