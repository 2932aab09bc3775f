import CSQLiteShim
import GRDB
import GRDBSQLite
import Synchronization
import Threads

/// The connections to one index: one that writes, and up to six that read, each lent to one thread at a time.
///
/// GRDB's own pool is not used: it guards its readers by concurrent dispatch queues, and two threads that meet at such a
/// queue on Linux start libdispatch's workers and with them its monitor, a thread that wakes each second for as long as
/// the program runs (measured: libdispatch of Swift 6.3; serial queues, which `DatabaseQueue` has, start none).
final class IndexConnections: Sendable {
    /// As many reads at once; one more waits for one of them to end. The daemon answers on three threads, and three of
    /// its own read.
    static let maximumReaders = 6

    private let path: String
    private let configuration: Configuration
    private let writer: DatabaseQueue
    /// Whether the path still leads to the file that the others have open.
    private let isInPlace: @Sendable () -> Bool
    private let readers = Monitor(Readers())

    private struct Readers {
        /// Those that nobody uses; the one used last is lent first, its pages are still in its cache.
        var idle: [DatabaseQueue] = []
        /// How many there are, lent ones included.
        var opened = 0
        var isClosed = false
    }

    /// SQLite's own account of its memory, which nobody reads, costs all threads one lock at every allocation. It can be
    /// turned off before the first connection alone; where that came too late, it only costs time.
    private static let accounting = photod_sqlite_disable_memory_statistics()

    init(
        path: String,
        configuration: Configuration,
        isInPlace: @escaping @Sendable () -> Bool
    ) throws {
        _ = Self.accounting
        self.isInPlace = isInPlace
        self.path = path
        var writing = configuration
        writing.journalMode = .wal
        writer = try DatabaseQueue(path: path, configuration: writing)
        var reading = configuration
        reading.readonly = true
        self.configuration = reading
    }

    /// Reads one snapshot.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let reader = try borrow()
        defer { readers.update { $0.idle.append(reader) } }
        return try reader.read(body)
    }

    /// Runs `body` on the writing connection, one at a time.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.writeWithoutTransaction(body)
    }

    /// Gives back the memory of the writer and of those readers that nobody uses.
    func releaseMemory() {
        writer.releaseMemory()
        // Under the lock: a read that came meanwhile would open one more connection.
        readers.withLock { state in
            for reader in state.idle { reader.releaseMemory() }
        }
    }

    /// Closes all, when the reads that run have ended. Later ones are refused.
    func close() throws {
        let idle = readers.wait { state -> [DatabaseQueue]? in
            state.isClosed = true
            guard state.idle.count == state.opened else { return nil }
            defer { state = Readers(isClosed: true) }
            return state.idle
        }
        Self.closed.withLock { $0 += idle + [writer] }
        for reader in idle { try reader.close() }
        try writer.close()
    }

    /// Closed connections, which are kept: a serial queue that is disposed of has libdispatch start its workers, and with
    /// them its monitor. There are seven of them for each index at most.
    private static let closed = Mutex<[DatabaseQueue]>([])

    private enum Loan {
        case reader(DatabaseQueue)
        case room
        case closed
    }

    private func borrow() throws -> DatabaseQueue {
        let loan = readers.wait { state -> Loan? in
            if state.isClosed { return .closed }
            if let reader = state.idle.popLast() { return .reader(reader) }
            guard state.opened < Self.maximumReaders else { return nil }
            state.opened += 1
            return .room
        }
        switch loan {
        case .reader(let reader): return reader
        case .closed: throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the index is closed")
        case .room:
            do {
                return try open()
            } catch {
                readers.update { $0.opened -= 1 }
                guard isInPlace() else { throw error }
                guard let other = borrowOpen() else { throw error }
                return other
            }
        }
    }

    private func open() throws -> DatabaseQueue {
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        guard isInPlace() else {
            Self.closed.withLock { $0.append(reader) }
            try reader.close()
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "another file is in its place")
        }
        return reader
    }

    /// One of those that there are, where no other can be opened just now, for want of descriptors say; `nil` where all
    /// stay in use.
    private func borrowOpen() -> DatabaseQueue? {
        let deadline = MonotonicClock.after(.seconds(1))
        return readers.wait(untilDeadline: { state in
            if let reader = state.idle.popLast() { return .done(reader) }
            return state.opened == 0 ? .done(nil) : .sleep(until: deadline)
        }) ?? nil
    }
}
