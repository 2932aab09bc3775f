import CShims
import Glibc
import Logging
import PhotoModel
import Synchronization
import Threads

/// Sees to it that the socket can be found: where its name is removed or moved away, or a folder above it is, another
/// listens in its place. A thread of its own is told by inotify and does nothing else; names of others in the folder, which
/// may be /tmp, do not wake it.
public final class SocketKeeper: Sendable {
    private struct State {
        var file: SocketFile
        /// What was complained of last: the same is not told again.
        var complaint = ""
        /// The socket could not be made, or listened on, for want of descriptors or memory: nothing tells when that is over.
        var isShort = false
    }

    private let path: FilePath
    private let state: Mutex<State>
    private let end: Int32
    private let listen: @Sendable (Int32) throws -> Void
    private let logger: Logger
    private let thread = Mutex<NamedThread?>(nil)

    /// - Parameter listen: has clients of another listening socket served, and those of the one before no more. It takes
    ///   the descriptor over.
    public init(_ file: SocketFile, logger: Logger, listen: @escaping @Sendable (Int32) throws -> Void) {
        path = file.path
        state = Mutex(State(file: file))
        end = photod_event_descriptor()
        self.listen = listen
        self.logger = logger
    }

    deinit {
        if end >= 0 { close(end) }
    }

    /// Without a thread, or an event to end it by, the socket is not watched, and everything else goes on.
    public func start() {
        guard end >= 0, let started = NamedThread("socket", { [self] in watch() }) else {
            return logger.warning("the socket \(path.display) is not made again when somebody removes it")
        }
        thread.withLock { $0 = started }
    }

    /// Ends the thread, and removes the socket's name.
    public func stop() {
        photod_event_raise(end)
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
        state.withLock { $0.file }.remove()
    }

    // MARK: On the thread

    private func watch() {
        while true {
            // Watched first and looked at then: what happens in between is told.
            let events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            defer { if events >= 0 { close(events) } }
            let isThere = state.withLock { $0.file }.isThere
            if isThere { Self.watch(path, Self.ownEvents, events) }
            watchWay(events, isThere: isThere)
            guard state.withLock({ $0.file }).isThere == isThere else { continue }
            if !isThere, makeAgain() { continue }
            let isShort = events < 0 || state.withLock { !isThere && $0.isShort }
            // What was tried and taken back here is told as well, and is no reason to try again at once.
            var entries = [isShort ? -1 : events, end].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = uninterrupted { poll(&entries, 2, isShort ? Self.pause : -1) }
            if entries[1].revents != 0 { return }
        }
    }

    /// Milliseconds after which it is tried again where no event tells.
    private static let pause: Int32 = 1000

    /// A name that is taken away is a change of the inode's attributes, for its link count is one.
    private static let ownEvents = UInt32(IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
    private static let folderEvents = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
    /// Where the way to the socket ends, what comes there may be more of the way, and what goes or changes its mode may be what
    /// stands in the way.
    private static let wayEvents =
        folderEvents | UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ATTRIB)

    /// Watches all folders that the socket lies in, and the links that lead to them: one that is moved away takes the
    /// socket along, and nothing of that is told below it.
    private func watchWay(_ events: Int32, isThere: Bool) {
        for way in FolderWays(to: path.parent).all {
            var mask = isThere ? Self.folderEvents : Self.wayEvents
            for folder in way where Self.watch(folder, mask, events) { mask = Self.folderEvents }
        }
    }

    /// - Returns: whether there is something to watch.
    @discardableResult
    private static func watch(_ path: FilePath, _ mask: UInt32, _ events: Int32) -> Bool {
        // Two ways may lead through one folder.
        path.withCString { inotify_add_watch(events, $0, mask | UInt32(IN_DONT_FOLLOW | IN_MASK_ADD)) } >= 0
    }

    /// Returns whether the socket is there again.
    private func makeAgain() -> Bool {
        do {
            var socket = try ListeningSocket(path: path)
            guard let file = socket.file else { return false }
            do { try listen(socket.take()) } catch {
                file.remove()
                throw error
            }
            state.withLock { state in
                state.file = file
                state.complaint = ""
            }
            logger.warning("the socket \(path.display) was removed, and was made again")
            return true
        } catch {
            var isShort = true
            if let error = error as? ServerError {
                if case .system(_, let code) = error {
                    isShort = ErrorNumber.isShortage(code)
                } else {
                    isShort = false
                }
            }
            let complaint = "the socket \(path.display) was removed, and cannot be made again: \(error)"
            let isNews = state.withLock { [isShort] state in
                state.isShort = isShort
                defer { state.complaint = complaint }
                return state.complaint != complaint
            }
            if isNews { logger.error("\(complaint)") }
            return false
        }
    }
}
