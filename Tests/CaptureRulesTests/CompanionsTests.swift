import PhotoModel
import Testing

@testable import CaptureRules

@Suite("Companions")
struct CompanionsTests {
    private func files(_ names: [String]) throws -> [ShotFile] {
        try names.map { name in
            let name = FileName(name)
            return ShotFile(name: name, format: try #require(name.format, "\(name.display) is no photo"))
        }
    }

    /// `a.jpg+a.cr2 a.mov`: shots apart by a space, each with its primary first.
    private func grouped(_ names: [String]) throws -> String {
        Companions.shots(in: try files(names))
            .map { ([$0.primary] + $0.companions).map { names[$0] }.joined(separator: "+") }
            .joined(separator: " ")
    }

    @Test(
        "join their shot",
        arguments: [
            ("a.jpg", "a.jpg"), ("a.mov", "a.mov"), ("a.CR2", "a.CR2"), ("", ""),
            // RAW files
            ("a.jpg a.cr2", "a.jpg+a.cr2"), ("a.cr2 a.jpg", "a.jpg+a.cr2"), ("a.JPG a.CR2", "a.JPG+a.CR2"),
            ("a.jpg a.cr2 a.dng", "a.jpg+a.cr2+a.dng"), ("a.cr2 a.dng", "a.cr2 a.dng"),
            ("a.jpg a.heic a.cr2", "a.jpg a.heic a.cr2"), ("a.jpg a.JPG a.cr2", "a.jpg a.JPG a.cr2"),
            ("a.jpg b.cr2", "a.jpg b.cr2"), ("a.jpg A.cr2", "a.jpg A.cr2"), ("a.jpg a.mov", "a.jpg a.mov"),
            ("a.mov a.cr2", "a.mov a.cr2"), ("a.jpg a.mov a.cr2", "a.jpg+a.cr2 a.mov"),
            // Sidecars named after a file
            ("a.jpg a.jpg.xmp", "a.jpg+a.jpg.xmp"), ("a.jpg a.cr2 a.cr2.xmp", "a.jpg+a.cr2+a.cr2.xmp"),
            ("a.jpg a.mov a.mov.xmp", "a.jpg a.mov+a.mov.xmp"), ("a.JPG a.jpg.xmp", "a.JPG+a.jpg.xmp"),
            ("a.jpg a.JPG a.JPG.xmp", "a.jpg a.JPG+a.JPG.xmp"), ("a.cr2 a.jpg.xmp", "a.cr2"),
            ("a.jpg a.jpg.XMP", "a.jpg+a.jpg.XMP"), ("a.jpg.xmp a.jpg", "a.jpg+a.jpg.xmp"),
            // Sidecars named after a shot
            ("a.jpg a.xmp", "a.jpg+a.xmp"), ("a.mov a.xmp a.jpg", "a.mov a.jpg+a.xmp"),
            ("a.mov a.xmp", "a.mov+a.xmp"),
            ("a.jpg a.cr2 a.xmp a.aae", "a.jpg+a.cr2+a.xmp+a.aae"),
            ("a.heic a.jpg a.xmp", "a.heic+a.xmp a.jpg"),
            ("a.cr2 a.dng a.xmp", "a.cr2+a.xmp a.dng"), ("a.cr2 a.mov a.xmp", "a.cr2+a.xmp a.mov"),
            ("IMG_0001.HEIC IMG_0001.AAE", "IMG_0001.HEIC+IMG_0001.AAE"),
            ("a.jpg a.xmp a.jpg.xmp", "a.jpg+a.xmp+a.jpg.xmp"),
            // Sidecars alone
            ("a.xmp", ""), ("a.jpg.xmp", ""), ("a.xmp b.jpg", "b.jpg"), ("a.xmp a.aae", ""),
            ("a.jpg a.xmp.xmp", "a.jpg"),
            // Several stems at once
            (
                "b.jpg a.cr2 a.jpg b.xmp c.mov a.b.jpg a.b.cr2",
                "b.jpg+b.xmp a.jpg+a.cr2 c.mov a.b.jpg+a.b.cr2"
            ),
        ]
    )
    func join(names: String, expected: String) throws {
        #expect(try grouped(names.split(separator: " ").map(String.init)) == expected)
    }

    @Test(
        "share a stem",
        arguments: [
            ("a.jpg", "a"), ("a.CR2", "a"), ("a.xmp", "a"), ("a.jpg.xmp", "a"), ("a.b.jpg", "a.b"),
            ("a.jpg.jpg", "a.jpg"),
            ("a.txt", "a.txt"), ("a", "a"), (".jpg", ".jpg"), ("a.txt.xmp", "a.txt"), ("a.xmp.xmp", "a.xmp"),
            ("", ""),
            ("a.xmp.jpg", "a.xmp"), ("a..jpg", "a."), (".a.jpg", ".a"),
        ]
    )
    func stems(name: String, stem: String) {
        #expect(Array(Companions.stem(of: FileName(name))) == Array(stem.utf8))
    }

    @Test("join by names that are no text")
    func bytes() {
        let still = ShotFile(name: FileName([0xFF, 0x2E] + Array("jpg".utf8)), format: .jpeg)
        let raw = ShotFile(name: FileName([0xFF, 0x2E] + Array("cr2".utf8)), format: .cr2)
        #expect(Companions.shots(in: [raw, still]) == [Shot(primary: 1, companions: [0])])
    }

    @Test("put every photo and video into one shot, and no file into two")
    func random() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let endings = [
            ".jpg", ".JPG", ".heic", ".cr2", ".dng", ".mov", ".xmp", ".jpg.xmp", ".cr2.xmp", ".aae", ".b.jpg",
        ]
        for _ in 0..<4000 {
            var names = Set<String>()
            for _ in 0..<Int.random(in: 1...9, using: &generator) {
                names.insert(
                    (Bool.random(using: &generator) ? "a" : "b")
                        + (endings.randomElement(using: &generator) ?? "")
                )
            }
            let order = names.sorted().shuffled(using: &generator)
            let files = try files(order)
            let shots = Companions.shots(in: files)
            let members = shots.flatMap { [$0.primary] + $0.companions }
            #expect(Set(members).count == members.count, "seed \(seed): \(order)")
            let media = files.indices.filter { files[$0].format.kind != .sidecar }
            #expect(Set(media).isSubset(of: members), "seed \(seed): \(order)")
            for shot in shots {
                #expect(files[shot.primary].format.kind != .sidecar, "seed \(seed): \(order)")
                let stem = Array(Companions.stem(of: files[shot.primary].name))
                let range = FileName(stem + [UInt8(ascii: ".")])..<FileName(stem + [UInt8(ascii: "/")])
                for index in [shot.primary] + shot.companions {
                    #expect(range.contains(files[index].name), "seed \(seed): \(order)")
                }
            }
        }
    }
}
