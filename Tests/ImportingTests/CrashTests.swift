import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Importing

/// An action, and where the library lies.
struct Road: CustomTestStringConvertible, Sendable {
    let action: ImportAction
    let whereabouts: Whereabouts

    var testDescription: String { "\(action.rawValue) \(whereabouts.rawValue)" }

    static let move = Road(action: .move, whereabouts: .sameFileSystem)
    static let hardlink = Road(action: .hardlink, whereabouts: .sameFileSystem)

    /// Those that this machine has.
    static let all =
        Whereabouts.possible.flatMap { whereabouts in
            [ImportAction.move, .copy].map { Road(action: $0, whereabouts: whereabouts) }
        } + [hardlink]

    /// How many changes an import of `Trial.fill` makes.
    func changes() throws -> Int {
        let trial = try whereabouts.trial()
        try trial.fill()
        let counting = Refusals()
        try trial.apply(trial.plan(try trial.units()), action, gate: counting.gate)
        return counting.changes
    }

    /// A trial whose import was stopped before a change, and the inbox as it was.
    func stopped(before number: Int) throws -> (Trial, Tree) {
        let trial = try whereabouts.trial()
        try trial.fill()
        let inbox = try Tree(trial.inbox)
        let refusals = Refusals.stopping(before: number)
        do {
            try trial.apply(trial.plan(try trial.units()), action, gate: refusals.gate)
        } catch is ImportError {}
        return (trial, inbox)
    }

    /// Each photo is there exactly once, or at least once where the action leaves it.
    func check(_ trial: Trial, _ inbox: Tree, _ comment: Comment) throws {
        let now = try Tree(trial.inbox)
        let library = try Tree(trial.library)
        #expect(library.temporaries.isEmpty, comment)
        if action == .move {
            #expect(now.contents.merging(library.contents, uniquingKeysWith: +) == inbox.contents, comment)
        } else {
            #expect(now == inbox, comment)
        }
    }

    /// What the import did is undone, if it did anything.
    func undo(_ trial: Trial, _ inbox: Tree, _ comment: Comment) throws {
        for batch in try trial.store().list() where batch.state != .undone || batch.left > 0 {
            try trial.undo(batch.name.description)
        }
        #expect(try Tree(trial.inbox) == inbox, comment)
        #expect(try Tree(trial.library).files.isEmpty, comment)
        #expect(try Tree(trial.library).folders.isEmpty, comment)
    }
}

@Suite("Crashes")
struct CrashTests {
    @Test("imports are tried on one file system, and across two in both directions", .acrossFileSystems)
    func allRoads() {
        #expect(Road.all.count == 7)
    }

