/// Who may have how many of the descriptors that the process may open. Pure.
///
/// Three share them: the daemon itself, files on their way to workers, and clients. None takes from another's share, so
/// that neither a thousand clients nor a full queue of files keeps the index from being written or a worker from being
/// started.
struct DescriptorShares: Sendable {
    /// RLIMIT_NOFILE; whoever runs the daemon may change it at any time.
    var limit: Int
    private let processors: Int
    private(set) var files = 0
    private(set) var clients = 0

    /// One full batch, so that a worker always gets as much as it can.
    private static let fileMinimum = 32
    /// Whoever has to mend a limit that is far too low must be able to ask what is wrong.
    private static let clientMinimum = 4

    init(limit: Int, processors: Int) {
        self.limit = limit
        self.processors = processors
    }

    /// The daemon's own: the index and its readers, the watchers, the event loop, folders, documents, an import, and for
    /// each processor two workers. Some 32 at rest, and seen to be more than 44 with all of that at once. Where the limit is
    /// low there are fewer files for workers, and so fewer of them.
    private var own: Int { min(64 + 6 * processors, max(72, limit / 4)) }
    private var shared: Int { max(0, limit - own) }
    var fileLimit: Int { max(Self.fileMinimum, shared / 16) }
    var clientLimit: Int { max(Self.clientMinimum, shared - fileLimit) }

    /// - Parameter held: how many of `files` the asker has. Where nobody else has any, waiting would help nobody, so the
    ///   share is exceeded.
    mutating func takeFiles(_ count: Int, holding held: Int) -> Bool {
        guard files <= held || files + count <= fileLimit else { return false }
        files += count
        return true
    }

    /// Takes some only where at least half of the share remains.
    mutating func takeSpareFiles(_ count: Int) -> Bool {
        guard files + count <= fileLimit / 2 else { return false }
        files += count
        return true
    }

    mutating func giveFiles(_ count: Int) { files -= count }

    mutating func takeClient() -> Bool {
        guard clients < clientLimit else { return false }
        clients += 1
        return true
    }

    mutating func giveClient() { clients -= 1 }

    /// Whether as many have gone that the next to come will not be the first to be refused again.
    var hasRoomForClients: Bool { clients <= clientLimit - max(1, clientLimit / 16) }
}
