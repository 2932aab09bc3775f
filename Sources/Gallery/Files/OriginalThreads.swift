import NIOCore
import Synchronization

/// Threads for originals, some for each root of the library, so that one whose mount hangs holds up no other. The daemon sees to it that a
/// network mount in a root is a root of its own.
final class OriginalThreads: Sendable {
    /// A disk that has to spin up is not given up.
    private static let limit = TimeAmount.seconds(20)
    private static let countPerRoot = 2
    /// Roots with threads of their own. One that comes after has those of one from which nothing is read just now; while there is none,
    /// such roots share some.
    private static let rootLimit = 8

    private let eventLoop: any EventLoop
    private let threads = Mutex<[String: FileThreads]>([:])

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// - Parameter root: its name, as `items` calls it `source`.
    func of(root: String) -> FileThreads {
        threads.withLock { threads in
            if let known = threads[root] { return known }
            let isFull = threads.count >= Self.rootLimit
            if isFull, let free = Self.takeUnused(of: &threads) {
                threads[root] = free
                return free
            }
            let key = isFull ? "" : root
            if let known = threads[key] { return known }
            let new = FileThreads(count: Self.countPerRoot, deadline: (Self.limit, eventLoop))
            threads[key] = new
            return new
        }
    }

    /// Whoever reads with threads holds them, and so does a call that hangs. Those that roots share stay shared.
    private static func takeUnused(of threads: inout [String: FileThreads]) -> FileThreads? {
        // No copy of the table may be about: it would hold them, too.
        let shared = threads.index(forKey: "")
        var place = threads.startIndex
        while place != threads.endIndex {
            if place != shared, isKnownUniquelyReferenced(&threads.values[place]) {
                return threads.remove(at: place).value
            }
            threads.formIndex(after: &place)
        }
        return nil
    }
}
