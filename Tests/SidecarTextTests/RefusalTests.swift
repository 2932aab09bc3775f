import SidecarText
import Testing

@Suite("A sidecar is refused")
struct RefusalTests {
    @Test(
        "where it is no well-formed XML",
        arguments: [
            "plain text", "{\"a\": 1}", "\u{FEFF}x", "<", "<a", "<a b", "<a b=", "<a b='", "<a b='c",
            "<a b='c'", "<a/", "<a>",
            "<a></b>", "<a><b></a></b>", "</a>", "<a/><b/>", "<a/>text", "text<a/>", "<a b=c/>",
            "<a b='1'c='2'/>",
            "<a b='1' b='2'/>", "<a b='<'/>", "<a>&</a>", "<a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
            "<a>&#+65;</a>",
            "<a>&#;</a>", "<a b='&x'/>", "<a>]]></a>", "<a><!-- -- --></a>", "<a><!-- </a>",
            "<a><![CDATA[ </a>", "<a><? ?></a>",
            "<a><?b </a>", "<a><!b></a>", "<1/>", "<a:/>", "<:a/>", "<a:b:c/>", "<a / >", "< a/>",
            "<a></a b>", "<a><?xml version='1.0'?></a>",
            " <?xml version='1.0'?><a/>", "<!-- only a comment -->", "<![CDATA[a]]><a/>", "<a>\u{1}</a>",
            "<a>\u{FFFE}</a>", "<a b='\u{0}'/>",
        ]
    )
    func notXML(sidecar: String) {
        guard case .notXML = refusal(sidecar) else {
            Issue.record("\(sidecar): \(refusal(sidecar)?.description ?? "taken")")
            return
        }
    }

    @Test("wherever it is cut off")
    func truncated() {
        let sidecar = Array(
            packet(with: "<dc:title><rdf:Alt><rdf:li>&amp;<![CDATA[x]]></rdf:li></rdf:Alt></dc:title>").utf8
        )
        // Behind the last tag there is nothing that has to come.
        let end = sidecar.count - "\n<?xpacket end=\"w\"?>".utf8.count
        for count in 1..<end { #expect(refusal(Array(sidecar[..<count])) != nil, "\(count)") }
        #expect(refusal(Array(sidecar[..<end])) == nil)
    }

    @Test("with the line that is wrong")
    func line() {
        #expect(
            refusal("<a>\n<b>\n</c>\n</a>")?.description
                == "the sidecar is damaged (no well-formed XML): line 3: another tag is closed than the one that is open"
        )
    }

    @Test(
        "where it is XML of another kind",
        arguments: ["<html/>", "<svg><rdf/></svg>", "<rdf:Other/>", "<RDF/>"]
    )
    func notXMP(sidecar: String) {
        #expect(refusal(sidecar) == .notXMP)
        #expect(refusal(sidecar, SidecarValues(title: .removed)) == .notXMP)
    }

    @Test("in another encoding than UTF-8")
    func encoding() {
        let text = packet("<rdf:Description/>")
        let units = Array(text.utf16)
        let low = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let high = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let wide = text.unicodeScalars.flatMap {
            [UInt8(0), UInt8(0), UInt8($0.value >> 8), UInt8($0.value & 0xFF)]
        }
        let mark: [UInt8] = [0xFF, 0xFE]
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        for bytes in [
            low, high, mark + low, mark.reversed() + high, wide, latin, Array("<a>".utf8) + [0xE9, 0x3C],
        ] {
            guard case .unsupportedEncoding = refusal(bytes) else {
                Issue.record("\(bytes.prefix(8))")
                continue
            }
        }
        let declared = "<?xml version='1.0' encoding='Windows-1252'?>" + text
        #expect(refusal(declared) == .unsupportedEncoding(found: "the encoding \"windows-1252\""))
        #expect(refusal(declared.replacing("Windows-1252", with: "utf-8")) == nil)
    }

    @Test("with a document type, which is never expanded")
    func documentType() {
        let bomb = "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><rdf:RDF>&b;</rdf:RDF>"
        #expect(refusal(bomb) == .hasDocumentType)
    }

    @Test("beyond 16 MiB")
    func size() {
        #expect(refusal([UInt8](repeating: 0x41, count: SidecarText.sizeLimit + 1)) == .tooLarge)
    }

    @Test("where it is deeper or fuller than any program makes it")
    func complexity() {
        func isTooComplex(_ sidecar: String) -> Bool {
            if case .tooComplex = refusal(sidecar) { true } else { false }
        }
        let deep = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        #expect(isTooComplex(deep))
        #expect(isTooComplex(packet(with: String(repeating: "<xmp:Rating/>", count: 100_000))))
        #expect(isTooComplex(packet(String(repeating: "<rdf:Description/>", count: 100_000))))
        let items = String(repeating: "<rdf:li/>", count: 100_000)
        #expect(isTooComplex(packet(with: "<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")))
        let declarations = (0..<1000).map { " xmlns:a\($0)='a'" }.joined()
        #expect(isTooComplex("<rdf:RDF\(declarations)/>"))
    }

    @Test(
        "for values that can't be written",
        arguments: [
            SidecarValues(title: .set("a\u{0}")), SidecarValues(description: .set("\u{FFFF}")),
            SidecarValues(keywords: .set(["a", "\u{1B}"])), SidecarValues(date: .set("\u{8}")),
            SidecarValues(rating: .set(6)), SidecarValues(rating: .set(-2)),
            SidecarValues(title: .set(String(repeating: "a", count: 65537))),
        ]
    )
    func values(values: SidecarValues) {
        guard case .unwritable = refusal("", values) else {
            Issue.record("\(values)")
            return
        }
    }

    @Test(
        "with words that say what is wrong",
        arguments: [
            (SidecarTextError.notXMP, "no rdf:RDF"), (.hasDocumentType, "<!DOCTYPE"), (.tooLarge, "16 MiB"),
            (.unsupportedEncoding(found: "UTF-16"), "is in UTF-16"),
            (.tooComplex(reason: "it is deep"), "it is deep"),
        ]
    )
    func words(error: SidecarTextError, words: String) {
        #expect(error.description.contains(words))
    }

    @Test("for a character that is named")
    func character() {
        #expect(
            refusal("", SidecarValues(title: .set("a\u{1B}")))?.description
                == "this title can't be written into a sidecar: XML has no way to write the character U+001B"
        )
    }
}
