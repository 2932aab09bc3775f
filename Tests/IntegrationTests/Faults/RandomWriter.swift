import PhotoModel
import TestSupport
import Testing
import Threads

/// One of several who change files at the same time, each below a folder of its own.
///
/// Unchecked: between `begin` and the return of `finish`, `operations` and `failure` are the thread's alone; starting and
/// joining it hand them over.
final class RandomWriter: @unchecked Sendable {
    var operations: RandomOperations
    private var failure: (any Error)?
    private let pace: WriterPace
    private var thread: NamedThread?

    /// - Parameter number: tells it from the others.
    init(_ number: Int, _ daemon: DaemonFixture, _ pace: WriterPace, _ random: inout SeededGenerator) throws {
        self.pace = pace
        let root = daemon.root + "writer-\(number)"
        let outside = daemon.scratch.location + "outside-\(number)"
        try Disk.makeFolder(root)
        try Disk.makeFolder(outside)
        operations = RandomOperations(
            root: root,
            outside: outside,
            random: SeededGenerator(seed: random.next())
        )
        operations.contents = KnownContents(after: number * 10_000_000)
    }

    /// Performs random operations on a thread of its own, each when the pace allows it.
    func begin(_ round: Int, count: Int) throws {
        let started = NamedThread("writer") { [self] in
            do { try work(round, count) } catch { failure = error }
            pace.noteEnd()
        }
        let running = try #require(started)
        thread = running
    }

    /// Waits until all is done, with what it began to write earlier.
    func finish() throws {
        thread?.join()
        thread = nil
        if let failure { throw failure }
        operations.shadow.weighRound()
    }

    private func work(_ round: Int, _ count: Int) throws {
        operations.beginRound(round)
        try operations.finishWriting()
        for _ in 0..<count {
            pace.waitForTurn()
            try operations.perform()
            // The folder shall not grow for ever.
            while operations.shadow.files.count > 100 { try operations.remove() }
            pace.noteDone()
        }
    }

    func expected() throws -> [ExpectedAsset] {
        try ExpectedAssets(root: operations.root, contents: operations.contents).assets
    }
}