    @Test("the name of a new folder lasts before what is copied into it is removed", .acrossFileSystems)
    func newFolderLasts() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        try trial.write("a.jpg", "a photo")
        let points = Mutex<[ChangePoint]>([])
        let gate = ChangeGate { point in
            points.withLock { $0.append(point) }
            return 0
        }
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), .move, gate: gate)
        let steps = points.withLock { $0 }
        let made = try #require(steps.firstIndex(of: .makeFolder))
        let removed = try #require(steps.firstIndex(of: .unlink))
        // The folder with the photo's name, and the one with the folder's.
        #expect(steps[made..<removed].count { $0 == .syncFolder } == 2, "\(steps)")
    }

    @Test(
        "what an interrupted undo put back is told of before the batch has its end, and again where that is interrupted"
    )
    func interruptedTwice() throws {
        var interruptions = 0
        for number in stride(from: 0, to: 60, by: 2) {
            let trial = try Trial()
            try trial.fill()
            try trial.apply(trial.plan(try trial.units()))
            do { try trial.undo(gate: Refusals.stopping(before: number).gate) } catch is ImportError {}
            guard try Recovery.unfinished(in: trial.store()).count == 1 else { continue }
            var told: [Set<FilePath>] = []
            for isInterrupted in [true, false] {
                // Without its end a batch is to be brought to one once more.
                let refusals = Refusals { _, point in isInterrupted && point == .writeJournal ? EIO : 0 }
                let store = try trial.store(refusals.gate)
                #expect(try Recovery.unfinished(in: store).count == 1)
                _ = try Recovery(store, beforeEnd: { settled in told.append(Set(settled.map(\.path))) })
            }
            #expect(try Recovery.unfinished(in: trial.store()).isEmpty)
            let back = Set(try Tree(trial.inbox).files.keys)
            #expect(told == [back, back], "stopped before change \(number)")
            if !back.isEmpty { interruptions += 1 }
        }
        #expect(interruptions > 1)
    }

    @Test(
        "stopped before any change, recovery leaves each photo once and undo brings all back",
        arguments: Road.all
    )
    func everyPoint(_ road: Road) throws {
        for number in 0..<(try road.changes()) {
            let (trial, inbox) = try road.stopped(before: number)
            let recovery = try Recovery(try trial.store())
            #expect(recovery.problems.isEmpty, "change \(number)")
            try road.check(trial, inbox, "change \(number)")
            try road.undo(trial, inbox, "change \(number)")
        }
    }

    @Test(
        "stopped before any change, a photo stays though its old path leads to where it went",
        arguments: [ImportAction.move, .copy, .hardlink],
        [1, 2]
    )
    func leadingToDestination(_ action: ImportAction, _ names: Int) throws {
        var arrivals = 0
        for number in 0..<30 {
            let trial = try Trial()
            try trial.write("a.jpg", "a photo")
            let plan = trial.plan([try trial.unit("a.jpg")])
            do {
                try trial.apply(plan, action, gate: Refusals.stopping(before: number).gate)
            } catch is ImportError {}
            let arrived = trial.library + "Beach/a.jpg"
            guard Disk.isFile(arrived) else { continue }
            arrivals += 1
            try Disk.removeTree(trial.inbox)
            try Disk.makeSymbolicLink(trial.inbox, to: arrived.parent)
            // A name elsewhere says nothing of the old path.
            if names > 1 { try Disk.link(arrived, to: trial.library.parent + "second name.jpg") }
            let store = try trial.store()
            #expect(try Recovery(store).problems.isEmpty, "change \(number)")
            #expect(Disk.isFile(arrived), "change \(number)")
            #expect(try Recovery.unfinished(in: store).isEmpty, "change \(number)")
        }
        #expect(arrivals > 1)
    }

    @Test(
        "stopped before any change, photo and RAW file stay together though their sidecar was edited where it arrived",
        arguments: Whereabouts.possible
    )
    func editedMeanwhile(_ whereabouts: Whereabouts) throws {
        let names = ["a.jpg", "a.dng", "a.xmp"]
        func stopped(_ gate: Refusals) throws -> Trial {
            let trial = try whereabouts.trial()
            for name in names { try trial.write(name, "what was in \(name)") }
            do {
                try trial.apply(
                    trial.plan([try trial.unit("a.jpg", "a.dng", "a.xmp")]),
                    .move,
                    gate: gate.gate
                )
            } catch is ImportError {}
            return trial
        }
        let counting = Refusals()
        _ = try stopped(counting)
        for number in 0..<counting.changes {
            let trial = try stopped(Refusals.stopping(before: number))
            let sidecar = trial.library + "Beach/a.xmp"
            if Disk.isFile(sidecar) { try Disk.write("what an editor made of it", to: sidecar) }
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            let places = names.dropLast().map { name in
                [trial.inbox + name, trial.library + "Beach/\(name)"].map { Disk.isFile($0) }
            }
            #expect(places[0] == places[1] && places[0][0] != places[0][1], "change \(number): \(places)")
        }
    }

    @Test("recovery that is itself stopped is begun again and finds less to do", arguments: Road.all)
    func recoveryStopped(_ road: Road) throws {
        var generator = SeededGenerator.fromEnvironment()
        for number in 0..<(try road.changes()) {
            let (trial, inbox) = try road.stopped(before: number)
            let stop = generator.below(12)
            _ = try Recovery(try trial.store(Refusals.stopping(before: stop).gate))
            let recovery = try Recovery(try trial.store())
            let comment: Comment = "change \(number), then \(stop); seed \(generator.seed)"
            #expect(recovery.problems.isEmpty, comment)
            try road.check(trial, inbox, comment)
            try road.undo(trial, inbox, comment)
        }
    }

    @Test("undo that is stopped before any change can be taken up again", arguments: Road.all)
    func undoStopped(_ road: Road) throws {
        let (first, _) = try road.stopped(before: .max)
        let counting = Refusals()
        try first.undo(gate: counting.gate)
        for number in 0..<counting.changes {
            let (trial, inbox) = try road.stopped(before: .max)
            let refusals = Refusals.stopping(before: number)
            do { try trial.undo(gate: refusals.gate) } catch is ImportError {}
            let recovery = try Recovery(try trial.store())
            #expect(recovery.problems.isEmpty, "change \(number)")
            try road.check(trial, inbox, "change \(number)")
            try road.undo(trial, inbox, "change \(number)")
        }
    }

    @Test(
        "a batch of which an undo was stopped says how much is left, where something is back",
        arguments: Road.all
    )
    func leftOfUndo(_ road: Road) throws {
        let (first, _) = try road.stopped(before: .max)
        let counting = Refusals()
        try first.undo(gate: counting.gate)
        var counts: Set<Int> = []
        for number in 0..<counting.changes {
            let (trial, _) = try road.stopped(before: .max)
            do { try trial.undo(gate: Refusals.stopping(before: number).gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            let batch = try #require(try trial.store().list().first)
            let names = try Tree(trial.library).files.keys.map(\.lastName.display)
            let left = ["a.jpg", "b.jpg", "c.jpg"].count { names.contains($0) }
            let isBack = left < 3
            if isBack {
                #expect(batch.state == .undone && batch.left == left, "change \(number)")
            } else {
                #expect(batch.state != .undone && batch.left == 0, "change \(number)")
            }
            counts.insert(left)
        }
        #expect(counts.count > 2)
    }

    @Test("a journal whose last line is torn anywhere is read up to there", arguments: Road.all)
    func tornLine(_ road: Road) throws {
        // The last change is the sync of the lines that say what came of it: before that they may be torn.
        let (trial, inbox) = try road.stopped(before: (try road.changes()) - 1)
        let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
        let journal = try Disk.read(path)
        let results = try #require(journal.firstRange(of: Array("{\"done\"".utf8))).lowerBound
        for length in results..<journal.count {
            try Disk.write(Array(journal[..<length]), to: path)
            #expect(try Recovery(try trial.store()).problems.isEmpty, "\(length) bytes")
            try road.check(trial, inbox, "\(length) bytes")
        }
        try road.undo(trial, inbox, "torn")
    }

    @Test("a journal that is damaged in its middle is reported and left alone")
    func damaged() throws {
        let road = Road(action: .move, whereabouts: .sameFileSystem)
        let (trial, _) = try road.stopped(before: .max)
        let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
        var journal = try Disk.read(path)
        let second = (journal.firstIndex(of: 0x0A) ?? 0) + 1
        journal[second] = 0
        journal.removeLast()
        try Disk.write(journal, to: path)
        #expect(try Recovery(try trial.store()).problems == [.journal(.broken(path, line: 2))])
        #expect(throws: ImportError.journal(.broken(path, line: 2))) { try trial.undo() }
    }

    @Test(
        "a journal whose first block a power cut has taken before anything was done is put aside, and another is reported"
    )
    func firstBlockLost() throws {
        for hasBegun in [false, true] {
            let road = Road.move
            // The first lines are written then, and not synced.
            let (trial, inbox) = try road.stopped(before: hasBegun ? .max : 3)
            let path = trial.state + "batches/\(Trial.firstBatch).jsonl"
            var journal = try Disk.read(path)
            try #require(journal.count > 512)
            journal.replaceSubrange(..<512, with: [UInt8](repeating: 0, count: 512))
            try Disk.write(journal, to: path)
            let problems = try Recovery(try trial.store()).problems
            if hasBegun {
                #expect(problems == [.journal(.broken(path, line: 1))])
                #expect(try Disk.read(path) == journal)
            } else {
                let kept = path.parent + "\(Trial.firstBatch).jsonl.torn"
                #expect(problems == [.journal(.torn(kept))])
                #expect(try Disk.read(kept) == journal)
                #expect(try Tree(trial.inbox) == inbox)
                #expect(try Recovery(try trial.store()).problems.isEmpty)
                // Its name, which may be known, goes to no other.
                var next = try trial.store().create(.import, token: "trial")
                try next.commit()
                #expect(next.name.description == "20261121-0002")
            }
        }
    }

    @Test("a batch whose library is away waits until it is back", .acrossFileSystems)
    func offline() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        try trial.fill()
        let inbox = try Tree(trial.inbox)
        // Both have the photos by then.
        let stopped = Cancellation()
        let gate = ChangeGate { point in
            if point == .unlink { stopped.cancel() }
            return stopped.isCancelled ? EIO : 0
        }
        #expect(try trial.apply(trial.plan(try trial.units()), gate: gate).ok == 0)
        try Disk.rename(trial.library, to: trial.library.parent + "away")
        #expect(try Recovery(try trial.store()).problems == [.offline(trial.library)])
        #expect(try trial.store().list().map(\.state) == [.unfinished])
        try Disk.rename(trial.library.parent + "away", to: trial.library)
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        try Road(action: .move, whereabouts: .otherFileSystem).check(trial, inbox, "back again")
    }

    @Test("a batch that something else than a missing disk is in the way of says what")
    func blocked() throws {
        let (trial, inbox) = try Road.move.stopped(before: 8)
        try Disk.rename(trial.inbox, to: trial.inbox.parent + "away")
        try Disk.write("", to: trial.inbox)
        #expect(
            try Recovery(try trial.store()).problems
                == [.system(operation: "open", path: trial.inbox, code: ENOTDIR)]
        )
        #expect(try trial.store().list().map(\.state) == [.unfinished])
        try Disk.remove(trial.inbox)
        try Disk.rename(trial.inbox.parent + "away", to: trial.inbox)
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        try Road.move.check(trial, inbox, "back again")
    }

    @Test("a batch that has to do with a place that hangs waits, and is a problem")
    func hanging() throws {
        let (trial, inbox) = try Road.move.stopped(before: 8)
        let recovery = try Recovery(
            try trial.store(),
            began: { folders throws(ImportError) in throw .offline(folders.first ?? trial.library) }
        )
        #expect(recovery.problems.count == 1 && recovery.recovered.isEmpty)
        #expect(try trial.store().list().map(\.state) == [.unfinished])
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        try Road.move.check(trial, inbox, "when it answers")
    }

    @Test("recovery removes no source where what was copied could not be made to last", .acrossFileSystems)
    func refusedSync() throws {
        let trial = try Whereabouts.fromOtherFileSystem.trial()
        try trial.fill()
        let inbox = try Tree(trial.inbox)
        let stopped = Cancellation()
        let gate = ChangeGate { point in
            if point == .unlink { stopped.cancel() }
            return stopped.isCancelled ? EIO : 0
        }
        _ = try? trial.apply(trial.plan(try trial.units()), gate: gate)
        #expect(try Tree(trial.inbox) == inbox)
        let syncs = Atomic(0)
        let failing = ChangeGate { point in
            switch point {
            // What was lost is told once.
            case .syncFileSystem: return syncs.add(1, ordering: .relaxed).oldValue == 0 ? EIO : 0
            case .unlink where syncs.load(ordering: .relaxed) < 2:
                Issue.record("a source goes before its copy lasts")
                return EIO
            default: return 0
            }
        }
        #expect(try !Recovery(try trial.store(failing)).problems.isEmpty)
        #expect(try Recovery(try trial.store()).problems.isEmpty)
        try Road(action: .move, whereabouts: .fromOtherFileSystem).check(trial, inbox, "in the end")
    }

    @Test("a batch whose target is renamed meanwhile goes on where that is")
    func renamed() throws {
        let trial = try Whereabouts.sameFileSystem.trial()
        try trial.fill()
        let renamed = trial.library.parent + "renamed"
        let once = Cancellation()
        let library = trial.library
        let gate = ChangeGate { point in
            guard point == .rename, !once.isCancelled else { return 0 }
            once.cancel()
            do { try Disk.rename(library, to: renamed) } catch { return EIO }
            return 0
        }
        let result = try trial.apply(trial.plan(try trial.units()), .copy, gate: gate)
        #expect(result.ok > 0 && result.errors == 0 && once.isCancelled)
        #expect(try Tree(renamed).temporaries.isEmpty)
        #expect(try trial.store().list().map(\.state) == [.done])
    }
}
