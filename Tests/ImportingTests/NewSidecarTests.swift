import Files
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Importing

/// An edit has its turn between the planning of a batch and the moment in which a photo goes.
@Suite("A sidecar that is made for a photo that is to go")
struct NewSidecarTests {
    private static func unit(_ trial: Trial, sidecars: Set<FileName>) throws -> ImportUnit {
        var unit = try trial.unit("a.jpg")
        unit.sidecars = sidecars
        return unit
    }

    @Test("keeps it where it is", arguments: Whereabouts.possible)
    func move(_ whereabouts: Whereabouts) throws {
        let trial = try whereabouts.trial()
        let photo = try trial.write("a.jpg", "a photo")
        let plan = trial.plan([try Self.unit(trial, sidecars: [])])
        let sidecar = try trial.write("a.jpg.xmp", "what an edit says")
        let outcomes = try trial.outcomes(plan)
        #expect(outcomes.count == 1)
        guard case .refused(.changed(sidecar)) = outcomes.first else {
            return #expect(Bool(false), "\(outcomes)")
        }
        #expect(Disk.isFile(photo) && Disk.isFile(sidecar))
        #expect(try Tree(trial.library).files.isEmpty)
    }

    @Test("does not where it was there before and was left out on purpose", arguments: Whereabouts.possible)
    func known(_ whereabouts: Whereabouts) throws {
        let trial = try whereabouts.trial()
        let photo = try trial.write("a.jpg", "a photo")
        try trial.write("a.jpg.xmp", "what nobody takes along")
        let plan = trial.plan([try Self.unit(trial, sidecars: [FileName("a.jpg.xmp")])])
        #expect(try trial.apply(plan).ok == 1)
        #expect(!Disk.isFile(photo))
    }

    @Test("keeps it from the trash")
    func trash() throws {
        let trial = try Trial()
        let photo = try trial.write("a.jpg", "a photo")
        let unit = try Self.unit(trial, sidecars: [])
        try trial.write("a.jpg.xmp", "what an edit says")
        let trash = TrashFolder(dataHome: trial.folder.location("home"))
        let result = try Importer(store: try trial.store(), trash: trash).trash([unit], report: { _ in })
        #expect(result.ok == 0 && result.errors == 1)
        #expect(Disk.isFile(photo))
    }

    @Test("keeps it from going back", arguments: [ImportAction.move, .copy])
    func undo(_ action: ImportAction) throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.apply(trial.plan([try trial.unit("a.jpg")]), action)
        let undo = try Undo(Trial.firstBatch, in: try trial.store())
        let (photo, sidecar) = (trial.library + "Beach/a.jpg", trial.library + "Beach/a.jpg.xmp")
        try Disk.write("what an edit says", to: sidecar)
        var results: [UnitOutcome.Result] = []
        _ = try undo.run { results.append($0.result) }
        guard case .refused(.hasSidecar(photo, sidecar: sidecar)) = results.first else {
            return #expect(Bool(false), "\(results)")
        }
        #expect(Disk.isFile(photo) && Disk.isFile(sidecar))
    }
}
