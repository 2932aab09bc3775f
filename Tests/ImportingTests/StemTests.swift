import CaptureRules
import PhotoModel
import TestSupport
import Testing

@testable import Importing

/// What lies in a folder makes one shot with what comes there, where both have one stem: then two photos would be one.
@Suite("Stems that are taken")
struct StemTests {
    private func claimed(
        _ units: [(names: [String], source: FilePath)],
        beside there: [String] = []
    ) -> [[String]] {
        var taken = TakenNames(there.map { FileName($0) })
        return units.map { unit in
            taken.claim(unit.names.map { FileName($0) }, from: unit.source).map(\.display)
        }
    }

    private func claimed(_ names: String..., beside there: String...) -> [String] {
        claimed([(names, FilePath("/inbox"))], beside: there)[0]
    }

    @Test("a photo does not join a RAW file, a sidecar or a video that lies there, nor they it")
    func foreign() {
        #expect(claimed("a.jpg", beside: "a.cr2") == ["a-2.jpg"])
        #expect(claimed("a.jpg", beside: "a.xmp") == ["a-2.jpg"])
        #expect(claimed("a.jpg", beside: "a.cr2.xmp") == ["a-2.jpg"])
        #expect(claimed("a.jpg", beside: "a.mp4") == ["a-2.jpg"])
        #expect(claimed("a.cr2", "a.xmp", beside: "a.jpg") == ["a-2.cr2", "a-2.xmp"])
        #expect(
            claimed("a.jpg", "a.jpg.xmp", "a.mov", beside: "a.heic") == ["a-2.jpg", "a-2.jpg.xmp", "a-2.mov"]
        )
        #expect(claimed("É.jpg", beside: "e\u{301}.CR2") == ["É-2.jpg"])
    }

    @Test("a number that another shot's stem has is passed over as well")
    func numbers() {
        #expect(claimed("a.jpg", beside: "a.cr2", "a-2.cr2", "A-3.XMP") == ["a-4.jpg"])
    }

    @Test("folders, texts and longer stems are in nobody's way")
    func unrelated() {
        #expect(claimed("a.jpg", beside: "a", "a.txt", "a.edited.jpg", "ab.jpg", "a-2.jpg") == ["a.jpg"])
        #expect(claimed("a.jpg", beside: "a.jpg") == ["a-2.jpg"])
    }

    @Test("several shots of one stem keep their names if they come from one folder, and none joins another")
    func neighbours() {
        let (one, two) = (FilePath("/inbox/1"), FilePath("/inbox/2"))
        #expect(claimed([(["a.jpg"], one), (["a.mp4"], one)]) == [["a.jpg"], ["a.mp4"]])
        #expect(
            claimed([(["a.heic", "a.mov"], one), (["a.jpg"], one)]) == [["a.heic", "a.mov"], ["a-2.jpg"]]
        )
        #expect(claimed([(["a.heic"], one), (["a.jpg"], one)]) == [["a.heic"], ["a.jpg"]])
        #expect(claimed([(["a.jpg"], one), (["a.mp4"], two)]) == [["a.jpg"], ["a-2.mp4"]])
        // The third still of the stem, for which the RAW file was a shot of its own, went elsewhere.
        #expect(claimed([(["a.jpg"], one), (["a.cr2"], one)]) == [["a.jpg"], ["a-2.cr2"]])
        #expect(
            claimed([(["a.jpg"], one), (["a.png"], one), (["a.cr2"], one)]) == [
                ["a.jpg"], ["a.png"], ["a.cr2"],
            ]
        )
        #expect(
            claimed([(["a.jpg"], one), (["a.mp4"], one)], beside: ["a.cr2"]) == [["a-2.jpg"], ["a-3.mp4"]]
        )
    }

    @Test("whatever comes to one folder, the shots there are those that came")
    func random() {
        var generator = SeededGenerator.fromEnvironment()
        for _ in 0..<2_000 {
            // What lies there, sidecars of nothing included.
            var files = Self.names(&generator)
            var taken = TakenNames(files)
            var shots = Self.shots(of: files, &generator)
            for source in [FilePath("/inbox/1"), FilePath("/inbox/2")] {
                for unit in Self.shots(of: Self.names(&generator), &generator) where generator.chance(80) {
                    let names = taken.claim(unit, from: source)
                    shots.append(names)
                    files += names
                }
            }
            #expect(Set(files).count == files.count, "seed \(generator.seed)")
            let found = Self.shots(of: files.sorted(), joining: Set(shots.flatMap { $0.dropFirst() }))
            #expect(Set(found.map { Set($0) }) == Set(shots.map { Set($0) }), "seed \(generator.seed)")
        }
    }

    private static func names(_ generator: inout SeededGenerator) -> [FileName] {
        let endings = [
            "jpg", "JPG", "png", "heic", "cr2", "dng", "mp4", "mov", "xmp", "jpg.xmp", "cr2.xmp", "aae",
        ]
        var names: Set<FileName> = []
        for _ in 0..<(1 + generator.below(6)) {
            let stem = generator.pick(["a", "A", "b"]) ?? "a"
            names.insert(FileName("\(stem).\(generator.pick(endings) ?? "jpg")"))
        }
        return names.sorted()
    }

    private static func shots(of names: [FileName], _ generator: inout SeededGenerator) -> [[FileName]] {
        let joining = Set(names.filter { _ in generator.chance(50) })
        return shots(of: names, joining: joining)
    }

    /// The primary file first.
    private static func shots(of names: [FileName], joining: Set<FileName>) -> [[FileName]] {
        let files = names.compactMap { name in
            name.format.map { ShotFile(name: name, format: $0, joinsStill: joining.contains(name)) }
        }
        return Companions.shots(in: files).map { shot in
            ([shot.primary] + shot.companions).map { files[$0].name }
        }
    }
}
