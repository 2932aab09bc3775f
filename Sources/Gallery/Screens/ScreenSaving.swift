import Logging
import NIOCore
import Synchronization

/// Keeps what is open on screens that have a name: a little after it has changed, and at the end.
final class ScreenSaving: Sendable {
    typealias Source = @Sendable (ScreenName) -> Screen?

    private struct State {
        /// What has changed since it was kept, and who tells of it.
        var changed: [ScreenName: Source] = [:]
        var isScheduled = false
        var complaint = ""
    }

    /// Commands come one soon after the other.
    static let delay = TimeAmount.seconds(1)

    private let files: ScreenFiles
    /// Another gallery may have the folder: what that one writes is not overwritten.
    private let mayWrite: @Sendable () -> Bool
    private let eventLoop: any EventLoop
    private let threads: FileThreads
    private let logger: Logger
    private let state = Mutex(State())
    /// Held by who writes.
    private let writing = Mutex(())

    init(
        _ files: ScreenFiles,
        on eventLoop: any EventLoop,
        by threads: FileThreads,
        logger: Logger,
        where mayWrite: @escaping @Sendable () -> Bool
    ) {
        self.files = files
        self.mayWrite = mayWrite
        self.eventLoop = eventLoop
        self.threads = threads
        self.logger = logger
    }

    /// What is open on a screen has changed.
    func note(_ name: ScreenName, _ source: @escaping Source) {
        guard name.isChosen else { return }
        let isFirst = state.withLock { state in
            state.changed[name] = source
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isFirst else { return }
        eventLoop.scheduleTask(in: Self.delay) { [self] in
            state.withLock { $0.isScheduled = false }
            threads.leave { self.save() }
        }
    }

    /// Keeps what has changed, as it is now. Not on the event loop. What cannot be kept is tried again with the next change, and at
    /// the end.
    func save() {
        writing.withLock { _ in
            guard mayWrite() else { return }
            let changed = state.withLock { state in
                defer { state.changed = [:] }
                return state.changed
            }
            for (name, source) in changed where !save(name, source(name)) {
                state.withLock { $0.changed[name] = $0.changed[name] ?? source }
            }
        }
    }

    private func save(_ name: ScreenName, _ screen: Screen?) -> Bool {
        do {
            if let screen, !screen.isEmpty {
                try files.write(screen)
            } else {
                try files.remove(name)
            }
            state.withLock { $0.complaint = "" }
            return true
        } catch {
            let complaint = "what is open on screens cannot be kept: \(error)"
            let isNews = state.withLock { state in
                defer { state.complaint = complaint }
                return state.complaint != complaint
            }
            if isNews { logger.error("\(complaint)") }
            return false
        }
    }
}
