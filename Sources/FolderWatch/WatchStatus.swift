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
    /// `nil` where it cannot be read.
    public var limit: WatchLimit?
    /// Whether the kernel refused a watch because there are too many, and directories are polled since.
    public var isLimitReached = false
    /// Directories known.
    public var directories = 0
    /// Directories without a watch of their own, looked at every 20 seconds. Roots that are not there are not counted.
    public var polled = 0
    /// Directories that could not be read when they were last looked at.
    public var unreadable = 0
    /// Unreadable directories that are looked at again every 20 seconds, for no event would tell when they can be read.
    public var failing = 0
    /// Files being written: their last event is less than two seconds old.
    public var pending = 0
    /// Directories to be looked at or being looked at.
    public var queued = 0
    /// How many times the kernel's queue ran over since the start.
    public var overflows: UInt64 = 0
    /// Inotify events folded since the start.
    public var events: UInt64 = 0

    public init() {}

    /// A limit with room for as many directories again and more than there is now, in a number people recognise.
    public var neededLimit: Int {
        var needed = 65_536
        while needed < directories * 2 || needed <= limit?.count ?? 0 { needed *= 2 }
        return needed
    }

    /// What gives the directories watches again, as a command.
    public var limitRemedy: String {
        "sysctl \((limit?.setting ?? .machine).rawValue)=\(neededLimit)"
    }
}
