import Files
import Glibc
import ImportRules
import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("A shot of which only a part can go")
struct PartialUndoTests {
    /// Refuses the second removal of a name, and no other change.
    private static func refusingSecondRemoval() -> ChangeGate {
        let removals = Counter()
        return ChangeGate { point in point == .unlink && removals.next() == 2 ? EIO : 0 }
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)

        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }

    private static func undone(_ trial: Trial, gate: ChangeGate = .open) throws -> [ImportError] {
        var errors: [ImportError] = []
        try trial.undo(gate: gate) { outcome in
            switch outcome.result {
            case .refused(let error), .partly(_, let error): errors.append(error)
            default: break
            }
        }
        return errors
    }

    /// - Returns: a trial with a photo and its RAW file, and what has come of an import.
    private static func imported(
        _ whereabouts: Whereabouts,
        _ action: ImportAction,
        gate: ChangeGate = .open
    ) throws -> (Trial, BatchResult) {
        let trial = try whereabouts.trial()
        for name in ["a.jpg", "a.dng"] { try trial.write(name, "what was in \(name)") }
        return (trial, try trial.apply(trial.plan([try trial.unit("a.jpg", "a.dng")]), action, gate: gate))
    }

    @Test("put back in part it is left, and goes on", .acrossFileSystems)
    func putBackInPart() throws {
        let (trial, _) = try Self.imported(.otherFileSystem, .move)
        #expect(try Self.undone(trial, gate: Self.refusingSecondRemoval()).count == 1)
        #expect(Disk.isFile(trial.inbox + "a.dng") && Disk.isFile(trial.library + "Beach/a.jpg"))
        let batch = try #require(try trial.store().list().first)
        #expect(batch.state == .undone && batch.left == 1)
        #expect(try Self.undone(trial).isEmpty)
        #expect(try Tree(trial.inbox).files.count == 2 && Tree(trial.library).files.isEmpty)
        #expect(try trial.store().list().map(\.left) == [0])
    }

    @Test(
        "imported in part it counts as one that an undo has to do with, and as an error, whenever that is killed",
        .acrossFileSystems
    )
    func importedInPart() throws {
        func imported() throws -> Trial {
            let gate = Self.refusingSecondRemoval()
            let (trial, result) = try Self.imported(.otherFileSystem, .move, gate: gate)
            #expect(result.ok == 0 && result.errors == 1)
            #expect(Disk.isFile(trial.library + "Beach/a.jpg") && Disk.isFile(trial.inbox + "a.dng"))
            return trial
        }
        let counting = Refusals()
        try imported().undo(gate: counting.gate)
        for number in 0...counting.changes {
            let trial = try imported()
            #expect(try trial.store().list().map(\.ok) == [1])
            do { try trial.undo(gate: Refusals.stopping(before: number).gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            #expect(try trial.store().list().map(\.ok) == [1], "change \(number)")
            #expect(try trial.store().list().map(\.errors) == [1], "change \(number)")
        }
    }

    @Test("one whose sidecar is gone is left while its photo is there, whenever the undo is killed")
    func sidecarGone() throws {
        func trial() throws -> Trial {
            let trial = try Trial()
            for name in ["a.jpg", "a.xmp", "b.jpg"] { try trial.write(name, "what was in \(name)") }
            try trial.apply(trial.plan([try trial.unit("a.jpg", "a.xmp"), try trial.unit("b.jpg")]))
            try Disk.remove(trial.library + "Beach/a.xmp")
            return trial
        }
        let (first, counting) = (try trial(), Refusals())
        try first.undo(gate: counting.gate)
        #expect(Disk.isFile(first.inbox + "b.jpg") && Disk.isFile(first.library + "Beach/a.jpg"))
        #expect(try first.store().list().map(\.left) == [1])
        for number in 0..<counting.changes {
            let trial = try trial()
            do { try trial.undo(gate: Refusals.stopping(before: number).gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            let batch = try #require(try trial.store().list().first)
            if batch.state == .undone { #expect(batch.left > 0, "change \(number)") }
        }
        try Disk.remove(first.library + "Beach/a.jpg")
        #expect(try Self.undone(first) == [.missing(first.library + "Beach/a.xmp")])
        #expect(try first.store().list().map(\.left) == [0])
    }

    @Test(
        "stays whole where one of its files may not be changed",
        .enabled(if: Attribute.canMark, "only root can have files be immutable, and not everywhere"),
        arguments: Road.all.filter { $0.action != .hardlink && $0.whereabouts != .otherFileSystem }
    )
    func immutable(_ road: Road) throws {
        let (trial, _) = try Self.imported(road.whereabouts, road.action)
        let path = trial.library + "Beach/a.jpg"
        #expect(try Attribute.mark(path, 0x10))
        defer { _ = try? Attribute.mark(path, 0) }
        let (inbox, library) = (try Tree(trial.inbox), try Tree(trial.library))
        #expect(try Self.undone(trial) == [.immutable(path)])
        #expect(try Tree(trial.inbox) == inbox && Tree(trial.library) == library)
    }

    @Test(
        "stays whole where one of its files is another user's in a sticky folder",
        .enabled(if: OtherUser.isPossible, "only root can be another user")
    )
    func sticky() throws {
        let trial = try Trial()
        for name in ["a.jpg", "a.dng"] { try trial.write(name, "what was in \(name)") }
        try trial.giveFolders(to: OtherUser.importer)
        let path = trial.library + "Beach/a.jpg"
        try OtherUser.act(as: OtherUser.importer) {
            _ = try trial.apply(trial.plan([try trial.unit("a.jpg", "a.dng")]), .copy)
        }
        try Disk.setOwner(path, OtherUser.stranger)
        try Disk.setOwner(path.parent, 0)
        try Disk.setMode(path.parent, 0o1777)
        let library = try Tree(trial.library)
        let errors = try OtherUser.act(as: OtherUser.importer) { try Self.undone(trial) }
        #expect(errors == [.sticky(path)])
        #expect(errors.first?.description.contains("sudo chmod -t \(path.parent.display)") == true)
        #expect(try Tree(trial.library) == library)
    }
}

extension Attribute {
    /// Whether files can be marked as immutable where temporary files are.
    fileprivate static let canMark: Bool = {
        guard let folder = try? TemporaryFolder(), (try? Disk.write("", to: folder.location("a"))) != nil,
            (try? mark(folder.location("a"), 0x10)) == true
        else { return false }
        return (try? mark(folder.location("a"), 0)) == true
    }()
}
