import PhotoModel
import TestSupport
import Testing

@testable import CaptureRules

@Suite("Descriptions")
struct DescriptionRuleTests {
    private func facts(_ bytes: [UInt8]) -> EmbeddedFacts {
        var facts = EmbeddedFacts()
        facts.imageDescription = bytes
        return facts
    }

    @Test(
        "decode whatever encoding they are in",
        arguments: [
            (Array("Beach trip".utf8), "Beach trip"),
            (Array("Café".utf8), "Café"),
            (Array("Caf".utf8) + [0xE9], "Café"),
            ([0x93] + Array("Tor".utf8) + [0x94, 0x20, 0x80], "“Tor” €"),
            ([0x81, 0x41], "\u{81}A"),
            ([0xEF, 0xBB, 0xBF] + Array("Tor".utf8), "Tor"),
            ([0xFF, 0xFE, 0x54, 0, 0x6F, 0, 0x72, 0, 0, 0, 0x41, 0], "Tor"),
            ([0xFE, 0xFF, 0, 0x54, 0, 0x6F, 0, 0x72], "Tor"),
            ([0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE], "😀"),
            ([0xFF, 0xFE, 0x3D, 0xD8, 0x41, 0, 0x42], "\u{FFFD}A"),
            (Array("Tor\0\0\0".utf8), "Tor"),
            (Array("Tor\0rubbish".utf8), "Tor"),
            (Array("\0\0Tor".utf8), "Tor"),
            (Array("  Tor\r\n\t ".utf8), "Tor"),
            (Array("\u{3000}Tor\u{A0}".utf8), "Tor"),
            (Array("two\nlines".utf8), "two\nlines"),
        ] as [([UInt8], String)]
    )
    func decodes(bytes: [UInt8], expected: String) {
        #expect(DescriptionRule().decide(facts: facts(bytes)) == expected)
    }

    @Test(
        "that every photo of a camera carries are none",
        arguments: [
            "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "SAMSUNG", "KONICA MINOLTA DIGITAL CAMERA",
            "MINOLTA DIGITAL CAMERA", " DIGITAL CAMERA", "DCIM\\100MEDIA\\DJI_0001.JPG", "dcim",
            "SANYO DIGITAL CAMERA",
            "EPSON DSC picture", "KODAK Digital Still Camera", "<Digimax i50 MP3, Samsung #1 MP3>",
            "Sony   DSC", "SONY DSC\0", "Exif_JPEG_PICTURE", "Minolta DSC", "HELLOMOTO", "oznorWO",
            "Screenshot",
            "LEAD Technologies Inc. V1.01", "Created with GIMP", "Created with The GIMP",
            "Created with GIMP on a Mac",
            "Processed with VSCO with a6 preset", "File written by Adobe Photoshop¨ 4.0",
            "CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90", "binary comment",
            "MOULTRIE DIGITAL GAME CAMERA",
        ]
    )
    func boilerplate(text: String) {
        #expect(DescriptionRule().decide(facts: facts(Array(text.utf8))) == nil)
        let reasoning = DescriptionRule().explain(facts: facts(Array(text.utf8)))
        #expect(reasoning.text == nil)
        #expect(reasoning.candidates.map(\.rejection) == [.boilerplate])
        #expect(
            reasoning.candidates.map(\.reason) == ["a text that cameras and programs write into every photo"]
        )
    }

    @Test(
        "that merely begin or end like boilerplate stay",
        arguments: [
            "SAMSUNG phone at the lake", "My SONY DSC", "123", "Screenshot of the map", "Hybrid", "ASCII",
            "A created with GIMP", "{\"a\": 1}",
        ]
    )
    func notBoilerplate(text: String) {
        #expect(DescriptionRule().decide(facts: facts(Array(text.utf8))) == text)
    }

    @Test("that the user calls boilerplate are none")
    func userBoilerplate() {
        let rule = DescriptionRule(boilerplate: ["Wheat", "Copyright*", "*", ""])
        #expect(rule.decide(facts: facts(Array("wheat ".utf8))) == nil)
        #expect(rule.decide(facts: facts(Array("COPYRIGHT 2016 Anna".utf8))) == nil)
        #expect(rule.decide(facts: facts(Array("Wheat field".utf8))) == "Wheat field")
        #expect(rule.decide(facts: facts(Array("SONY DSC".utf8))) == nil)
    }

    @Test("that are blank are none", arguments: ["", "   ", "\0\0", "\u{A0}\n", "\0  \0"])
    func blank(text: String) {
        let reasoning = DescriptionRule().explain(facts: facts(Array(text.utf8)))
        #expect(reasoning.text == nil && reasoning.candidates.map(\.rejection) == [.blank])
        #expect(DescriptionRule().decide(facts: facts(Array(text.utf8))) == nil)
    }

    @Test("are explained")
    func explained() {
        #expect(DescriptionRule().explain(facts: nil).candidates.isEmpty)
        #expect(DescriptionRule().explain(facts: EmbeddedFacts()).candidates.isEmpty)
        let reasoning = DescriptionRule().explain(facts: facts(Array("Tor ".utf8)))
        #expect(reasoning.text == "Tor")
        #expect(
            reasoning.candidates.map { "\($0.source.name): \($0.value), \($0.reason)" } == [
                "exif:ImageDescription: Tor, the first source with a description"
            ]
        )
    }

    @Test("of chance bytes decode, and agree with their explanation")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let alphabet: [UInt8] = [
            0, 9, 0x20, 0x41, 0x80, 0x9F, 0xA0, 0xC3, 0xA9, 0xFE, 0xFF, 0xD8, 0xDC, 0xEF, 0xBB, 0xBF,
        ]
        let rule = DescriptionRule()
        for _ in 0..<20_000 {
            let facts = facts(generator.bytes(upTo: 24, from: alphabet))
            let text = rule.decide(facts: facts)
            #expect(text != "", "seed \(seed)")
            #expect(rule.explain(facts: facts).text == text, "seed \(seed)")
        }
    }
}
