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
    }

    private struct State {
        var items: [Item] = []
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

    func offer(_ item: Item) {
        let resumption = state.withLock { state -> (CheckedContinuation<[Item], Never>, [Item])? in
            guard !state.isOver else { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, [item])
            }
            state.items.append(item)
            if state.items.count > Self.limit {
                state.isOver = true
                state.items = []
            }
            return nil
        }
        if let (waiter, items) = resumption { waiter.resume(returning: items) }
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
                    defer { state.items = [] }
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
