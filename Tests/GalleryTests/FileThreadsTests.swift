import Dispatch
import NIOCore
import NIOEmbedded
import Testing
import Threads

@testable import Gallery

@Suite("Threads for files")
struct FileThreadsTests {
    /// Files whose disk answers when a test says so.
    private final class Disk: Sendable {
        let loop = NIOAsyncTestingEventLoop()
        let threads: FileThreads
        private let answer = DispatchSemaphore(value: 0)
        private let asked: AsyncStream<Void>
        private let ask: AsyncStream<Void>.Continuation

        init() {
            threads = FileThreads(count: 2, deadline: (.seconds(20), loop))
            (asked, ask) = AsyncStream.makeStream()
        }

        func read() async throws -> Int {
            try await threads.run {
                self.ask.yield()
                self.answer.wait()
                return 1
            }
        }

        /// Waits until so many calls are under way.
        func waitUntilAsked(_ count: Int) async {
            var calls = asked.makeAsyncIterator()
            for _ in 0..<count { _ = await calls.next() }
        }

        func answerAll(_ count: Int) { for _ in 0..<count { answer.signal() } }
    }

    @Test("who waits for one that does not answer is told so, the next at once, and all is well when it does")
    func noAnswer() async throws {
        let disk = Disk()
        let calls = (0..<2).map { _ in Task { try await disk.read() } }
        await disk.waitUntilAsked(2)
        await disk.loop.advanceTime(by: .seconds(20))
        for call in calls {
            await #expect(throws: FileThreads.NoAnswer.self) { try await call.value }
        }
        await #expect(throws: FileThreads.NoAnswer.self) { try await disk.threads.run { 2 } }
        disk.answerAll(2)
        await withCheckedContinuation { waiter in disk.threads.leave { waiter.resume() } }
        #expect(try await disk.threads.run { 3 } == 3)
        await disk.loop.shutdownGracefully()
    }

    @Test("one that answers in time is waited for")
    func inTime() async throws {
        let disk = Disk()
        let call = Task { try await disk.read() }
        await disk.waitUntilAsked(1)
        await disk.loop.advanceTime(by: .seconds(19))
        disk.answerAll(1)
        #expect(try await call.value == 1)
        await disk.loop.advanceTime(by: .seconds(20))
        #expect(try await disk.threads.run { 2 } == 2)
        await disk.loop.shutdownGracefully()
    }

    @Test("who waits for a thread and gives up has nothing begun")
    func cancelled() async throws {
        let disk = Disk()
        let calls = (0..<2).map { _ in Task { try await disk.read() } }
        await disk.waitUntilAsked(2)
        let third = Task { try await disk.read() }
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        disk.answerAll(2)
        for call in calls { #expect(try await call.value == 1) }
        #expect(try await disk.threads.run { 2 } == 2)
        await disk.loop.shutdownGracefully()
    }

    @Test(
        "where the system gives no thread it is said, and the next call asks for one again",
        arguments: [false, true]
    )
    func refused(hasDeadline: Bool) async throws {
        let loop = NIOAsyncTestingEventLoop()
        let isGiven = Monitor(false)
        let deadline: (TimeAmount, any EventLoop)? = hasDeadline ? (.seconds(20), loop) : nil
        let threads = FileThreads(count: 2, deadline: deadline) { body in
            isGiven.withLock { $0 } ? NamedThread("files", body) : nil
        }
        await #expect(throws: FileThreads.NoThread.self) { try await threads.run { 1 } }
        let (left, waiter) = AsyncStream<Int>.makeStream()
        threads.leave { waiter.yield(2) }
        isGiven.update { $0 = true }
        #expect(try await threads.run { 3 } == 3)
        // What was left to them had no thread until then.
        var calls = left.makeAsyncIterator()
        #expect(await calls.next() == 2)
        await loop.shutdownGracefully()
    }

    @Test(
        "where all that the system gives hang, the next is told at once, and has another as soon as it gives one"
    )
    func allHang() async throws {
        let loop = NIOAsyncTestingEventLoop()
        let left = Monitor(1)
        let threads = FileThreads(count: 2, deadline: (.seconds(20), loop)) { body in
            let isGiven = left.update { left in
                left -= 1
                return left >= 0
            }
            return isGiven ? NamedThread("files", body) : nil
        }
        let (hanging, begun) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
        let first = Task {
            try await threads.run {
                begun.continuation.yield()
                hanging.wait()
            }
        }
        var calls = begun.stream.makeAsyncIterator()
        _ = await calls.next()
        await loop.advanceTime(by: .seconds(20))
        await #expect(throws: FileThreads.NoAnswer.self) { try await first.value }
        await #expect(throws: FileThreads.NoAnswer.self) { try await threads.run { 2 } }
        left.update { $0 = 1 }
        #expect(try await threads.run { 3 } == 3)
        hanging.signal()
        await loop.shutdownGracefully()
    }

    @Test("what is left to them holds none of them before there is one")
    func leftWithoutThread() {
        var threads: FileThreads? = FileThreads(count: 2) { _ in nil }
        weak let held = threads
        threads?.leave {}
        threads = nil
        #expect(held == nil)
    }

    @Test("each root has its own, as long as they are few")
    func roots() async {
        let loop = NIOAsyncTestingEventLoop()
        let threads = OriginalThreads(on: loop)
        let first = (0..<8).map { threads.of(root: "\($0)") }
        #expect(Set(first.map { ObjectIdentifier($0) }).count == 8)
        #expect(threads.of(root: "3") === first[3])
        #expect(threads.of(root: "8") === threads.of(root: "9"))
        withExtendedLifetime(first) {}
        await loop.shutdownGracefully()
    }

    @Test("those that roots share become no root's own")
    func sharedThreads() async {
        let loop = NIOAsyncTestingEventLoop()
        let threads = OriginalThreads(on: loop)
        let first = (0..<8).map { threads.of(root: "\($0)") }
        _ = threads.of(root: "8")
        let shared = threads.of(root: "9")
        #expect(threads.of(root: "8") === shared && threads.of(root: "10") === shared)
        withExtendedLifetime(first) {}
        await loop.shutdownGracefully()
    }

    @Test(
        "a root that comes later has those of one from which nothing is read, and none in which a call hangs"
    )
    func laterRoots() async throws {
        let loop = NIOAsyncTestingEventLoop()
        let threads = OriginalThreads(on: loop)
        let (hanging, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var inUse = (0..<6).map { threads.of(root: "\($0)") }
        threads.of(root: "6").leave {
            begun.signal()
            hanging.wait()
        }
        begun.wait()
        let seventh = ObjectIdentifier(threads.of(root: "6"))
        let unused = ObjectIdentifier(threads.of(root: "7"))
        inUse.append(threads.of(root: "8"))
        #expect(inUse.last.map { ObjectIdentifier($0) } == unused)
        #expect(threads.of(root: "9") === threads.of(root: "10"))
        #expect(ObjectIdentifier(threads.of(root: "6")) == seventh)
        hanging.signal()
        #expect(Set(inUse.map { ObjectIdentifier($0) }).count == 7)
        await loop.shutdownGracefully()
    }
}
