import CaptureRules
import PhotoModel
import Testing

@Suite("Titles and keywords")
struct WordRuleTests {
    @Test("are decoded as descriptions are, and each keyword is there once")
    func words() {
        var facts = EmbeddedFacts()
        #expect(WordRule.title(facts) == nil && WordRule.keywords(facts).isEmpty)
        facts.title = [0x43, 0x61, 0x66, 0xE9]
        facts.keywords = ["sun ", "Sun", " ", "sun"].map { Array($0.utf8) }
        #expect(WordRule.title(facts) == "Café")
        #expect(WordRule.keywords(facts) == ["sun", "Sun"])
        facts.title = Array("  ".utf8)
        #expect(WordRule.title(facts) == nil)
    }

    @Test("are those of the sidecar, where it has some")
    func sidecars() {
        var (file, sidecar) = (EmbeddedFacts(), EmbeddedFacts())
        file.title = Array("File".utf8)
        file.keywords = [Array("file".utf8)]
        sidecar.keywords = [Array("sidecar".utf8)]
        let facts = SidecarOverlay([sidecar]).applied(to: file) ?? EmbeddedFacts()
        #expect(WordRule.title(facts) == "File")
        #expect(WordRule.keywords(facts) == ["sidecar"])
    }
}
