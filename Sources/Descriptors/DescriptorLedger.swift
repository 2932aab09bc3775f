import Glibc
import Logging
import PhotoModel
import Threads

/// Keeps account of the process's descriptors: who may take some, who waits for some, and what `status` and the log say
/// where there are none.
public final class DescriptorLedger: Sendable {
    /// Whose work waits.
    package enum Holder: Hashable, Sendable {
        case crawler(lane: Int)
        case outsideReading
        case importFolder(lane: Int)
        case listener
    }

    private struct State {
        var shares: DescriptorShares
        /// Why the last call was refused, by whose work waits for it.
        var refusals: [Holder: Int32] = [:]
        /// Clients were refused, and hardly any has gone since.
        var isFull = false
        /// How often files were given back.
        var returns: UInt64 = 0
    }

    private let monitor: Monitor<State>
    private let logger: Logger
    private let changed: @Sendable () -> Void

    /// After so many nanoseconds it is tried again: who else gives descriptors back, in this process or another, does not
    /// tell.
    private static let pause: UInt64 = 100_000_000

    /// - Parameter changed: called whenever `problems` are others; on any thread.
    public init(logger: Logger, changed: @escaping @Sendable () -> Void = {}) {
        self.logger = logger
        self.changed = changed
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        monitor = Monitor(State(shares: DescriptorShares(limit: Self.limit() ?? 0, processors: processors)))
    }

    /// RLIMIT_NOFILE as it is now.
    private static func limit() -> Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }

    private static func refresh(_ shares: inout DescriptorShares) {
        if let limit = limit() { shares.limit = limit }
    }

    // MARK: Files

    /// - Parameter held: leases that the asker has already.
    package func lease(holding held: Int) throws(OpeningDelay) -> FileLease {
        let returns: UInt64? = monitor.withLock { state in
            Self.refresh(&state.shares)
            let isGranted = state.shares.takeFiles(FileLease.count, holding: held * FileLease.count)
            return isGranted ? nil : state.returns
        }
        if let returns { throw .shareUsedUp(returns: returns) }
        return FileLease(self)
    }

    /// As many leases as are to spare, for files that are opened ahead of their turn: half of the share is left to those whose
    /// turn it is.
    package func leaseSpare(_ count: Int) -> [FileLease] {
        let granted = monitor.withLock { state in
            Self.refresh(&state.shares)
            return (0..<count).count { _ in state.shares.takeSpareFiles(FileLease.count) }
        }
        return (0..<granted).map { _ in FileLease(self) }
    }

    fileprivate func note(_ code: Int32, of holder: Holder) {
        let (isNews, isFirst) = monitor.withLock { state in
            defer { state.refusals[holder] = code }
            return (state.refusals[holder] != code, state.refusals.isEmpty)
        }
        if isFirst {
            let problem = Self.problem(code)
            logger.warning("\(problem.problem): \(problem.remedy)")
        }
        if isNews { changed() }
    }

    func giveFiles(_ count: Int) {
        monitor.update { state in
            state.shares.giveFiles(count)
            state.returns += 1
        }
    }

    // MARK: Waiting

    /// Waits until it is worth another try. Whoever waits should hold as little as possible.
    package func wait(for delay: OpeningDelay, as holder: Holder) {
        let seen: UInt64
        switch delay {
        case .shareUsedUp(let returns): seen = returns
        case .refused(let code):
            note(code, of: holder)
            seen = monitor.withLock { $0.returns }
        }
        let deadline = MonotonicClock.now() + Self.pause
        let _: Bool? = monitor.wait(untilDeadline: { state in
            state.returns == seen ? .sleep(until: deadline) : .done(true)
        })
    }

    /// A holder's work waits no longer.
    package func isOver(for holder: Holder) {
        let (wasOne, isLast) = monitor.withLock { state in
            let wasOne = state.refusals.removeValue(forKey: holder) != nil
            return (wasOne, wasOne && state.refusals.isEmpty)
        }
        if isLast { logger.notice("files are opened again, and what waited for that goes on") }
        if wasOne { changed() }
    }

    // MARK: Clients

    /// Whether there is room for another client; it is given back with `giveClient`. Where there is none, `status` says so.
    public func takeClient() -> Bool {
        let (isTaken, isFirstRefused, limit) = monitor.withLock { state in
            Self.refresh(&state.shares)
            let isTaken = state.shares.takeClient()
            defer { if !isTaken { state.isFull = true } }
            return (isTaken, !isTaken && !state.isFull, state.shares.clientLimit)
        }
        isOver(for: .listener)
        if isFirstRefused {
            logger.warning("\(limit) clients are connected, and more are refused: \(Self.clientRemedy)")
            changed()
        }
        return isTaken
    }

    public func giveClient() {
        let isRoomAgain = monitor.withLock { state in
            state.shares.giveClient()
            guard state.isFull, state.shares.hasRoomForClients else { return false }
            state.isFull = false
            return true
        }
        guard isRoomAgain else { return }
        logger.notice("there is room for clients again")
        changed()
    }

    /// As `takeClient`, for what is kept in a file for a client that reads slowly: of its refusal the client alone is told.
    public func takeForReply() -> Bool {
        monitor.withLock { state in
            Self.refresh(&state.shares)
            return state.shares.takeClient()
        }
    }

    /// No client could be taken on.
    public func refusedToListener(_ code: Int32) { note(code, of: .listener) }

    /// An import folder's crawler could open nothing; waits until it is worth another try.
    public func wait(code: Int32, importFolderLane lane: Int) {
        wait(for: .refused(errno: code), as: .importFolder(lane: lane))
    }

    public func isOver(importFolderLane lane: Int) { isOver(for: .importFolder(lane: lane)) }

    // MARK: Telling

    /// What a client is told for which there is no room.
    public var refusalOfClients: String {
        let limit = monitor.withLock { $0.shares.clientLimit }
        return "\(limit) clients are connected, which is all that the limit of open files leaves room for: "
            + Self.clientRemedy
    }

    /// What `status` tells.
    public var problems: [(problem: String, remedy: String)] {
        let (code, isFull, clients) = monitor.withLock { state in
            (state.refusals.values.min(), state.isFull, state.shares.clientLimit)
        }
        var problems = code.map { [Self.problem($0)] } ?? []
        if isFull {
            problems.append(
                ("more than \(clients) clients want to be connected, and some are refused", Self.clientRemedy)
            )
        }
        return problems
    }

    private static let clientRemedy =
        "end some, or raise that limit (LimitNOFILE= of the service, ulimit -n before photod)"

    private static func problem(_ code: Int32) -> (problem: String, remedy: String) {
        let why = ErrorNumber.text(of: code)
        let problem = "files cannot be opened just now (\(why)): what is to be read waits"
        let remedy =
            switch code {
            case EMFILE:
                "raise the limit of open files (LimitNOFILE= of the service, ulimit -n before photod), or have fewer "
                    + "clients connected"
            case ENFILE: "end programs that have many files open, or raise fs.file-max (sysctl)"
            default: "free memory, or raise the service's limit (MemoryMax=)"
            }
        return (problem, remedy)
    }
}
