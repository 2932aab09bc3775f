import PhotoModel
import Testing

@testable import CaptureRules

@Suite("Sidecars over a file")
struct SidecarOverlayTests {
    private var file: EmbeddedFacts {
        var facts = EmbeddedFacts()
        facts.latitude = 48.86
        facts.longitude = 2.35
        facts.altitude = 35
        facts.orientation = 6
        facts.make = "Canon"
        facts.model = "EOS"
        facts.lens = "EF50mm"
        facts.rating = 2
        facts.pixelWidth = 6000
        facts.duration = 3
        facts.contentIdentifier = "A"
        facts.xmpOriginal = "2016-09-12"
        facts.xmpDescription = "Tower"
        return facts
    }

    @Test("change what they contain and nothing else")
    func contents() {
        var sidecar = EmbeddedFacts()
        sidecar.lens = "EF 50mm f/1.8"
        sidecar.rating = 5
        sidecar.pickLabel = 3
        sidecar.favoriteMark = true
        sidecar.fNumber = 1.8
        var expected = file
        expected.lens = "EF 50mm f/1.8"
        expected.rating = 5
        expected.pickLabel = 3
        expected.favoriteMark = true
        expected.fNumber = 1.8
        #expect(SidecarOverlay([sidecar]).applied(to: file) == expected)
    }

    @Test("change a position as a whole or not at all")
    func position() {
        var sidecar = EmbeddedFacts()
        sidecar.latitude = 35.68
        sidecar.altitude = 40
        #expect(SidecarOverlay([sidecar]).applied(to: file) == file)
        sidecar.longitude = 139.69
        sidecar.altitude = nil
        let placed = SidecarOverlay([sidecar]).applied(to: file)
        #expect(placed?.latitude == 35.68 && placed?.longitude == 139.69 && placed?.altitude == nil)
    }

    @Test("leave dates, descriptions and what only the file knows alone")
    func ownRules() {
        var sidecar = EmbeddedFacts()
        sidecar.xmpOriginal = "2020-01-01"
        sidecar.xmpDescription = "Sidecar"
        sidecar.orientation = 1
        sidecar.pixelWidth = 1
        sidecar.duration = 1
        sidecar.contentIdentifier = "B"
        #expect(SidecarOverlay([sidecar]).applied(to: file) == file)
    }

    @Test("stand for a file that could not be read")
    func unreadableFile() {
        var sidecar = EmbeddedFacts()
        sidecar.rating = 5
        #expect(SidecarOverlay([sidecar]).applied(to: nil)?.rating == 5)
    }

    @Test("that are none change nothing")
    func none() {
        #expect(SidecarOverlay([]).applied(to: file) == file)
        #expect(SidecarOverlay([]).applied(to: nil) == nil)
        #expect(SidecarOverlay([]).sidecar == nil)
    }

    @Test("of one photo are joined, the first over the others")
    func several() {
        var first = EmbeddedFacts()
        first.rating = 4
        first.xmpDigitized = "2016-09-13"
        var second = EmbeddedFacts()
        second.rating = 1
        second.make = "Nikon"
        second.xmpOriginal = "2016-09-12"
        second.xmpDescription = "Second"
        var third = EmbeddedFacts()
        third.latitude = 1
        third.longitude = 2
        third.make = "Leica"
        third.xmpDescription = "Third"
        let joined = SidecarOverlay([first, second, third]).sidecar
        #expect(joined?.rating == 4 && joined?.make == "Nikon" && joined?.latitude == 1)
        #expect(joined?.xmpDescription == "Second")
        // The first has a date: the better property of the second must not win over it.
        #expect(joined?.xmpDigitized == "2016-09-13" && joined?.xmpOriginal == nil)
    }
}
