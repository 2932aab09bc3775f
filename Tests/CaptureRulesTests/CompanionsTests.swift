import PhotoModel
import TestSupport
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
    ///
    /// - Parameter joined: whether videos have been found to be Live Photos' halves.
    private func grouped(_ names: [String], joined: Bool = false) throws -> String {
        var files = try files(names)
        for index in files.indices { files[index].joinsStill = joined && files[index].format.kind == .video }
        return Companions.shots(in: files)
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
        "of a Live Photo are its video and its sidecars; of a video that is none its own sidecars",
        arguments: [
            // Names, joined, not joined
            ("a.heic a.mov", "a.heic+a.mov", "a.heic a.mov"),
            ("a.mov a.heic", "a.heic+a.mov", "a.mov a.heic"),
            ("a.heic a.mp4", "a.heic+a.mp4", "a.heic a.mp4"),
            ("a.HEIC a.MOV", "a.HEIC+a.MOV", "a.HEIC a.MOV"),
            ("a.heic a.mov a.xmp", "a.heic+a.mov+a.xmp", "a.heic+a.xmp a.mov"),
            ("a.heic a.mov a.heic.xmp", "a.heic+a.mov+a.heic.xmp", "a.heic+a.heic.xmp a.mov"),
            ("a.heic a.mov a.mov.xmp", "a.heic+a.mov+a.mov.xmp", "a.heic a.mov+a.mov.xmp"),
            ("a.heic a.mov a.aae", "a.heic+a.mov+a.aae", "a.heic+a.aae a.mov"),
            (
                "a.heic a.mov a.xmp a.heic.xmp a.mov.xmp a.aae",
                "a.heic+a.mov+a.xmp+a.heic.xmp+a.mov.xmp+a.aae",
                "a.heic+a.xmp+a.heic.xmp+a.aae a.mov+a.mov.xmp"
            ),
            ("a.mov.xmp a.mov a.heic", "a.heic+a.mov.xmp+a.mov", "a.mov+a.mov.xmp a.heic"),
            ("a.heic a.dng a.mov", "a.heic+a.dng+a.mov", "a.heic+a.dng a.mov"),
            // The first of several stills; RAW files still join none of them
            ("a.jpg a.heic a.mov", "a.jpg+a.mov a.heic", "a.jpg a.heic a.mov"),
            ("a.heic a.jpg a.cr2 a.mov", "a.heic+a.mov a.jpg a.cr2", "a.heic a.jpg a.cr2 a.mov"),
            // No still to join, and no Live Photo's format
            ("a.mov a.xmp", "a.mov+a.xmp", "a.mov+a.xmp"), ("a.dng a.mov", "a.dng a.mov", "a.dng a.mov"),
            ("a.heic b.mov", "a.heic b.mov", "a.heic b.mov"),
            ("a.heic a.avi", "a.heic a.avi", "a.heic a.avi"),
            // What editors on phones name otherwise is a photo of its own
            (
                "IMG_1234.HEIC IMG_E1234.HEIC IMG_1234.MOV IMG_1234.AAE",
                "IMG_1234.HEIC+IMG_1234.MOV+IMG_1234.AAE IMG_E1234.HEIC",
                "IMG_1234.HEIC+IMG_1234.AAE IMG_E1234.HEIC IMG_1234.MOV"
            ),
        ]
    )
    func livePhotos(names: String, joined: String, apart: String) throws {
        let names = names.split(separator: " ").map(String.init)
        #expect(try grouped(names, joined: true) == joined)
        #expect(try grouped(names, joined: false) == apart)
    }

    @Test(
        "that are sidecars speak in the order of how well they name their photo",
        arguments: [
            ("a.jpg a.xmp a.jpg.xmp", "a.jpg.xmp a.xmp"), ("a.jpg a.jpg.xmp a.xmp", "a.jpg.xmp a.xmp"),
            ("a.jpg a.cr2 a.cr2.xmp a.xmp", "a.xmp a.cr2.xmp"),
            ("a.cr2 a.cr2.xmp a.jpg a.jpg.xmp a.xmp a.aae", "a.jpg.xmp a.xmp a.cr2.xmp"),
            ("a.heic a.mov.xmp a.mov a.heic.xmp", "a.heic.xmp a.mov.xmp"),
            ("a.JPG a.xmp a.jpg.xmp a.JPG.xmp", "a.JPG.xmp a.jpg.xmp a.xmp"),
            ("a.jpg a.xmp", "a.xmp"), ("a.jpg a.aae", ""), ("a.jpg", ""),
            ("a.cr2 a.cr2.xmp a.xmp", "a.cr2.xmp a.xmp"),
        ]
    )
    func precedence(names: String, expected: String) throws {
        var files = try files(names.split(separator: " ").map(String.init))
        for index in files.indices { files[index].joinsStill = files[index].format.kind == .video }
        let shot = try #require(Companions.shots(in: files).first)
        let sidecars = Companions.sidecars(of: shot, in: files).map { files[$0].name.display }
        #expect(sidecars.joined(separator: " ") == expected)
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
            var files = try files(order)
            for index in files.indices where files[index].format.kind == .video {
                files[index].joinsStill = Bool.random(using: &generator)
            }
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

    @Test("a sidecar is looked for under the photo's name with its extension in small and in capital letters")
    func sidecarNames() {
        for (photo, sidecar) in [
            ("a.jpg", "a.JPG.xmp"), ("a.JPG", "a.jpg.XMP"), ("a.Jpg", "a.Jpg.xmp"), ("a.Jpg", "a.jpg.xmp"),
            ("a.jpg", "a.XMP"), ("a.b.HEIC", "a.b.heic.aae"),
        ] {
            let name = FileName(photo)
            let names = Companions.sidecarNames(for: [name], stem: Array(Companions.stem(of: name)))
            #expect(names.contains(FileName(sidecar)), "\(sidecar) of \(photo)")
            #expect(names.allSatisfy { Companions.stem(of: $0).elementsEqual(Companions.stem(of: name)) })
        }
    }
}
