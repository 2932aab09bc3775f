import LineServer
import NIOCore
import Synchronization
import Threads

/// A look at a file of the library that an answer needs: what is asked of the disk, and what follows from it. The disk
/// may not answer.
struct DiskLook: Sendable {
    typealias Conclusion = Rest.Conclusion

    /// The root that the file lies in, by its key: roots hang each by itself.
    let root: Int64
    /// Asks the disk. It runs on a thread of its own, and may never come back.
    let ask: @Sendable () -> Conclusion
    /// What there is to say without the disk.
    let unanswered: Conclusion
}

/// Has files of the library looked at for answers, on threads that exist as long as there is something to look at. No
/// thread that answers clients opens a file itself: on a mount whose server is gone it would not come back, nor would
/// its snapshot, and the daemon could not end.
final class DiskLooks: Sendable {
    /// How long an answer waits. A disk that was asleep takes some seconds.
    static let patience = TimeAmount.seconds(10)
    /// At a time in one root.
    private static let limit = 2

    private final class Look: Sendable {
        let look: DiskLook
        private let isAnswered = Mutex(false)
        private let answer: @Sendable (@escaping DiskLook.Conclusion) -> Void
        private let timer = Mutex<Scheduled<Void>?>(nil)

        init(_ look: DiskLook, _ answer: @escaping @Sendable (@escaping DiskLook.Conclusion) -> Void) {
            self.look = look
            self.answer = answer
        }

        var root: Int64 { look.root }

        func expires(_ timer: Scheduled<Void>) {
            self.timer.withLock { $0 = timer }
            if isAnswered.withLock({ $0 }) { timer.cancel() }
        }

        /// Of the disk and the deadline the first counts.
        func end(_ conclusion: @escaping DiskLook.Conclusion) {
            let isLate = isAnswered.withLock { answered in
                defer { answered = true }
                return answered
            }
            guard !isLate else { return }
            timer.withLock { $0?.cancel() }
            answer(conclusion)
        }
    }

    private struct Root {
        var running = 0
        /// Of those that run, the ones that did not come back in time.
        var hanging: Set<ObjectIdentifier> = []
        var waiting: [Look] = []
    }

    private struct State {
        var roots: [Int64: Root] = [:]
        /// What answers wait for.
        var pending: [ObjectIdentifier: Look] = [:]
        var isEnding = false
    }

    private let eventLoop: any EventLoop
    private let state = Mutex(State())

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Has something looked at. `answer` is called once, on some thread, within `patience`.
    func perform(_ look: DiskLook, _ answer: @escaping @Sendable (@escaping DiskLook.Conclusion) -> Void) {
        let look = Look(look, answer)
        let isHopeless = state.withLock { state in
            // Looks that hang tell what would become of another.
            guard !state.isEnding, state.roots[look.root]?.hanging.count ?? 0 < Self.limit else {
                return true
            }
            state.pending[ObjectIdentifier(look)] = look
            return false
        }
        guard !isHopeless else { return look.end(look.look.unanswered) }
        look.expires(eventLoop.scheduleTask(in: Self.patience) { [self] in expire(look) })
        let isNext = state.withLock { state in
            var root = state.roots[look.root] ?? Root()
            defer { state.roots[look.root] = root }
            guard root.running < Self.limit else {
                root.waiting.append(look)
                return false
            }
            root.running += 1
            return true
        }
        guard isNext else { return }
        if let thread = NamedThread("look", { [self] in work(look) }) { return thread.leave() }
        // The system gives no thread: what the disk would say cannot be known, nor what it would to those that have come to wait.
        var unknown: Look? = look
        while let look = unknown {
            look.end(look.look.unanswered)
            unknown = next(after: look)
        }
    }

    /// Has something done that a disk takes part in: `body` runs on a thread of its own, or `orElse` on some thread where that
    /// is to no purpose, or `body` has not come back in time.
    func perform(
        root: Int64,
        _ body: @escaping @Sendable () -> Void,
        orElse: @escaping @Sendable () -> Void
    ) {
        let look = DiskLook(root: root) {
            body()
            return { _ in }
        } unanswered: { _ in
            orElse()
        }
        // Nothing of it is a part of an answer.
        perform(look) { try? $0(ReplyWriter()) }
    }

    /// As what is left of an answer.
    func rest(_ look: DiskLook) -> Rest {
        Rest { [self] answer in perform(look, answer) }
    }

    /// Nobody waits for a disk any more, now and later.
    func stop() {
        let pending = state.withLock { state in
            state.isEnding = true
            defer { state.pending = [:] }
            return Array(state.pending.values)
        }
        for look in pending { look.end(look.look.unanswered) }
    }

    /// On a thread of its own: looks, and goes on with what waits for a look in the same root.
    private func work(_ first: Look) {
        var current: Look? = first
        while let look = current {
            look.end(look.look.ask())
            current = next(after: look)
        }
    }

    private func next(after look: Look) -> Look? {
        state.withLock { state in
            state.pending[ObjectIdentifier(look)] = nil
            guard var root = state.roots[look.root] else { return nil }
            root.hanging.remove(ObjectIdentifier(look))
            let next = root.waiting.isEmpty ? nil : root.waiting.removeFirst()
            if next == nil { root.running -= 1 }
            state.roots[look.root] = root.running == 0 ? nil : root
            return next
        }
    }

    private func expire(_ look: Look) {
        let isPending = state.withLock { state in
            guard state.pending.removeValue(forKey: ObjectIdentifier(look)) != nil else { return false }
            let isWaiting = state.roots[look.root]?.waiting.contains { $0 === look } ?? false
            if isWaiting {
                state.roots[look.root]?.waiting.removeAll { $0 === look }
            } else {
                state.roots[look.root]?.hanging.insert(ObjectIdentifier(look))
            }
            return true
        }
        if isPending { look.end(look.look.unanswered) }
    }
}
