import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import LibraryIndex
@testable import Shots

/// A program sets times and attributes after it has closed a file; so long it counts as being written.
@Suite("Shots that are judged while one of their files is being written")
struct UnsettledShotTests {
    /// Looks at the shot `a` as it is while some of its files are being written.
    private func look(_ desk: Desk, writing names: Set<String>) throws {
        let known = try desk.asset("photos/a.png")
        let files = try desk.names("photos").files.compactMap { name -> ObservedFile? in
            guard names.contains(name.display) else { return try desk.observed(name, in: "photos") }
            let stamps = known.map { [($0.name, $0.stamp)] + $0.companions.map { ($0.name, $0.stamp) } } ?? []
            guard let stamp = stamps.first(where: { $0.0 == name })?.1, let format = name.format else {
                return nil
            }
            return ObservedFile(name: name, format: format, stamp: stamp, content: .pending)
        }
        let shot = ObservedShot(stem: Array("a".utf8), files: files)
        try desk.apply([desk.slot(.shots(try desk.place("photos"), [shot]))])
    }

    private func isSettled(_ desk: Desk) throws -> [String: Bool] {
        let asset = try #require(try desk.asset("photos/a.png"))
        let files = [(asset.name, asset.stamp)] + asset.companions.map { ($0.name, $0.stamp) }
        return Dictionary(uniqueKeysWithValues: files.map { ($0.0.display, $0.1.isSettled) })
    }

    @Test("are news again when it is complete: a sidecar comes, changes and goes")
    func photoIsWritten() throws {
        let desk = try Desk()
        try desk.folder.write("photos/a.png", "a photo")
        try desk.sweep()
        #expect(try isSettled(desk) == ["a.png": true])
        for content in ["what it says", "what it says now, which is more"] {
            try desk.folder.write("photos/a.xmp", content)
            try look(desk, writing: ["a.png"])
            #expect(try isSettled(desk) == ["a.png": false, "a.xmp": true])
            try look(desk, writing: [])
            #expect(try isSettled(desk) == ["a.png": true, "a.xmp": true])
        }
        try desk.folder.remove("photos/a.xmp")
        try look(desk, writing: ["a.png"])
        #expect(try isSettled(desk) == ["a.png": false])
    }

    @Test("are news again when a sidecar is complete that the photo was read without")
    func sidecarIsWritten() throws {
        let desk = try Desk()
        try desk.folder.write("photos/a.png", "a photo")
        try desk.folder.write("photos/a.xmp", "what it says")
        try desk.sweep()
        try desk.folder.write("photos/a.png", "the photo, edited")
        try look(desk, writing: ["a.xmp"])
        #expect(try isSettled(desk) == ["a.png": true, "a.xmp": false])
        try look(desk, writing: [])
        #expect(try isSettled(desk) == ["a.png": true, "a.xmp": true])
    }

    @Test("are not, where nothing else of them has changed")
    func nothingElse() throws {
        let desk = try Desk()
        try desk.folder.write("photos/a.png", "a photo")
        try desk.folder.write("photos/a.xmp", "what it says")
        try desk.sweep()
        try look(desk, writing: ["a.png"])
        #expect(try isSettled(desk) == ["a.png": true, "a.xmp": true])
    }
}
