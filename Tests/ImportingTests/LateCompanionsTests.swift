import Files
import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

/// Counts how often folders are listed.
private final class ListedLibrary: LibraryLookup {
    private let disk: DiskLibrary
    private(set) var listings = 0

    init(_ disk: DiskLibrary) { self.disk = disk }

    func names(in folder: FolderPlace) throws(ImportError) -> [FileName] {
        listings += 1
        return try disk.names(in: folder)
    }

    func areOne(_ folder: FolderPlace, _ other: FolderPlace) -> Bool { disk.areOne(folder, other) }

    func twins(size: Int64, fingerprint: Fingerprint) throws(ImportError) -> [FilePath] {
        try disk.twins(size: size, fingerprint: fingerprint)
    }

    func contentHash(of path: FilePath) throws(ImportError) -> Fingerprint {
        try disk.contentHash(of: path)
    }
}

@Suite("What comes after its photo")
struct LateCompanionsTests {
    private func names(_ files: String..., joining old: String, now name: String, among there: String...)
        -> [String]?
    {
        let arrival = RecentArrivals.Arrival(
            place: FolderPlace(base: FilePath("/library")),
            oldName: FileName(old),
            name: FileName(name)
        )
        return LateCompanions.names(
            for: files.map { FileName($0) },
            joining: arrival,
            among: LateCompanions.byStem(there.map { FileName($0) })
        )?.map(\.display)
    }

    @Test("gets its photo's name")
    func named() {
        #expect(names("a.dng", joining: "a.jpg", now: "a.jpg", among: "a.jpg") == ["a.dng"])
        #expect(
            names("a.dng", "a.xmp", joining: "a.jpg", now: "a-2.jpg", among: "a-2.jpg") == [
                "a-2.dng", "a-2.xmp",
            ]
        )
        #expect(
            names("a.jpg.xmp", joining: "a.jpg", now: "a-2.jpg", among: "a-2.jpg", "a.jpg") == ["a-2.jpg.xmp"]
        )
        #expect(names("a.xmp", joining: "a.dng", now: "a-2.dng", among: "a-2.jpg", "a-2.dng") == ["a-2.xmp"])
        #expect(names("a.xmp", joining: "a.mp4", now: "a.mp4", among: "a.mp4") == ["a.xmp"])
    }

    @Test("joins nothing that is not there any more, and nothing that it would be no part of")
    func apart() {
        #expect(names("a.dng", joining: "a.jpg", now: "a.jpg", among: "b.jpg") == nil)
        #expect(names("a.dng", joining: "a.jpg", now: "a.jpg", among: "a.jpg", "a.dng") == nil)
        // Beside two stills a RAW file is a shot of its own.
        #expect(names("a.dng", joining: "a.jpg", now: "a.jpg", among: "a.jpg", "a.heic") == nil)
        #expect(names("a.dng", joining: "a.mp4", now: "a.mp4", among: "a.mp4") == nil)
        #expect(names("a.cr2.xmp", joining: "a.jpg", now: "a.jpg", among: "a.jpg") == nil)
    }

    @Test("is planned beside what was planned before it, and its folder is listed once")
    func planned() throws {
        let trial = try Trial()
        let beach = FolderPlace(base: trial.library, beneath: [FileName("Beach")])
        for stem in ["a", "b"] { try trial.write("Beach/\(stem).jpg", "photo \(stem)", in: trial.library) }
        for name in ["a.dng", "a.xmp", "b.xmp", "again/a.dng", "again/a.xmp"] {
            try trial.write(name, "what is in \(name)")
        }
        func late(_ name: String, in folder: String? = nil) throws -> ImportUnit {
            var unit = try trial.unit(name, in: folder)
            let photo = FileName(Array(FileName(name).bytes.prefix(1)) + Array(".jpg".utf8))
            unit.joins = RecentArrivals.Arrival(place: beach, oldName: photo, name: photo)
            return unit
        }
        let units = [
            try late("a.dng"), try late("a.xmp"), try late("b.xmp"), try late("a.dng", in: "again"),
            try late("a.xmp", in: "again"),
        ]
        let library = ListedLibrary(DiskLibrary(root: trial.library))
        var planner = ImportPlanner(library: library, root: trial.library, action: .move, clean: { $0 })
        let decisions: [ImportPlan.Decision] =
            ["a.dng", "a.xmp", "b.xmp", "a-2.dng"].map { .place(beach, names: [FileName($0)]) }
            + [.refused(.withoutPhoto(trial.inbox + "again/a.xmp"))]
        #expect(planner.plan(units).items.map(\.decision) == decisions)
        #expect(library.listings == 1)
    }

    @Test("finds where the last photo of its folder and stem went, unless that was put back")
    func found() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.write("Beach/a.jpg", "another", in: trial.library)
        try trial.apply(trial.plan([try trial.unit("a.jpg")]))
        func arrival(_ stem: String, from folder: FilePath) throws -> String? {
            try RecentArrivals(trial.store()).arrival(of: stem.utf8, from: folder)?.name.display
        }
        #expect(try arrival("a", from: trial.inbox) == "a-2.jpg")
        #expect(try arrival("b", from: trial.inbox) == nil)
        #expect(try arrival("a", from: trial.library) == nil)
        // For a day; where the clock says that it is still to be imported, nobody knows how long ago that was.
        for (days, isFound) in [(1, true), (2, false), (-1, false)] as [(Int64, Bool)] {
            let arrivals = try RecentArrivals(trial.store(days: days))
            #expect((arrivals.arrival(of: "a".utf8, from: trial.inbox) != nil) == isFound)
        }
        try trial.undo()
        #expect(try arrival("a", from: trial.inbox) == nil)
    }

    @Test(
        "finds nothing where the photo was replaced by another since, and what was written to in place",
        arguments: [true, false]
    )
    func replaced(_ keepsInodes: Bool) throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.apply(trial.plan([try trial.unit("a.jpg")]))
        let path = trial.library + "Beach/a.jpg"
        func isFound() throws -> Bool {
            try RecentArrivals(trial.store(), keepsInodes: { _ in keepsInodes })
                .arrival(of: "a".utf8, from: trial.inbox) != nil
        }
        let there = try FileStatus(path: path)
        #expect(try isFound())
        // Where numbers do not last, what was written to cannot be told from another.
        try Disk.overwrite(path, Array("what was said of it".utf8), at: 0)
        #expect(try isFound() == (keepsInodes && there.birthTime != 0))
        // Its number may be that of the one that was there.
        try Disk.remove(path)
        try trial.write("Beach/a.jpg", "a stranger", in: trial.library, seconds: 1_379_200_000)
        #expect(try !isFound())
        try Disk.remove(path)
        try Disk.makeSymbolicLink(path, to: try trial.write("b.jpg", "another stranger"))
        #expect(try !isFound())
        try Disk.remove(path)
        #expect(try !isFound())
    }

    @Test("finds where the photo went though the clock was set back by a day before that")
    func clockSetBack() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        _ = try trial.store(days: 1).create(.import, token: "trial")
        try trial.apply(trial.plan([try trial.unit("a.jpg")]))
        #expect(try RecentArrivals(trial.store()).arrival(of: "a".utf8, from: trial.inbox) != nil)
    }
}
