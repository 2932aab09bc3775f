import Batches
import FolderWatch
import Importing
import PhotoModel
import Synchronization
import Testing
import Threads

@testable import BatchService

@Suite("Imports, one after the other")
struct ImportQueueTests {
    private static let place = FilePath("/nas")

    /// A call into a file system that comes back when it is told to.
    private final class Call: Sendable {
        private let state = Monitor((isInside: false, mayReturn: false))

        func wait() {
            state.update { $0.isInside = true }
            state.wait { $0.mayReturn ? () : nil }
        }

        func waitUntilInside() { state.wait { $0.isInside ? () : nil } }

        func comeBack() { state.update { $0.mayReturn = true } }
    }

    private func job(
        at place: FilePath,
        _ cancellation: Cancellation = Cancellation(),
        _ body: @escaping @Sendable () -> Void
    ) -> BatchQueue.Job {
        BatchQueue.Job(
            cancellation: cancellation,
            places: BatchPlaces([place]),
            patience: .milliseconds(20),
            body: body,
            orElse: {}
        )
    }

    private func waitUntilDone(_ queue: BatchQueue) {
        let isDone = Monitor(false)
        queue.whenDone { isDone.update { $0 = true } }
        isDone.wait { $0 ? () : nil }
    }

    @Test("one at a place that does not answer holds up no other, and ends when it comes back")
    func hangs() {
        let (call, order, changes) = (Call(), Monitor([String]()), Monitor(0))
        let queue = BatchQueue(
            answers: { path, _ in path != Self.place },
            changed: { changes.update { $0 += 1 } }
        )
        let cancellation = Cancellation()
        queue.append(
            job(at: Self.place, cancellation) {
                call.wait()
                order.update { $0.append("first, \(cancellation.isCancelled)") }
            }
        )
        queue.append(job(at: FilePath("/disk")) { order.update { $0.append("second") } })
        waitUntilDone(queue)
        #expect(order.withLock { $0 } == ["second"])
        #expect(queue.hanging == [Self.place])
        #expect(cancellation.cause == .hanging(Self.place))
        queue.append(job(at: FilePath("/disk")) { order.update { $0.append("third") } })
        waitUntilDone(queue)
        call.comeBack()
        changes.wait { $0 == 2 ? () : nil }
        #expect(order.withLock { $0 } == ["second", "third", "first, true"])
        #expect(queue.hanging.isEmpty)
        queue.stop()
    }

    @Test("what hangs is told of the batch that hangs, and of those that have to do with the same place")
    func silentPlace() throws {
        let (call, mounts, silent, changes) = (Call(), Monitor(1), Monitor([Self.place]), Monitor(0))
        let queue = BatchQueue(
            answers: { path, _ in silent.withLock { !$0.contains(path) } },
            mounts: {
                MountTable(parsing: Array(mounts.withLock { "\($0) 1 0:1 / /nas rw - nfs far:/ rw" }.utf8))
            },
            changed: { changes.update { $0 += 1 } }
        )
        let batches = try ["20261121-0001", "20261121-0002"].map { try #require(BatchName($0)) }
        let first = job(at: Self.place) { call.wait() }
        first.places.batch = batches[0]
        #expect(queue.silentPlace(of: batches[0], at: [Self.place]) == nil)
        queue.append(first)
        waitUntilDone(queue)
        #expect(queue.silentPlace(of: batches[0], at: []) == Self.place)
        #expect(queue.silentPlace(of: batches[1], at: [FilePath("/disk"), Self.place]) == Self.place)
        #expect(queue.silentPlace(of: batches[1], at: [FilePath("/disk")]) == nil)
        // What is inside hangs as well; what is around it has other things in it.
        #expect(queue.silentPlace(among: [FilePath("/nas/card")]) == Self.place)
        for path in ["/nas2", "/"] { #expect(queue.silentPlace(among: [FilePath(path)]) == nil) }
        // Nobody asks again, who may hang as well, until something else is mounted.
        silent.update { $0 = [] }
        #expect(queue.silentPlace(of: batches[1], at: [Self.place]) == Self.place)
        mounts.update { $0 += 1 }
        queue.askAgain()
        #expect(queue.hanging.isEmpty && queue.hasHanging && queue.hangs(batches[0]))
        #expect(changes.withLock { $0 } == 2)
        #expect(queue.silentPlace(of: batches[1], at: [Self.place]) == nil)
        #expect(queue.silentPlace(of: batches[0], at: [Self.place]) == Self.place)
        silent.update { $0 = [Self.place] }
        #expect(queue.silentPlace(of: batches[1], at: [Self.place]) == Self.place)
        #expect(queue.hanging == [Self.place] && changes.withLock { $0 } == 3)
        call.comeBack()
        queue.stop()
    }

    @Test("one that takes long at a place that answers is waited for")
    func slow() {
        let (call, order, questions) = (Call(), Monitor([String]()), Monitor(0))
        let queue = BatchQueue(answers: { _, _ in
            questions.update { $0 += 1 }
            return true
        })
        queue.append(
            job(at: Self.place) {
                call.wait()
                order.update { $0.append("first") }
            }
        )
        queue.append(job(at: Self.place) { order.update { $0.append("second") } })
        questions.wait { $0 >= 3 ? () : nil }
        #expect(order.withLock { $0 }.isEmpty && queue.hanging.isEmpty)
        call.comeBack()
        waitUntilDone(queue)
        #expect(order.withLock { $0 } == ["first", "second"])
        queue.stop()
    }

    @Test("are ended without waiting for one that hangs; what has not begun is told so")
    func stops() {
        let (call, isToldSo) = (Call(), Monitor(false))
        let queue = BatchQueue(answers: { _, _ in false })
        var first = job(at: Self.place) { call.wait() }
        first.patience = .seconds(3600)
        queue.append(first)
        call.waitUntilInside()
        queue.append(
            BatchQueue.Job(
                cancellation: Cancellation(),
                places: BatchPlaces(),
                body: { Issue.record("it was begun") },
                orElse: { isToldSo.update { $0 = true } }
            )
        )
        queue.stop()
        #expect(isToldSo.withLock { $0 })
        call.comeBack()
    }
}
