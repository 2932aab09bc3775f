import PhotoModel
import Testing

@testable import CaptureRules

@Suite("The description")
struct DescriptionOrderTests {
    private let rule = DescriptionRule()

    private func utf16(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    private var everything: EmbeddedFacts {
        var facts = EmbeddedFacts()
        facts.imageDescription = Array("image".utf8)
        facts.xmpDescription = "xmp"
        facts.iptcCaption = Array("iptc".utf8)
        facts.userComment = Array("comment".utf8)
        facts.pngDescription = "png"
        facts.xpTitle = utf16("title")
        facts.xpComment = utf16("xpcomment")
        facts.quickTimeDescription = "quicktime"
        facts.quickTimeComment = "qtcomment"
        return facts
    }

    private var sidecar: EmbeddedFacts {
        var sidecar = EmbeddedFacts()
        sidecar.xmpDescription = "sidecar"
        sidecar.imageDescription = Array("no sidecar has this".utf8)
        return sidecar
    }

    /// Each is taken away after it won.
    private static let order: [(String, String, @Sendable (inout EmbeddedFacts) -> Void)] = [
        ("exif:ImageDescription", "image", { $0.imageDescription = nil }),
        ("xmp:dc:description", "xmp", { $0.xmpDescription = nil }),
        ("iptc:Caption-Abstract", "iptc", { $0.iptcCaption = nil }),
        ("exif:UserComment", "comment", { $0.userComment = nil }),
        ("png:Description", "png", { $0.pngDescription = nil }),
        ("exif:XPTitle", "title", { $0.xpTitle = nil }),
        ("exif:XPComment", "xpcomment", { $0.xpComment = nil }),
        ("quicktime:description", "quicktime", { $0.quickTimeDescription = nil }),
        ("quicktime:comment", "qtcomment", { $0.quickTimeComment = nil }),
    ]

    @Test("comes from the first source that has one")
    func order() {
        var facts = everything
        #expect(rule.decide(facts: facts, sidecar: sidecar) == "sidecar")
        for (_, expected, remove) in Self.order {
            #expect(rule.decide(facts: facts) == expected)
            remove(&facts)
        }
        #expect(rule.decide(facts: facts) == nil)
    }

    @Test("is explained with all sources in that order, and why each lost")
    func explained() {
        let reasoning = rule.explain(facts: everything, sidecar: sidecar)
        #expect(reasoning.text == "sidecar")
        #expect(reasoning.candidates.map { "\($0.source.name)" } == ["sidecar"] + Self.order.map(\.0))
        #expect(reasoning.candidates.map(\.value) == ["sidecar"] + Self.order.map(\.1))
        #expect(
            reasoning.candidates.map { "\($0.verdict): \($0.reason)" } == [
                "accepted: the first source with a description"
            ]
                + Array(
                    repeating: "outranked: a description, but an earlier source has one",
                    count: Self.order.count
                )
        )
    }

