import CShims

/// Whether a lane's disk has the files that are come to at hand, or fetches each while the lane waits.
struct DiskPace {
    /// Nanoseconds. What is in memory takes some five thousand, what is fetched a hundred thousand or more.
    private static let slowness: UInt64 = 60_000
    /// Looks after a slow one that are reckoned with more of them: those that are fetched ahead are quick.
    private static let memory = 256

    /// Looks after one that may have had the disk read: of a slow disk the next ones do.
    private static let doubt = 4

    private var left = 0
    /// Looks during which it is asked whether a slow one had the disk read.
    private var doubtful = 0

    var isSlow: Bool { left > 0 }

    /// How often the lane's thread has had a disk read, where the next look has to tell whether it did: asking costs as much
    /// as a twentieth of a quick look.
    var diskReads: Int? { isSlow || doubtful > 0 ? photod_thread_disk_reads() : nil }

    /// - Parameters:
    ///   - nanoseconds: what the look at a shot has taken.
    ///   - diskReads: what `diskReads` was before it.
    mutating func note(_ nanoseconds: UInt64, since diskReads: Int?) {
        note(nanoseconds, hasRead: diskReads.map { photod_thread_disk_reads() > $0 })
    }

    /// - Parameter hasRead: `nil` where nobody asked. The time alone says nothing of the disk: of two threads on a busy
    ///   machine each takes the processor, or a lock of the heap, from the other for longer than a disk needs.
    mutating func note(_ nanoseconds: UInt64, hasRead: Bool?) {
        if left > 0 { left -= 1 }
        if doubtful > 0 { doubtful -= 1 }
        guard nanoseconds > Self.slowness else { return }
        switch hasRead {
        case true?: left = Self.memory
        case false?: break
        case nil: doubtful = Self.doubt
        }
    }
}
