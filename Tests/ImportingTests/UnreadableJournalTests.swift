import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("A journal that cannot be read")
struct UnreadableJournalTests {
    /// What stands under the name of a journal, so that nobody can read it: not even root.
    enum Obstacle: CaseIterable { case folder, link }

    private static let unreadable = "20261121-0002"

    private static func trial(_ obstacle: Obstacle) throws -> Trial {
        let trial = try Trial()
        for name in ["a.jpg", "b.jpg"] {
            try trial.write(name, "what was in \(name)")
            try trial.apply(trial.plan([try trial.unit(name)]))
        }
        let path = journal(of: trial)
        try Disk.rename(path, to: trial.state + "kept")
        switch obstacle {
        case .folder: try Disk.makeFolder(path)
        case .link: try Disk.makeSymbolicLink(path, to: trial.state + "kept")
        }
        try trial.write("c.jpg", "what was in c.jpg")
        try trial.apply(trial.plan([try trial.unit("c.jpg")]))
        return trial
    }

    private static func journal(of trial: Trial) -> FilePath { trial.state + "batches/\(unreadable).jsonl" }

    @Test("is left out of the list, which is told of it", arguments: Obstacle.allCases)
    func list(_ obstacle: Obstacle) throws {
        let trial = try Self.trial(obstacle)
        var unreadable: [String] = []
        let listed = try trial.store().list { name, _ in unreadable.append(name.description) }
        #expect(listed.map(\.name.description) == ["20261121-0003", "20261121-0001"])
        #expect(unreadable == [Self.unreadable])
    }

    @Test("is none of what is to be recovered where it may be one that is just being begun beside it")
    func beingBegun() throws {
        let trial = try Trial()
        let store = try trial.store()
        var journal = try store.create(.edit, token: "0123456789abcdef")
        #expect(try Recovery.unfinished(in: store).isEmpty)
        #expect(try Recovery(store, only: [journal.name]).problems.isEmpty)
        // After a kill nobody begins it any more.
        #expect(try Recovery.unfinished(in: trial.store()) == [journal.name])
        try journal.commit()
        #expect(try store.list().map(\.name) == [journal.name])
    }

    @Test("is removed when it can be and says nothing, while photod runs, and is a problem no more")
    func empty() throws {
        let trial = try Trial()
        let name = try trial.store().create(.import, token: "0123456789abcdef").name
        let path = trial.state + "batches/\(name).jsonl"
        try Disk.rename(path, to: trial.state + "kept")
        try Disk.makeFolder(path)
        let store = try trial.store()
        let problems = BatchProblems(store)
        for problem in try Recovery(store).problems { problems.note(problem, of: name) }
        #expect(problems.all.count == 1)
        try Disk.removeTree(path)
        try Disk.rename(trial.state + "kept", to: path)
        #expect(problems.all.count == 1)
        #expect(try Recovery(store, only: problems.waiting).problems.isEmpty)
        #expect(problems.all.isEmpty)
        #expect(Disk.status(path) == nil)
    }

    @Test("hinders no recovery, and is a problem until it can be read", arguments: Obstacle.allCases)
    func problem(_ obstacle: Obstacle) throws {
        let trial = try Self.trial(obstacle)
        let store = try trial.store()
        let problems = BatchProblems(store)
        for name in try Recovery.unfinished(in: store) {
            for problem in try Recovery(store, only: [name]).problems { problems.note(problem, of: name) }
        }
        let path = Self.journal(of: trial)
        try #require(problems.all.count == 1)
        #expect(problems.all[0].problem.contains(path.display))
        try Disk.rename(path, to: trial.state + "obstacle")
        try Disk.rename(trial.state + "kept", to: path)
        #expect(problems.all.isEmpty)
    }

    @Test("that was moved away is no problem any more")
    func movedAway() throws {
        let trial = try Self.trial(.link)
        let store = try trial.store()
        let problems = BatchProblems(store)
        _ = try store.list { problems.note(.journal($1), of: $0) }
        #expect(problems.all.count == 1)
        try Disk.remove(Self.journal(of: trial))
        #expect(problems.all.isEmpty)
    }

    @Test(
        "that another user has keeps no batch from being begun",
        .enabled(if: OtherUser.isPossible, "only root can be another user")
    )
    func foreign() throws {
        let trial = try Trial()
        for days: Int64 in [10, 0] {
            var journal = try trial.store(days: days).create(.import, token: "trial")
            try journal.commit()
        }
        let path = trial.state + "batches/20261121-0001.jsonl"
        try trial.giveFolders(to: OtherUser.importer)
        try Disk.setOwner(trial.state + "batches", OtherUser.importer)
        for name in ["20261121-0001", "20261201-0001"] {
            try Disk.setOwner(trial.state + "batches/\(name).jsonl", OtherUser.importer)
        }
        try Disk.setMode(path, 0)
        let store = try trial.store(days: -3)
        try OtherUser.act(as: OtherUser.importer) {
            var journal = try store.create(.import, token: "trial")
            try journal.commit()
        }
        #expect(try store.list { _, _ in }.map(\.name.description).contains("20261118-0001"))
    }

    @Test("and a batch that waits for a card is one as well", .acrossFileSystems)
    func waiting() throws {
        let (trial, card) = (try Trial(), try OtherFileSystem())
        let mount = trial.folder.location("card")
        try Disk.makeSymbolicLink(mount, to: card.path)
        let path = try trial.write("a.jpg", "a photo", in: card.path)
        let unit = ImportUnit(
            folder: FolderPlace(base: mount),
            files: [try ImportFile(lookingAt: path)],
            values: LayoutValues(groupFolder: "Beach")
        )
        let arrived = trial.library + "Beach/a.jpg"
        let gate = Refusals { _, point in point == .writeJournal && Disk.isFile(arrived) ? EIO : 0 }
        do { try trial.apply(trial.plan([unit]), gate: gate.gate) } catch is ImportError {}
        try Disk.remove(mount)
        let store = try trial.store()
        let problems = BatchProblems(store)
        let batch = try #require(try Recovery.unfinished(in: store).first)
        for problem in try Recovery(store, only: [batch]).problems { problems.note(problem, of: batch) }
        #expect(problems.all.count == 1)
        try Disk.makeSymbolicLink(mount, to: card.path)
        #expect(try Recovery(store).problems.isEmpty)
        #expect(problems.all.isEmpty)
    }
}
