/// What came of watching a directory.
public enum WatchOutcome: Equatable, Sendable {
    case watched
    /// The kernel gives no more watches: the directory is polled. `WatchStatus.limit` is what to raise.
    case limitReached
    /// The directory was moved or removed after the work was taken, so the open descriptor may belong to
    /// another one. Do not list it: what is needed is marked anew. Release the work.
    case stale
    /// The kernel refuses for another reason (an errno): the directory is polled.
    case failed(Int32)
}

public struct WatchStatus: Equatable, Sendable {
    /// Watches in use.
    public var used = 0
    /// The smaller of `fs.inotify.max_user_watches` and `user.max_inotify_watches`; `nil` where neither is
    /// readable.
    public var limit: Int?
    /// Directories known.
    public var directories = 0
    /// Directories without a watch of their own, looked at every 20 seconds. Roots that are not there are not counted.
    public var polled = 0
    /// Files being written: their last event is less than two seconds old.
    public var pending = 0
    /// Directories to be looked at or being looked at.
    public var queued = 0
    /// How many times the kernel's queue ran over since the start.
    public var overflows: UInt64 = 0
    /// Inotify events folded since the start.
    public var events: UInt64 = 0
}