    @Test("falls to the next source where one is blank or boilerplate")
    func fallThrough() {
        var facts = everything
        facts.imageDescription = Array("OLYMPUS DIGITAL CAMERA         ".utf8)
        facts.xmpDescription = " "
        facts.iptcCaption = Array("SONY DSC".utf8)
        let reasoning = rule.explain(facts: facts)
        #expect(reasoning.text == "comment" && rule.decide(facts: facts) == "comment")
        #expect(
            reasoning.candidates.prefix(5).map(\.rejection) == [
                .boilerplate, .blank, .boilerplate, nil, .outranked,
            ]
        )
        #expect(
            reasoning.candidates.prefix(4).map { "\($0.verdict)" } == [
                "rejected", "rejected", "rejected", "accepted",
            ]
        )
    }

    // MARK: IPTC and XMP

    @Test(
        "is IPTC's caption only where its digest shows that it was changed after XMP",
        arguments: [
            ("xmp", "iptc", true, "xmp"), ("xmp", "iptc", nil, "xmp"), ("xmp", "iptc", false, "iptc"),
            ("xmp", nil, false, "xmp"), (nil, "iptc", true, "iptc"), (nil, "iptc", nil, "iptc"),
            (nil, "iptc", false, "iptc"), ("xmp", " ", false, "xmp"), (" ", "iptc", true, "iptc"),
        ] as [(String?, String?, Bool?, String)]
    )
    func digest(property: String?, caption: String?, isCurrent: Bool?, expected: String) {
        var facts = EmbeddedFacts()
        facts.xmpDescription = property
        facts.iptcCaption = caption.map { Array($0.utf8) }
        facts.isIPTCDigestCurrent = isCurrent
        #expect(rule.decide(facts: facts) == expected)
        #expect(rule.explain(facts: facts).text == expected)
    }

    @Test("of XMP is said to be overtaken by the caption that wins over it")
    func overtaken() {
        var facts = EmbeddedFacts()
        facts.xmpDescription = "xmp"
        facts.iptcCaption = Array("iptc".utf8)
        facts.isIPTCDigestCurrent = false
        #expect(
            rule.explain(facts: facts).candidates.map { "\($0.source.name): \($0.reason)" } == [
                "iptc:Caption-Abstract: the first source with a description",
                "xmp:dc:description: a description, but the IPTC caption was changed after it",
            ]
        )
        facts.imageDescription = Array("image".utf8)
        #expect(rule.explain(facts: facts).candidates.map(\.rejection) == [nil, .outranked, .outranked])
    }

    @Test("is XMP's where that goes on behind a caption which IPTC cut")
    func cut() {
        let start = String(repeating: "long ", count: 399) + "text"
        func decide(_ caption: [UInt8], _ property: String) -> String? {
            var facts = EmbeddedFacts()
            facts.xmpDescription = property
            facts.iptcCaption = caption
            facts.isIPTCDigestCurrent = false
            return rule.decide(facts: facts)
        }
        // 1,999 bytes, and é has two: cut before it, behind its first byte, and not at all.
        let whole = start + "é goes on"
        #expect(decide(Array(start.utf8), whole) == whole)
        #expect(decide(Array(whole.utf8.prefix(2000)), whole) == whole)
        #expect(decide(Array(start.utf8) + [0xE9], whole) == whole)
        #expect(decide(Array(start.utf8.dropLast(3)), whole) == String(start.dropLast(3)))
        #expect(decide(Array(start.utf8), "other " + whole) == start)
        #expect(decide(Array(start.utf8), start) == start)
    }

    // MARK: Encodings

    @Test("decodes UTF-16 with and without a byte order mark where Windows wrote it")
    func windows() {
        var facts = EmbeddedFacts()
        facts.xpTitle = utf16(" Grüße 😀 ") + [0, 0]
        #expect(rule.decide(facts: facts) == "Grüße 😀")
        facts.xpTitle = [0xFF, 0xFE] + utf16("Tor")
        #expect(rule.decide(facts: facts) == "Tor")
        facts.xpTitle = utf16("Tor") + [0x41]
        #expect(rule.decide(facts: facts) == "Tor")
    }

    @Test("that was cut in the middle of a character is what comes before that")
    func cutText() {
        var facts = EmbeddedFacts()
        for character in ["é", "東", "🏔"] {
            let text = "Straße " + String(repeating: character, count: 3)
            let bytes = Array(text.utf8)
            for count in 1..<character.utf8.count {
                facts.imageDescription = Array(bytes.dropLast(count))
                #expect(rule.decide(facts: facts) == String(text.dropLast()))
            }
        }
        facts.imageDescription = [0xFF, 0xFE] + utf16("Berg 🏔").dropLast(2)
        #expect(rule.decide(facts: facts) == "Berg")
        // What looks so by chance stays Latin-1.
        facts.imageDescription = Array("Caf".utf8) + [0xE9]
        #expect(rule.decide(facts: facts) == "Café")
        facts.imageDescription = [0xE9, 0x74, 0xE9]
        #expect(rule.decide(facts: facts) == "été")
    }

    @Test("decodes a comment that is UTF-16")
    func comment() {
        var facts = EmbeddedFacts()
        facts.userComment = [0xFE, 0xFF, 0, 0x54, 0, 0x6F, 0, 0x72]
        #expect(rule.decide(facts: facts) == "Tor")
        facts.userComment = [0xFF, 0xFE] + utf16("Tür")
        #expect(rule.decide(facts: facts) == "Tür")
    }

    @Test(
        "loses the label of its language or encoding",
        arguments: [
            ("lang=\"x-default\" Tor", "Tor"), ("lang=x-default Tor", "Tor"), ("charset=Unicode Tor", "Tor"),
            ("charset=\"Ascii\" Tor", "Tor"), ("charset=Jis  Tor ", "Tor"), ("charset=Ascii", nil),
            ("lang=\"x-default\" charset=Unicode Tor", "Tor"), ("charset=Kilim rug", "charset=Kilim rug"),
            ("language", "language"), ("lang=\"de\" Tor", "lang=\"de\" Tor"), ("Tor\0rubbish", "Tor"),
        ] as [(String, String?)]
    )
    func labels(text: String, expected: String?) {
        var facts = EmbeddedFacts()
        facts.xmpDescription = text
        #expect(rule.decide(facts: facts) == expected)
        facts.xmpDescription = nil
        facts.userComment = Array(text.utf8)
        #expect(rule.decide(facts: facts) == expected)
    }

    @Test(
        "is none of the notes that programs keep in comments",
        arguments: [
            "Hybrid", "ASCII", "ASCII\0\0\0", "UNICODE", "User comments", "oplus_32",
            "{\"sensor_type\":\"rear\"}",
            "filter: 0; fileterIntensity: 0.0; filterMask: 0; captureOrientation: 0;",
        ]
    )
    func notes(text: String) {
        var facts = EmbeddedFacts()
        facts.userComment = Array(text.utf8)
        #expect(rule.explain(facts: facts).candidates.map(\.rejection) == [.boilerplate])
    }
}
