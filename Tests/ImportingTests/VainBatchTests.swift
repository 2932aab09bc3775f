import Files
import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("A batch that brings nothing")
struct VainBatchTests {
    private func isInVain(
        _ trial: Trial,
        _ refuse: @escaping @Sendable (Int, ChangePoint) -> Int32 = { _, _ in 0 }
    ) throws -> Bool {
        let result = try trial.apply(trial.plan(try trial.units()), gate: Refusals(refuse).gate)
        #expect(result.batch != nil)
        return result.isInVain
    }

    @Test("is in vain where nothing arrives and no folder stays that it made", .acrossFileSystems)
    func nothing() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        try trial.fill()
        #expect(try isInVain(trial) { _, point in point == .writeContent ? ENOSPC : 0 })
        #expect(
            try !isInVain(trial) { _, point in
                switch point {
                case .writeContent: ENOSPC
                case .removeFolder: EBUSY
                default: 0
                }
            }
        )
        #expect(try !Tree(trial.library).folders.isEmpty)
    }

    @Test("is not where what it left behind could not be removed", .acrossFileSystems)
    func unremoved() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        try trial.fill()
        try Disk.makeFolder(trial.library + "Beach")
        let plan = trial.plan([try trial.unit("a.jpg")])
        let refusals = Refusals { _, point in
            switch point {
            case .writeContent: ENOSPC
            case .unlink: EIO
            default: 0
            }
        }
        let result = try trial.apply(plan, gate: refusals.gate)
        #expect(result.ok == 0 && !result.isInVain && !result.hasEnd)
    }

    @Test("is not where a copy has its name and could not be taken back", .acrossFileSystems)
    func untaken() throws {
        let trial = try Whereabouts.otherFileSystem.trial()
        try trial.fill()
        try Disk.makeFolder(trial.library + "Beach")
        let plan = trial.plan([try trial.unit("a.jpg")])
        let (written, new) = (trial.library + "Beach/a.jpg", trial.library + "Beach/new")
        // The source cannot go, and another program has put a file of its own in the place of the copy.
        let refusals = Refusals { _, point in
            guard point == .unlink else { return 0 }
            do {
                try Disk.write("of another program", to: new)
                try Disk.rename(new, to: written)
            } catch { Issue.record(error) }
            return EIO
        }
        let result = try trial.apply(plan, gate: refusals.gate)
        #expect(result.ok == 0 && !result.isInVain)
        #expect(Disk.isFile(written))
    }

    @Test("is not where something arrives")
    func something() throws {
        let trial = try Trial()
        try trial.fill()
        try trial.write("Trip", "in the way", in: trial.library)
        #expect(try !isInVain(trial))
    }
}
