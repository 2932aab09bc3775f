import PhotoClient
import Synchronization

/// What one open page is yet to be told.
final class PageFeed: Sendable {
    enum Item: Sendable {
        /// Events come from now on; what they build on the page asks for itself.
        case live
        case event(EventLine)
        /// The daemon has gone.
        case lost
        /// A message about the page's screen.
        case screen([UInt8])

        /// A large one counts as many.
        fileprivate var weight: Int {
            guard case .screen(let message) = self else { return 1 }
            return 1 + message.count / 4096
        }
    }

    private struct State {
        var items: [Item] = []
        var weight = 0
        var waiter: CheckedContinuation<[Item], Never>?
        var isOver = false
    }

    /// As many as may wait for a page that does not read. One that falls behind connects again, and misses nothing.
    static let limit = 4096

    let number: Int
    private let state = Mutex(State())

    init(number: Int) {
        self.number = number
    }

    /// - Returns: whether the page is still to be told what there is.
    @discardableResult
    func offer(_ item: Item) -> Bool {
        let (isHeard, waiter) = state.withLock { state in
            guard !state.isOver else { return (false, nil as CheckedContinuation<[Item], Never>?) }
            if let waiter = state.waiter {
                state.waiter = nil
                return (true, waiter)
            }
            // However large it is, the first is taken.
            state.isOver = !state.items.isEmpty && state.weight + item.weight > Self.limit
            if state.isOver { state.items = [] } else { state.items.append(item) }
            state.weight += item.weight
            return (!state.isOver, nil)
        }
        waiter?.resume(returning: [item])
        return isHeard
    }

    /// Everything that there is to tell, or the first that comes; empty where it is over. For one task.
    func take() async -> [Item] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let items = state.withLock { state -> [Item]? in
                    if state.items.isEmpty, !state.isOver {
                        state.waiter = waiter
                        return nil
                    }
                    defer {
                        state.items = []
                        state.weight = 0
                    }
                    return state.items
                }
                if let items { waiter.resume(returning: items) }
            }
        } onCancel: {
            end()
        }
    }

    private func end() {
        let waiter = state.withLock { state in
            state.isOver = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: [])
    }
}
