import PhotoModel
import Testing

@testable import Editing

@Suite("Which sidecars say what is said of a shot")
struct SidecarNamesTests {
    private func names(_ files: [String], among sidecars: [String] = []) -> [String] {
        SidecarNames.names(of: files.map { FileName($0) }, among: sidecars.map { FileName($0) }).map(
            \.display
        )
    }

    @Test("a new one names its file, extension and all")
    func new() {
        #expect(names(["a.jpg"]) == ["a.jpg.xmp"])
        #expect(names(["a.jpg", "a.cr2", "a.mov"]) == ["a.jpg.xmp", "a.cr2.xmp", "a.mov.xmp"])
    }

    @Test("one that is there is written on, the one that is believed first")
    func existing() {
        #expect(names(["a.jpg"], among: ["a.xmp"]) == ["a.xmp"])
        #expect(names(["a.jpg"], among: ["a.xmp", "a.jpg.xmp"]) == ["a.jpg.xmp"])
        #expect(names(["a.JPG"], among: ["a.jpg.XMP", "a.xmp"]) == ["a.jpg.XMP"])
    }

    @Test("one that two share is written once, and one of another file not at all")
    func shared() {
        #expect(names(["a.jpg", "a.cr2"], among: ["a.xmp"]) == ["a.xmp"])
        #expect(names(["a.jpg", "a.cr2"], among: ["a.cr2.xmp"]) == ["a.jpg.xmp", "a.cr2.xmp"])
    }
}
