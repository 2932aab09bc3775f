import ImportRules
import PhotoModel
import TestSupport
import Testing

@testable import Batches
@testable import Importing

@Suite("Plans")
struct PlannerTests {
    private func names(_ plan: ImportPlan) -> [String] {
        plan.items.map { item in
            guard case .place(let place, let names) = item.decision else { return "\(item.decision)" }
            return place.relativePath.display + ": " + names.map(\.display).joined(separator: " ")
        }
    }

    @Test("a name that is taken gets a number, and the whole unit with it")
    func numbered() throws {
        let trial = try Trial()
        try trial.fill()
        try trial.write("Beach/a.jpg", "another photo", in: trial.library)
        #expect(names(trial.plan([try trial.unit("a.jpg", "a.jpg.xmp")])) == ["Beach: a-2.jpg a-2.jpg.xmp"])
    }

    @Test("a companion's name that is taken renames its photo too")
    func companionTaken() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "a photo")
        try trial.write("a.xmp", "said of it")
        try trial.write("a.mov", "its motion")
        try trial.write("Beach/A.XMP", "said of another", in: trial.library)
        #expect(
            names(trial.plan([try trial.unit("a.jpg", "a.xmp", "a.mov")])) == [
                "Beach: a-2.jpg a-2.xmp a-2.mov"
            ]
        )
    }

    @Test("names that differ in case only are one, also within a batch and across forms of Unicode")
    func caseFolding() throws {
        let trial = try Trial()
        for (name, folder) in [("É.JPG", "1"), ("e\u{301}.jpg", "2"), ("é.jpg", "3")] {
            try trial.write("\(folder)/\(name)", "photo \(folder)")
        }
        let plan = trial.plan([
            try trial.unit("É.JPG", in: "1"), try trial.unit("e\u{301}.jpg", in: "2"),
            try trial.unit("é.jpg", in: "3"),
        ])
        #expect(names(plan) == ["Beach: É.JPG", "Beach: e\u{301}-2.jpg", "Beach: é-3.jpg"])
        try trial.apply(plan)
        #expect(try Disk.names(in: trial.library + "Beach").count == 3)
    }

    @Test(
        "what lies in the library is in it once, unless it leaves its place",
        arguments: ImportAction.allCases
    )
    func inLibrary(action: ImportAction) throws {
        let trial = try Trial()
        try trial.write("DCIM/a.jpg", "a photo", in: trial.library)
        let place = FolderPlace(base: trial.library, beneath: [FileName("DCIM")])
        var file = try ImportFile(lookingAt: place.path + "a.jpg")
        file.fingerprint = try DiskLibrary.fingerprint(of: place.path + "a.jpg")
        let unit = ImportUnit(folder: place, files: [file], values: LayoutValues(groupFolder: "Beach"))
        let planned = names(trial.plan([unit], action: action))
        #expect(planned == (action == .move ? ["Beach: a.jpg"] : ["inPlace"]))
    }

    @Test("a name as long as a name may be is shortened for its number, between characters")
    func longName() throws {
        let trial = try Trial()
        // 250 bytes and .jpg: 254.
        let name = String(repeating: "é", count: 125) + ".jpg"
        try trial.write(name, "a photo")
        try trial.write("Beach/\(name)", "another photo", in: trial.library)
        let plan = trial.plan([try trial.unit(name)])
        #expect(names(plan) == ["Beach: " + String(repeating: "é", count: 124) + "-2.jpg"])
    }

    @Test("equal content is a duplicate; equal beginnings are not")
    func duplicates() throws {
        let trial = try Trial()
        let beginning = String(repeating: "same ", count: 1000)
        try trial.write("a.jpg", beginning + "photo")
        try trial.write("b.jpg", beginning + "photO")
        try trial.write("Trip/z.jpg", beginning + "photo", in: trial.library)
        let plan = trial.plan([try trial.unit("a.jpg"), try trial.unit("b.jpg")])
        #expect(plan.items[0].decision == .duplicate(of: trial.library + "Trip/z.jpg", twins: nil))
        #expect(names(plan)[1] == "Beach: b.jpg")
    }

    @Test("of two equal photos in one batch the second is a duplicate of the first")
    func twinsInBatch() throws {
        let trial = try Trial()
        try trial.write("a.jpg", "same photo")
        try trial.write("b.jpg", "same photo")
        let plan = trial.plan([try trial.unit("a.jpg"), try trial.unit("b.jpg")])
        #expect(plan.items[1].decision == .duplicate(of: trial.library + "Beach/a.jpg", twins: nil))
        #expect(
            try trial.outcomes(plan)[1] == .unchanged(duplicateOf: trial.library + "Beach/a.jpg")
        )
        #expect(Disk.isFile(trial.inbox + "b.jpg"))
    }

    @Test("what lies where it belongs stays there")
    func inPlace() throws {
        let trial = try Trial()
        try trial.write("Beach/a.jpg", "a photo", in: trial.library)
        let file = try ImportFile(lookingAt: trial.library + "Beach/a.jpg")
        let unit = ImportUnit(
            folder: FolderPlace(base: trial.library, beneath: [FileName("Beach")]),
            files: [file],
            values: LayoutValues(groupFolder: "Beach")
        )
        let plan = trial.plan([unit])
        #expect(plan.items[0].decision == .inPlace)
        let result = try trial.apply(plan)
        #expect(result == BatchResult(batch: nil, ok: 0, unchanged: 1, errors: 0))
        #expect(try trial.store().list().isEmpty)
    }

    @Test("what lies where it belongs by another name of its folder stays there")
    func inPlaceByAnotherName() throws {
        let trial = try Trial()
        try trial.write("Beach/a.jpg", "a photo", in: trial.library)
        // As a file system does that takes "beach" for "Beach".
        try Disk.makeSymbolicLink(trial.library + "beach", to: trial.library + "Beach")
        let place = FolderPlace(base: trial.library, beneath: [FileName("beach")])
        let file = try ImportFile(lookingAt: place.path + "a.jpg")
        let values = LayoutValues(groupFolder: "Beach")
        let plan = trial.plan([ImportUnit(folder: place, files: [file], values: values)])
        #expect(plan.items[0].decision == .inPlace)
    }

    @Test("ten thousand photos of one name are planned in a moment, each with a name of its own")
    func manyOfOneName() {
        var taken = TakenNames([FileName("IMG_0001.JPG")])
        var seen: Set<FileName> = []
        for _ in 0..<10_000 {
            seen.formUnion(taken.claim([FileName("img_0001.jpg")], from: FilePath("/inbox")))
        }
        #expect(seen.count == 10_000)
        #expect(seen.contains(FileName("img_0001-10001.jpg")))
    }
}
