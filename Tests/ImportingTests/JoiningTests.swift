import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("Companions of a photo that the library has")
struct JoiningTests {
    /// A library that has the photo as `Trip/z.JPG`, and an inbox that has it as `a.jpg` with more.
    private func trial(_ whereabouts: Whereabouts = .sameFileSystem, _ companions: String...) throws -> Trial
    {
        let trial = try whereabouts.trial()
        try trial.write("Trip/z.JPG", "a photo", in: trial.library)
        try trial.write("a.jpg", "a photo")
        for name in companions { try trial.write(name, "what is in \(name)") }
        return trial
    }

    @Test(
        "come to lie beside it, under its stem; the photo stays, and undo takes them back",
        arguments: Road.all
    )
    func come(_ road: Road) throws {
        let trial = try trial(road.whereabouts, "a.dng", "a.xmp", "a.jpg.xmp", "a.dng.xmp")
        let (inbox, library) = (try Tree(trial.inbox), try Tree(trial.library))
        let photo = trial.library + "Trip/z.JPG"
        let plan = trial.plan([try trial.unit("a.jpg", "a.dng", "a.xmp", "a.jpg.xmp", "a.dng.xmp")])
        #expect(plan.items.map(\.unit.completes) == [photo, nil])
        let outcomes = try trial.outcomes(plan, road.action)
        guard case .placed(let files) = outcomes[0] else {
            Issue.record("\(outcomes)")
            return
        }
        let names = ["z.dng", "z.xmp", "z.JPG.xmp", "z.dng.xmp"]
        #expect(files.map(\.to) == names.map { trial.library + "Trip/\($0)" })
        #expect(outcomes[1] == .unchanged(duplicateOf: photo))
        #expect(Disk.isFile(trial.inbox + "a.jpg"))
        for file in files { #expect(try Disk.read(file.to) == inbox.files[file.from]?.bytes) }
        #expect(try trial.undo().errors == 0)
        #expect(try Tree(trial.inbox) == inbox)
        #expect(try Tree(trial.library) == library)
    }

    @Test("come once, whichever the library has already by name or by content")
    func lacking() throws {
        let trial = try trial(.sameFileSystem, "a.dng", "a.xmp", "a.aae")
        try trial.write("Trip/Z.XMP", "what was written in the library", in: trial.library)
        try trial.write("Other/elsewhere.dng", "what is in a.dng", in: trial.library)
        let unit = try trial.unit("a.jpg", "a.dng", "a.xmp", "a.aae")
        let plan = trial.plan([unit])
        #expect(
            plan.items.map { $0.unit.files.map(\.name.display) } == [["a.aae"], ["a.jpg", "a.dng", "a.xmp"]]
        )
        try trial.apply(plan, .copy)
        #expect(try Disk.read(trial.library + "Trip/Z.XMP") == Array("what was written in the library".utf8))
        let again = trial.plan([try trial.unit("a.jpg", "a.dng", "a.xmp", "a.aae")])
        #expect(again.items.map(\.decision) == [.duplicate(of: trial.library + "Trip/z.JPG", twins: nil)])
    }

    @Test("come too where the photo itself comes with the same import")
    func sameImport() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.write("again/b.jpg", "a photo")
        try trial.write("again/b.dng", "raw")
        let plan = trial.plan([try trial.unit("a.jpg"), try trial.unit("b.jpg", "b.dng", in: "again")])
        try trial.apply(plan)
        #expect(try Disk.read(trial.library + "Beach/a.dng") == Array("raw".utf8))
        #expect(Disk.isFile(trial.inbox + "again/b.jpg"))
    }

    @Test("come, and what the library has by then goes to the trash where that is asked for")
    func trash() throws {
        let trial = try trial(.sameFileSystem, "a.dng")
        let inbox = try Tree(trial.inbox)
        let plan = trial.plan([try trial.unit("a.jpg", "a.dng")], duplicates: .trash)
        try trial.apply(plan)
        #expect(Disk.isFile(trial.library + "Trip/z.dng"))
        #expect(Disk.isFile(trial.folder.location("home") + "Trash/files/a.jpg"))
        #expect(try Tree(trial.inbox).files.isEmpty)
        try trial.undo()
        #expect(try Tree(trial.inbox) == inbox)
    }

    @Test("stay where they are if they lie in the library themselves")
    func inLibrary() throws {
        let trial = try Trial()
        try trial.write("Trip/z.jpg", "a photo", in: trial.library)
        try trial.write("Old/a.jpg", "a photo", in: trial.library)
        try trial.write("Old/a.dng", "raw", in: trial.library)
        let place = FolderPlace(base: trial.library, beneath: [FileName("Old")])
        var unit = ImportUnit(folder: place, files: [], values: LayoutValues(groupFolder: "Trip"))
        for name in ["a.jpg", "a.dng"] {
            var file = try ImportFile(lookingAt: place.path + name)
            file.fingerprint = try DiskLibrary.fingerprint(of: place.path + name)
            unit.files.append(file)
        }
        #expect(
            trial.plan([unit]).items.map(\.decision) == [
                .duplicate(of: trial.library + "Trip/z.jpg", twins: nil)
            ]
        )
    }

    @Test("that come alone join the photo they are said to belong to, and replace nothing there")
    func alone() throws {
        let trial = try trial(.sameFileSystem, "a.dng", "a.xmp")
        try trial.write("Trip/z.xmp", "another's", in: trial.library)
        let photo = trial.library + "Trip/z.JPG"
        let units = try ["a.dng", "a.xmp", "a.dng"].map { name in
            var unit = try trial.unit(name)
            unit.completes = photo
            return unit
        }
        let trip = FolderPlace(base: trial.library, beneath: [FileName("Trip")])
        let plan = trial.plan(units)
        #expect(plan.items[0].decision == .place(trip, names: [FileName("z.dng")]))
        #expect(plan.items[1].decision == .refused(.occupied(trial.library + "Trip/z.xmp")))
    }

    @Test(
        "are called after it",
        arguments: [
            ("IMG_1.dng", "IMG_1-2.jpg", "IMG_1-2.dng"), ("a.xmp", "z.jpg", "z.xmp"),
            ("a.jpg.xmp", "z.JPEG", "z.JPEG.xmp"),
            ("a.cr2.xmp", "z.jpg", "z.cr2.xmp"), ("a.cr2.xmp", "z.CR2", "z.CR2.xmp"),
            ("a.b.aae", "x.y.heic", "x.y.aae"),
            ("a.MOV", "z.HEIC", "z.MOV"), ("a", "z.jpg", "z"),
        ]
    )
    func names(_ companion: String, _ photo: String, _ expected: String) {
        #expect(JoinedName.of(FileName(companion), joining: FileName(photo)) == FileName(expected))
    }
}
