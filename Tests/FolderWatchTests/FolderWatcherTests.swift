import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import FolderWatch

/// With the real kernel. One after the other: some count the process's descriptors.
@Suite("The watcher on real folders", .serialized, .timeLimit(.minutes(20)))
struct FolderWatcherTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs `body` with a watcher and a crawler over the folder, the first sweep done.
    private func withCrawler(
        start: Bool = true,
        callbacks: FolderWatcher.Callbacks = .init(),
        _ body: (FolderWatcher, SampleCrawler, NodeID) throws -> Void
    ) throws {
        let watcher = try FolderWatcher(rule: sampleRule, callbacks: callbacks)
        let root = watcher.addRoot(FilePath(folder.path), lane: 0)
        let crawler = SampleCrawler(watcher)
        if start { try watcher.start() }
        crawler.start()
        defer {
            watcher.stop()
            crawler.join()
        }
        crawler.sync()
        try body(watcher, crawler, root)
    }

    @Test("finds what is there at the start, at any depth")
    func firstSweep() throws {
        try folder.makeDirectory("a")
        try folder.makeDirectory("a/b")
        try folder.write("a/b/x.jpg")
        try withCrawler { watcher, crawler, _ in
            #expect(crawler.files(folder.path("a/b")) == ["x.jpg"])
            let status = watcher.status()
            #expect(status.used == 3 && status.directories == 3 && status.polled == 0)
            #expect((status.limit?.count ?? 0) > 0)
        }
    }

    @Test("a file in a directory made a moment ago is found, 50 of 50")
    func newDirectory() throws {
        try withCrawler { _, crawler, _ in
            for number in 0..<50 {
                try folder.makeDirectory("d\(number)")
                try folder.write("d\(number)/x.jpg")
                crawler.sync()
                #expect(crawler.files(folder.path("d\(number)")) == ["x.jpg"])
            }
        }
    }

    @Test("a barrier sees every change made before it, 2,000 of 2,000")
    func barrier() throws {
        try folder.makeDirectory("d")
        try withCrawler { _, crawler, _ in
            var missed = 0
            for number in 0..<2_000 {
                let name = "\(number).jpg"
                try folder.write("d/" + name)
                crawler.sync()
                if !crawler.files(folder.path("d")).contains(name) { missed += 1 }
            }
            #expect(missed == 0)
            for number in 0..<2_000 { try folder.remove("d/\(number).jpg") }
            crawler.sync()
            #expect(crawler.files(folder.path("d")).isEmpty)
        }
    }

    @Test("a barrier reads an open file as it stands")
    func openFile() throws {
        try withCrawler { watcher, crawler, _ in
            let descriptor = creat(folder.path("x.jpg"), 0o644)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            crawler.sync()
            #expect(crawler.files(folder.path) == ["x.jpg"])
            #expect(watcher.status().pending == 1)
        }
    }

    @Test("a renamed directory keeps its watches and its node")
    func rename() throws {
        try folder.makeDirectory("a")
        try folder.makeDirectory("a/b")
        try folder.makeDirectory("c")
        try withCrawler { watcher, crawler, _ in
            let node = watcher.node(at: FilePath(folder.path("a/b")))
            try folder.move("a", "c/new")
            crawler.sync()
            #expect(watcher.node(at: FilePath(folder.path("c/new/b"))) == node)
            let looks = crawler.looks
            try folder.write("c/new/b/x.jpg")
            crawler.sync()
            #expect(crawler.files(folder.path("c/new/b")) == ["x.jpg"])
            #expect(crawler.looks == looks + 1)
            #expect(watcher.status().used == 4)
        }
    }

    @Test("what leaves and what is deleted gives its watches back")
    func leaving() throws {
        let elsewhere = try TemporaryFolder()
        try folder.makeDirectory("a")
        try folder.makeDirectory("a/b")
        try folder.makeDirectory("c")
        try withCrawler { watcher, crawler, _ in
            #expect(Glibc.rename(folder.path("a"), elsewhere.path("a")) == 0)
            try folder.remove("c")
            crawler.sync()
            #expect(watcher.status().used == 1 && watcher.status().directories == 1)
            #expect(Glibc.rename(elsewhere.path("a"), folder.path("a")) == 0)
            try folder.write("a/b/x.jpg")
            crawler.sync()
            #expect(crawler.files(folder.path("a/b")) == ["x.jpg"])
            #expect(watcher.status().used == 3)
        }
    }

    @Test("without any barrier the thread tells of a new file by itself")
    func unasked() throws {
        let watcher = try FolderWatcher(rule: sampleRule)
        _ = watcher.addRoot(FilePath(folder.path), lane: 0)
        try watcher.start()
        defer { watcher.stop() }
        let first = try #require(watcher.nextWork(lane: 0))
        let reader = try DirectoryReader(path: first.path)
        #expect(watcher.watch(first, directoryDescriptor: reader.descriptor) == .watched)
        watcher.release(first)
        try folder.write("x.jpg")
        let work = try #require(watcher.nextWork(lane: 0))
        #expect(work.kind == .names && work.names == [FileName("x.jpg")])
    }

    @Test("a real overflow of the kernel's queue is noticed and mended")
    func overflow() throws {
        let limit = try #require(Self.queueLimit())
        var callbacks = FolderWatcher.Callbacks()
        let counter = Counter()
        callbacks.overflow = { _ in counter.add() }
        // Without its thread nobody reads the queue until the barrier.
        try withCrawler(start: false, callbacks: callbacks) { watcher, crawler, _ in
            for number in 0...limit / 2 {
                try folder.write("\(number % 2).jpg")
                try folder.remove("\(number % 2).jpg")
            }
            try folder.makeDirectory("d")
            try folder.write("d/x.jpg")
            crawler.sync()
            #expect(watcher.status().overflows == 1 && counter.count == 1)
            #expect(crawler.files(folder.path("d")) == ["x.jpg"])
            #expect(crawler.files(folder.path).isEmpty)
        }
    }

    private static func queueLimit() -> Int? {
        guard let file = fopen("/proc/sys/fs/inotify/max_queued_events", "re") else { return nil }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 32)
        guard fgets(&text, 32, file) != nil else { return nil }
        return Int(atol(text))
    }

    @Test("a root that goes is offline, and found again when it is back")
    func rootGone() throws {
        try folder.makeDirectory("root")
        try folder.write("root/x.jpg")
        let watcher = try FolderWatcher(rule: sampleRule)
        let root = watcher.addRoot(FilePath(folder.path("root")), lane: 0)
        let crawler = SampleCrawler(watcher)
        crawler.start()
        defer {
            watcher.stop()
            crawler.join()
        }
        crawler.sync()
        #expect(crawler.files(folder.path("root")) == ["x.jpg"])
        try folder.move("root", "away")
        crawler.sync()
        #expect(watcher.status().used == 0 && watcher.status().polled == 0)
        try folder.move("away", "root")
        try folder.write("root/y.jpg")
        crawler.sync()
        #expect(crawler.files(folder.path("root")) == ["x.jpg", "y.jpg"])
        #expect(watcher.status().used == 1 && watcher.status().polled == 0)
        #expect(watcher.root(of: root) == root)
    }

    @Test("with nothing pending the thread sleeps without a time limit")
    func idle() throws {
        try withCrawler { watcher, crawler, _ in
            try folder.write("x.jpg")
            crawler.sync()
            // The thread arms its sleep after its last wake-up; nothing else wakes it.
            try Waiting.until("the thread sleeps") { watcher.locked { $0.armed } == .max }
            #expect(watcher.locked { $0.nextDeadline } == nil)
        }
    }

    @Test("a file linked in is read two seconds later, by a timer that was not there before")
    func timer() throws {
        try folder.write("a.txt")
        try withCrawler { watcher, crawler, _ in
            let clock = ContinuousClock()
            let start = clock.now
            #expect(link(folder.path("a.txt"), folder.path("a.jpg")) == 0)
            // A barrier would have it read at once.
            try Waiting.until("the file") { crawler.files(folder.path).contains("a.jpg") }
            #expect(clock.now - start >= .nanoseconds(PendingNames.rest))
        }
    }

    @Test("a directory that moved since its work was taken is not watched under the wrong name")
    func staleWork() throws {
        try folder.makeDirectory("a")
        let watcher = try FolderWatcher(rule: sampleRule)
        _ = watcher.addRoot(FilePath(folder.path), lane: 0)
        let first = try #require(watcher.takeWork(lane: 0))
        let top = try DirectoryReader(path: first.path)
        #expect(watcher.watch(first, directoryDescriptor: top.descriptor) == .watched)
        watcher.discovered([FileName("a")], of: first)
        let work = try #require(watcher.takeWork(lane: 0))
        try folder.move("a", "b")
        try folder.makeDirectory("a")
        let wrong = try DirectoryReader(path: work.path)
        #expect(watcher.watch(work, directoryDescriptor: wrong.descriptor) == .stale)
        #expect(watcher.path(of: work.node) == FilePath(folder.path("b")))
        #expect(watcher.status().used == 1)
    }

    @Test("a directory that gets no watch is polled until it gets one")
    func noWatch() throws {
        let watcher = try FolderWatcher(rule: sampleRule)
        _ = watcher.addRoot(FilePath(folder.path), lane: 0)
        let work = try #require(watcher.takeWork(lane: 0))
        #expect(watcher.watch(work, directoryDescriptor: -1) == .failed(EBADF))
        watcher.release(work)
        #expect(watcher.status().polled == 1 && watcher.status().used == 0)
        // It has a deadline now, and every barrier gives it a pass.
        #expect(watcher.locked { $0.nextDeadline } != nil)
        _ = watcher.barrier()
        let pass = try #require(watcher.takeWork(lane: 0))
        let reader = try DirectoryReader(path: pass.path)
        #expect(watcher.watch(pass, directoryDescriptor: reader.descriptor) == .watched)
        watcher.release(pass)
        #expect(watcher.status().polled == 0 && watcher.status().used == 1)
        #expect(watcher.locked { $0.nextDeadline } == nil)
    }

    @Test("a callback for what is done already comes at once, on the caller's thread; a cancelled one never")
    func callbacks() throws {
        let watcher = try FolderWatcher(rule: sampleRule)
        let root = watcher.addRoot(FilePath(folder.path), lane: 4)
        let epoch = watcher.barrier()
        let (early, late, never) = (Counter(), Counter(), Counter())
        watcher.whenDrained(epoch) { late.add() }
        watcher.cancelWait(watcher.whenDrained(epoch) { never.add() })
        let work = try #require(watcher.takeWork(lane: 4))
        #expect(late.count == 0)
        watcher.release(work)
        #expect(late.count == 1)
        let thread = pthread_self()
        watcher.whenDrained(watcher.barrier()) {
            #expect(pthread_equal(pthread_self(), thread) != 0)
            early.add()
        }
        #expect(early.count == 1 && late.count == 1 && never.count == 0)
        // A lane that hangs is left out of what is waited for.
        watcher.mark(root, .tree)
        watcher.whenDrained(watcher.barrier()) { early.add() }
        #expect(early.count == 1)
        watcher.setUnreachable(lane: 4, true)
        #expect(early.count == 2)
    }

    @Test("stopping ends the thread and the crawlers' waiting, and gives every descriptor back")
    func stopping() throws {
        let (descriptors, threads) = (Self.openDescriptors(), Self.watchThreads())
        for _ in 0..<40 {
            try withCrawler { _, _, _ in }
        }
        let watcher = try FolderWatcher(rule: sampleRule)
        watcher.stop()
        watcher.stop()
        #expect(watcher.nextWork(lane: 0) == nil)
        withExtendedLifetime(watcher) {}
        // Other tests have watchers at the same time, though not as many as were ended here.
        #expect(Self.openDescriptors() < descriptors + 40)
        #expect(Self.watchThreads() < threads + 40)
    }

    /// Inotify instances, event descriptors and mount tables that this process holds open.
    private static func openDescriptors() -> Int {
        (0..<1_024).count { number in
            var target = [CChar](repeating: 0, count: 256)
            guard readlink("/proc/self/fd/\(number)", &target, 255) > 0 else { return false }
            let text = String(decoding: target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return text == "anon_inode:inotify" || text.hasSuffix("/mountinfo")
        }
    }

    private static func watchThreads() -> Int { threadNames().count { $0 == "watch" } }

    private static func threadNames() -> [String] {
        guard let tasks = opendir("/proc/self/task") else { return [] }
        defer { closedir(tasks) }
        var names: [String] = []
        while let entry = readdir(tasks) {
            let number = entry.pointee.d_ino == 0 ? "" : String(entryName(entry))
            guard let file = fopen("/proc/self/task/\(number)/comm", "re") else { continue }
            defer { fclose(file) }
            var text = [CChar](repeating: 0, count: 32)
            guard fgets(&text, 32, file) != nil else { continue }
            let bytes = text.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        return names
    }

    private static func entryName(_ entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafeBytes(of: entry.pointee.d_name) { name in
            String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// Counts calls from any thread.
final class Counter: Sendable {
    private let value = Atomic(0)

    func add() {
        value.add(1, ordering: .relaxed)
    }

    var count: Int { value.load(ordering: .relaxed) }
}
