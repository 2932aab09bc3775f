import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing
import Threads

@testable import Batches
@testable import Importing

/// Whoever takes the name of a photo away has its disk's turn.
@Suite("Turns on a disk")
struct DiskTurnsTests {
    /// Whether somebody had the turn on a folder's disk, at each change of a kind.
    private final class Watch: Sendable {
        private let turns = Mutex<DiskTurns?>(nil)
        private let answers = Mutex<[ChangePoint: [Bool]]>([:])
        private let device: UInt64

        init(on folder: FilePath) throws { device = try Folder(folder).device }

        var gate: ChangeGate {
            ChangeGate { point in
                if let turns = self.turns.withLock({ $0 }) {
                    let isTaken = turns.isTaken(on: self.device)
                    self.answers.withLock { $0[point, default: []].append(isTaken) }
                }
                return 0
            }
        }

        func begin(_ turns: DiskTurns) { self.turns.withLock { $0 = turns } }

        func answers(at point: ChangePoint) -> [Bool] { answers.withLock { $0[point] ?? [] } }
    }

    private final class Counts: Sendable {
        let now = Atomic(0)
        let highest = Atomic(0)
        let all = Atomic(0)
    }

    private static func store(_ trial: Trial, _ watch: Watch) throws -> BatchStore {
        let store = try trial.store(watch.gate)
        watch.begin(store.turns)
        return store
    }

    private static func filled(_ whereabouts: Whereabouts) throws -> (trial: Trial, files: Int) {
        let trial = try whereabouts.trial()
        try trial.fill()
        return (trial, try Tree(trial.inbox).files.count)
    }

    @Test("are taken for each file that is moved, there and back")
    func moved() throws {
        let (trial, files) = try Self.filled(.sameFileSystem)
        let plan = trial.plan(try trial.units())
        let (there, back) = (try Watch(on: trial.inbox), try Watch(on: trial.library))
        let trash = TrashFolder(dataHome: nil)
        _ = try Importer(store: try Self.store(trial, there), trash: trash)
            .apply(plan, action: .move, report: { _ in })
        #expect(there.answers(at: .rename) == Array(repeating: true, count: files))
        _ = try Undo(Trial.firstBatch, in: try Self.store(trial, back)).run(report: { _ in })
        #expect(back.answers(at: .rename) == Array(repeating: true, count: files))
    }

    @Test("are taken for each source of a copy that is removed, there and back", .acrossFileSystems)
    func copied() throws {
        let (trial, files) = try Self.filled(.otherFileSystem)
        let plan = trial.plan(try trial.units())
        let (there, back) = (try Watch(on: trial.inbox), try Watch(on: trial.library))
        let trash = TrashFolder(dataHome: nil)
        _ = try Importer(store: try Self.store(trial, there), trash: trash)
            .apply(plan, action: .move, report: { _ in })
        #expect(there.answers(at: .unlink) == Array(repeating: true, count: files))
        _ = try Undo(Trial.firstBatch, in: try Self.store(trial, back)).run(report: { _ in })
        #expect(back.answers(at: .unlink) == Array(repeating: true, count: files))
    }

    @Test("are taken for each copy that an undo removes")
    func undone() throws {
        let (trial, files) = try Self.filled(.sameFileSystem)
        try trial.apply(trial.plan(try trial.units()), .copy)
        let watch = try Watch(on: trial.library)
        _ = try Undo(Trial.firstBatch, in: try Self.store(trial, watch)).run(report: { _ in })
        #expect(watch.answers(at: .unlink) == Array(repeating: true, count: files))
    }

    @Test("are taken for each source that a recovery removes", .acrossFileSystems)
    func recovered() throws {
        let (trial, files) = try Self.filled(.otherFileSystem)
        // Stopped before the first source goes.
        let isStopped = Atomic(false)
        let gate = ChangeGate { point in
            if point == .unlink { isStopped.store(true, ordering: .relaxed) }
            return isStopped.load(ordering: .relaxed) ? EIO : 0
        }
        do { try trial.apply(trial.plan(try trial.units()), gate: gate) } catch is ImportError {}
        #expect(try Tree(trial.inbox).files.count == files)
        let watch = try Watch(on: trial.inbox)
        #expect(try Recovery(try Self.store(trial, watch)).problems.isEmpty)
        #expect(try Tree(trial.inbox).files.isEmpty)
        #expect(watch.answers(at: .unlink) == Array(repeating: true, count: files))
    }

    @Test("on one disk wait for each other, and for none on another", .acrossFileSystems)
    func disks() throws {
        let (disk, other) = (try TemporaryFolder(), try OtherFileSystem())
        let (folder, otherFolder) = (try Folder(disk.location), try Folder(other.path))
        let turns = DiskTurns()
        let inside = turns.take(on: folder) { turns.take(on: otherFolder) { true } }
        #expect(inside)
        let (threads, rounds) = (4, 500)
        let counts = Counts()
        let started = (0..<threads).map { _ in
            NamedThread("turns") {
                for _ in 0..<rounds {
                    turns.take(on: folder) {
                        counts.highest.max(counts.now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                        counts.all.add(1, ordering: .relaxed)
                        counts.now.subtract(1, ordering: .relaxed)
                    }
                }
            }
        }
        for thread in started { try #require(thread).join() }
        #expect(counts.highest.load(ordering: .relaxed) == 1)
        #expect(counts.all.load(ordering: .relaxed) == threads * rounds)
    }
}

extension DiskTurns {
    fileprivate func isTaken(on device: UInt64) -> Bool { taken.withLock { $0.contains(device) } }
}
