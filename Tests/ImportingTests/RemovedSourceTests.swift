import Files
import Glibc
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("An undo of what came from a folder that was removed since")
struct RemovedSourceTests {
    /// A photo that has come from `cards/one`, which is no more, nor is `cards`.
    private static func trial(_ action: ImportAction) throws -> (trial: Trial, source: FilePath) {
        let trial = try Trial()
        let base = trial.folder.location("cards") + "one"
        let source = try trial.write("a.jpg", "a photo", in: base)
        let unit = ImportUnit(
            folder: FolderPlace(base: base),
            files: [try ImportFile(lookingAt: source)],
            values: LayoutValues(groupFolder: "Beach")
        )
        try trial.apply(trial.plan([unit]), action)
        try Disk.removeTree(base.parent)
        return (trial, source)
    }

    private static func refusals(_ trial: Trial) throws -> [ImportError] {
        var refused: [ImportError] = []
        try trial.undo { outcome in if case .refused(let error) = outcome.result { refused.append(error) } }
        return refused
    }

    @Test("makes it anew for what was moved, whenever it is killed")
    func moved() throws {
        let counting = Refusals()
        let (trial, source) = try Self.trial(.move)
        #expect(try trial.undo(gate: counting.gate).ok == 1)
        #expect(try Disk.read(source) == Array("a photo".utf8))
        #expect(try Tree(trial.library).files.isEmpty)
        for number in 0..<counting.changes {
            let (trial, source) = try Self.trial(.move)
            do { try trial.undo(gate: Refusals.stopping(before: number).gate) } catch is ImportError {}
            #expect(try Recovery(try trial.store()).problems.isEmpty, "change \(number)")
            #expect(Disk.isFile(source) != Disk.isFile(trial.library + "Beach/a.jpg"), "change \(number)")
        }
    }

    @Test("leaves a copy, whose original has gone with the folder")
    func copied() throws {
        let (trial, source) = try Self.trial(.copy)
        let copy = trial.library + "Beach/a.jpg"
        #expect(try Self.refusals(trial) == [.sourceDiffers(copy: copy, source: source)])
        #expect(Disk.isFile(copy) && !Disk.isFolder(source.parent))
    }

    @Test(
        "makes none where the disk that it was on is away, though its mount point is gone as well",
        .acrossFileSystems,
        arguments: [ImportAction.move, .copy]
    )
    func away(_ action: ImportAction) throws {
        let (trial, card) = (try Trial(), try OtherFileSystem())
        let mount = trial.folder.location("card")
        try Disk.makeSymbolicLink(mount, to: card.path)
        try trial.write("DCIM/a.jpg", "a photo", in: card.path)
        let place = FolderPlace(base: mount + "DCIM")
        let unit = ImportUnit(
            folder: place,
            files: [try ImportFile(lookingAt: place.path + "a.jpg")],
            values: LayoutValues(groupFolder: "Beach")
        )
        try trial.apply(trial.plan([unit]), action)
        try Disk.remove(mount)
        #expect(try Self.refusals(trial) == [.offline(place.path)])
        #expect(Disk.isFile(trial.library + "Beach/a.jpg") && !Disk.isFolder(mount))
        // Nor in the empty place where it was mounted.
        try Disk.makeFolder(mount)
        #expect(try Self.refusals(trial) == [.offline(place.path)])
        #expect(try Disk.names(in: mount).isEmpty)
    }
}
