import NIOCore
import Synchronization

/// Threads for originals, some for each root of the library, so that one whose mount hangs holds up no other. The daemon sees to it that a
/// network mount in a root is a root of its own.
final class OriginalThreads: Sendable {
    /// A disk that has to spin up is not given up.
    private static let limit = TimeAmount.seconds(20)
    private static let countPerRoot = 2
    /// Roots with threads of their own. Those that come after share some.
    private static let rootLimit = 8

    private let eventLoop: any EventLoop
    private let threads = Mutex<[String: FileThreads]>([:])

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// - Parameter root: its name, as `items` calls it `source`.
    func of(root: String) -> FileThreads {
        threads.withLock { threads in
            let key = threads[root] != nil || threads.count < Self.rootLimit ? root : ""
            if let known = threads[key] { return known }
            let new = FileThreads(count: Self.countPerRoot, deadline: (Self.limit, eventLoop))
            threads[key] = new
            return new
        }
    }
}
