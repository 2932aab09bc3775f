import LineProtocol
import NIOCore
import Navigation
import Synchronization
import Threads

/// Who is told how a command to screens ends. Called on the event loop.
struct CommandWaiter: Sendable {
    /// The command is over on one screen. Where the line cannot be told the waiting ends with the reason.
    let line: @Sendable ([UInt8]) throws -> Void
    /// Nothing more comes; with an error, because of that.
    let end: @Sendable ((any Error)?) -> Void
}

/// The screens, the pages that show them, and those who command them: has done what the table says is to be done.
///
/// What changes something is called on the event loop, so that everybody is told in the order in which it happens. What only
/// looks may be called anywhere.
final class Screens: Sendable {
    private struct State {
        var table = ScreenTable()
        var feeds: [Int: PageFeed] = [:]
        var waiters: [Int: CommandWaiter] = [:]
        var subscribers: @Sendable (ScreenEvent) -> Void = { _ in }
    }

    private let eventLoop: any EventLoop
    private let saving: ScreenSaving
    private let state: Mutex<State>

    init(
        on eventLoop: any EventLoop,
        saving: ScreenSaving,
        restoring kept: [(ScreenName, NavigationTree)] = []
    ) {
        self.eventLoop = eventLoop
        self.saving = saving
        var first = State()
        for (name, tree) in kept { first.table.restore(name, tree) }
        state = Mutex(first)
    }

    /// Who is told of every event.
    func subscribe(_ subscribers: @escaping @Sendable (ScreenEvent) -> Void) {
        state.withLock { $0.subscribers = subscribers }
    }

    // MARK: - Looking

    /// Each as it is, by their names, or the one of a name.
    ///
    /// - Throws: `no-such`.
    func look(at name: ScreenName?) throws(ProtocolError) -> [Screen] {
        guard let name else { return state.withLock { $0.table.sorted } }
        guard let screen = screen(name) else { throw ScreenTable.unknown(name) }
        return [screen]
    }

    private func screen(_ name: ScreenName) -> Screen? { state.withLock { $0.table.screens[name] } }

    /// Which screens are open, and the number of the last event that has led to that.
    var opening: (open: [ScreenName], number: Int) {
        state.withLock { ($0.table.sorted.filter(\.isOpen).map(\.name), $0.table.eventCount) }
    }

    // MARK: - Pages

    /// A page has begun, and its stream takes what `feed` has.
    func open(_ name: ScreenName?, _ constants: ScreenConstants, _ feed: PageFeed) {
        change { state in
            state.feeds[feed.number] = feed
            do throws(ProtocolError) {
                return try state.table.open(name, stream: feed.number, constants, now: Self.now)
            } catch {
                return [.tell(stream: feed.number, ScreenMessages.refused(error.message))]
            }
        }
    }

    func close(_ feed: PageFeed) {
        change { state in
            state.feeds[feed.number] = nil
            return state.table.close(stream: feed.number, now: Self.now)
        }
    }

    /// A page says something, in lines.
    ///
    /// - Throws: why the first line is refused that is; those before it are done.
    func hear(_ lines: [[UInt8]], from stream: Int, of name: ScreenName) throws(PageFault) {
        for line in lines {
            var fault: PageFault?
            change { state in
                let heard = state.table.hear(line, from: stream, of: name)
                fault = heard.fault
                return heard.actions
            }
            if let fault { throw fault }
        }
    }

    // MARK: - Commands

    /// Gives a command to a screen, or to all that are open.
    ///
    /// - Parameters:
    ///   - time: how long its end is waited for.
    ///   - waiter: is told, from within already where it is over at once.
    /// - Returns: what is to be called when nobody waits for it any more.
    /// - Throws: where it is no command, or there is no such screen.
    func give(
        _ command: ScreenCommand,
        to target: ScreenName?,
        waitingFor time: Duration,
        _ waiter: CommandWaiter
    ) throws(ProtocolError) -> @Sendable () -> Void {
        var given: Result<Int, ProtocolError>?
        change { state in
            do throws(ProtocolError) {
                let (number, actions) = try state.table.give(command, to: target)
                state.waiters[number] = waiter
                given = .success(number)
                return actions
            } catch {
                given = .failure(error)
                return []
            }
        }
        guard let number = try given?.get(), state.withLock({ $0.waiters[number] != nil }) else { return {} }
        let timer = eventLoop.scheduleTask(in: .nanoseconds(Int64(time / .nanoseconds(1)))) {
            self.change { $0.table.timeOut(number, after: time) }
        }
        return {
            timer.cancel()
            self.leave(number)
        }
    }

    private func leave(_ number: Int) {
        state.withLock { state in
            state.table.leave(number)
            state.waiters[number] = nil
        }
    }

    /// - Throws: `no-such`.
    func forget(_ name: ScreenName) throws(ProtocolError) {
        var failure: ProtocolError?
        change { state in
            do throws(ProtocolError) { return try state.table.forget(name) } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
    }

    // MARK: - What is to be done

    private func change(_ body: (inout State) -> [ScreenTable.Action]) {
        eventLoop.preconditionInEventLoop()
        var actions = state.withLock { body(&$0) }
        while !actions.isEmpty {
            var lost: [PageFeed] = []
            for action in actions { carryOut(action, &lost) }
            // A page that does not read connects again.
            actions = lost.flatMap { feed in
                state.withLock { state in
                    state.feeds[feed.number] = nil
                    return state.table.close(stream: feed.number, now: Self.now)
                }
            }
        }
    }

    private func carryOut(_ action: ScreenTable.Action, _ lost: inout [PageFeed]) {
        switch action {
        case .tell(let stream, let message):
            guard let feed = state.withLock({ $0.feeds[stream] }) else { return }
            if !feed.offer(.screen(message)) { lost.append(feed) }
        case .event(let event): state.withLock { $0.subscribers }(event)
        case .line(let command, let line):
            guard let waiter = state.withLock({ $0.waiters[command] }) else { return }
            do { try waiter.line(line) } catch {
                leave(command)
                waiter.end(error)
            }
        case .end(let command, let error):
            state.withLock { $0.waiters.removeValue(forKey: command) }?.end(error)
        case .changed(let name): saving.note(name) { [weak self] name in self?.screen(name) }
        }
    }

    private static var now: Int64 { Int64(MonotonicClock.now() / 1_000_000_000) }
}
