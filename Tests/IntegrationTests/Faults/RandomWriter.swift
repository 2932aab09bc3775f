import Foundation
import PhotoModel
import Synchronization

/// One of several who change files at the same time, each below a folder of its own.
///
/// Unchecked: between `begin` and the return of `finish`, `operations` and `failure` are the thread's alone; the
/// semaphore hands them over.
final class RandomWriter: @unchecked Sendable {
    var operations: RandomOperations
    private var failure: (any Error)?
    private let ended = DispatchSemaphore(value: 0)
    private let working = Atomic<Bool>(false)

    /// - Parameter number: tells it from the others.
    init(_ number: Int, _ daemon: DaemonFixture, _ random: inout SeededGenerator) throws {
        let root = daemon.root + "writer-\(number)"
        let outside = daemon.scratch.path + "outside-\(number)"
        try Disk.makeFolder(root)
        try Disk.makeFolder(outside)
        operations = RandomOperations(
            root: root,
            outside: outside,
            random: SeededGenerator(seed: random.next())
        )
        operations.contents = KnownContents(after: number * 10_000_000)
    }

    var isWorking: Bool { working.load(ordering: .acquiring) }

    /// Performs random operations on a thread of its own, at the pace of a busy user.
    func begin(_ round: Int, count: Int) {
        working.store(true, ordering: .releasing)
        let thread = Thread { [self] in
            do { try work(round, count) } catch { failure = error }
            working.store(false, ordering: .releasing)
            ended.signal()
        }
        thread.name = "writer"
        thread.start()
    }

    /// Waits until all is done, with what it began to write earlier.
    func finish() throws {
        ended.wait()
        if let failure { throw failure }
        operations.shadow.weighRound()
    }

    private func work(_ round: Int, _ count: Int) throws {
        operations.beginRound(round)
        try operations.finishWriting()
        for _ in 0..<count {
            try operations.perform()
            // The folder shall not grow for ever.
            while operations.shadow.files.count > 100 { try operations.remove() }
            usleep(useconds_t(operations.random.below(30_000)))
        }
    }

    func expected() throws -> [ExpectedAsset] {
        try ExpectedAssets(root: operations.root, contents: operations.contents).assets
    }
}
