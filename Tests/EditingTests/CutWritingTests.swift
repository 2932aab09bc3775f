import Files
import PhotoModel
import SidecarText
import TestSupport
import Testing

@testable import Editing

@Suite("A file that does not come whole to where it is written", .serialized)
struct CutWritingTests {
    @Test("does not replace the one that was there")
    func cut() throws {
        let trial = try SidecarTrial()
        try Disk.write("a.jpg", to: trial.photos + "a.jpg")
        let sidecar = trial.photos + "a.jpg.xmp"
        let old =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>"
        try Disk.write(old, to: sidecar)
        let temporary = trial.photos + FileReplacement.temporaryName("trial", 1).display
        // A server that has kept half of it, and said nothing.
        let gate = ChangeGate { point in
            if point == .syncFileSystem || point == .syncContent, Disk.isFile(temporary) {
                #expect(throws: Never.self) { try Disk.write("<x:xmp", to: temporary) }
            }
            return 0
        }
        let (_, failures) = try trial.write(
            [trial.order(1, "a.jpg", SidecarValues(description: .set("Natal")))],
            gate
        )
        #expect(failures.count == 1)
        #expect(try trial.sidecars() == ["a.jpg.xmp": old])
    }
}
