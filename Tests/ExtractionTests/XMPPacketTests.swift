import TestSupport
import Testing

@testable import photod_extract

@Suite("An XMP packet")
struct XMPPacketTests {
    private func packet(_ text: String) -> XMPPacket { Array(text.utf8).withUnsafeBytes { XMPPacket($0) } }

    private func value(_ property: XMPProperty, in text: String) -> String? {
        packet(text)[property].map { String(decoding: $0, as: UTF8.self) }
    }

    /// Elements and attributes of one `rdf:Description`.
    private func sample(_ elements: String = "", attributes: String = "") -> String {
        String(decoding: ContainerSample.packet(attributes, elements), as: UTF8.self)
    }

    @Test("says a property in an attribute or an element, however it is written")
    func forms() {
        let forms = [
            sample(attributes: #"xmp:Rating="4""#), sample(attributes: "xmp:Rating = '4'"),
            sample("<xmp:Rating>4</xmp:Rating>"), sample("<xmp:Rating >\n  4\n </xmp:Rating >"),
            sample("<xmp:Rating><![CDATA[4]]></xmp:Rating>"), sample("<xmp:Rating>&#52;</xmp:Rating>"),
            sample("<!-- > --><xmp:Rating><!-- 5 -->4</xmp:Rating>"), sample(#"<xmp:Rating rdf:value="4"/>"#),
            sample(
                #"<xmp:Rating rdf:parseType="Resource"><rdf:value>4</rdf:value><xmp:x>5</xmp:x></xmp:Rating>"#
            ),
            sample("<xmp:Rating><rdf:Description><rdf:value>4</rdf:value></rdf:Description></xmp:Rating>"),
            sample("<xmp:Rating><rdf:Seq><rdf:li>4</rdf:li><rdf:li>5</rdf:li></rdf:Seq></xmp:Rating>"),
            sample("<xmp:Rating/><xmp:Rating>4</xmp:Rating><xmp:Rating>5</xmp:Rating>"),
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "
                + "xmlns:any='http://ns.adobe.com/xap/1.0/' any:Rating='4'/></rdf:RDF>",
        ]
        for form in forms { #expect(value(.rating, in: form) == "4", "\(form)") }
    }

    @Test("has all keywords, and the title in the default language")
    func words() {
        let text = sample(
            "<dc:subject><rdf:Bag><rdf:li>New York</rdf:li><rdf:li/><rdf:li>R&amp;R</rdf:li></rdf:Bag></dc:subject>"
                + "<dc:title><rdf:Alt><rdf:li xml:lang='de'>Baum</rdf:li><rdf:li xml:lang='x-default'>Tree</rdf:li>"
                + "</rdf:Alt></dc:title>"
        )
        #expect(value(.keywords, in: text) == "New York\0R&R")
        #expect(value(.title, in: text) == "Tree")
        #expect(value(.keywords, in: sample("<dc:subject>alone</dc:subject>")) == "alone")
    }

    @Test("keeps what strict XML would refuse")
    func tolerance() {
        let date = "<xmp:CreateDate>1988-12-01</xmp:CreateDate>"
        let broken = [
            // An ampersand and an angle bracket that nobody escaped, an entity that nobody declared.
            sample("<dc:description>Salt & <3 pepper &nbsp;</dc:description>" + date),
            sample(date, attributes: #"photoshop:City="Rock & Roll""#),
            // Prefixes without a namespace, an attribute twice, one without quotation marks, control characters.
            sample("<acme:X>1</acme:X>" + date), sample(date, attributes: #"xmp:Label="a" xmp:Label="b""#),
            sample("<acme:X a=b c>1</acme:X>" + date), sample("<acme:X>\u{1}\u{0}</acme:X>" + date),
            // Ends that are missing, too many or crossed; the end of the packet.
            sample("<acme:X><acme:Y>" + date + "</acme:X>").replacing("<acme:X><acme:Y>", with: "</acme:Z>"),
            sample("<acme:X><acme:Y>1</acme:X></acme:Y>" + date), String(sample(date).dropLast(60)),
            sample(date).replacing("</rdf:Description>", with: ""),
            // Two roots, and text before and behind.
            "x" + sample(date) + "<y/>", sample() + sample(date),
            // No declarations at all.
            "<rdf:RDF><rdf:Description>\(date)</rdf:Description></rdf:RDF>",
        ]
        for text in broken { #expect(value(.creation, in: text) == "1988-12-01", "\(text)") }
        #expect(value(.description, in: broken[0]) == "Salt & <3 pepper &nbsp;")
    }

    @Test("is read in UTF-16 too, and Latin-1 under the name of UTF-8 is Latin-1")
    func encodings() {
        let text = sample("<dc:description>Été 🏔</dc:description>")
        let units = Array("\u{FEFF}".utf16) + Array(text.utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.dropFirst().flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big] {
            #expect(bytes.withUnsafeBytes { XMPPacket($0)[.description] } == Array("Été 🏔".utf8))
        }
        var latin = Array(sample("<dc:description>?t?</dc:description>").utf8)
        for index in latin.indices.dropLast(2) where latin[index] == 0x3F && latin[index + 1] == 0x74 {
            latin[index] = 0xE9
            latin[index + 2] = 0xE9
        }
        #expect(latin.withUnsafeBytes { XMPPacket($0)[.description] } == Array("été".utf8))
    }

    @Test("of its languages the default one counts, else the first, whatever the text says")
    func languages() {
        func description(_ texts: [(language: String, text: String)]) -> String? {
            value(.description, in: sample(ContainerSample.description(texts)))
        }
        #expect(description([("de-DE", "Strand"), ("x-default", "Beach")]) == "Beach")
        #expect(description([("de-DE", "Strand"), ("fr", "Plage")]) == "Strand")
        #expect(description([("de-DE", "Strand"), ("X-Default", " ")]) == "Strand")
        let tricky = #"HTML: &lt;p lang="de">, lang="x-default" &amp; more"#
        #expect(
            description([("x-default", tricky), ("de", "a")])
                == #"HTML: <p lang="de">, lang="x-default" & more"#
        )
    }

    @Test("says nothing by what lies deeper: past edits, ingredients, looks")
    func nesting() {
        let text = sample(
            #"<xmpMM:DerivedFrom rdf:parseType="Resource"><xmp:Rating>1</xmp:Rating></xmpMM:DerivedFrom>"#
                + #"<crs:Look><rdf:Description xmp:Rating="2"><xmp:Rating>3</xmp:Rating></rdf:Description></crs:Look>"#
                + "<x:y><rdf:Seq><rdf:li><rdf:Description xmp:Rating='3'/></rdf:li></rdf:Seq></x:y>"
                + "<dc:description>Beach</dc:description>"
        )
        #expect(value(.rating, in: text) == nil)
        #expect(value(.description, in: text) == "Beach")
    }

    @Test("of a text that is too long to be kept keeps whole letters", arguments: 0...3)
    func longTexts(_ lead: Int) {
        for letter in ["\u{E9}", "\u{65E5}", "\u{1F3D4}", "&#x65E5;"] {
            let text = String(repeating: "x", count: lead) + String(repeating: letter, count: 40_000)
            let kept = value(.description, in: sample("<dc:description>\(text)</dc:description>")) ?? ""
            #expect(kept.utf8.count > 60_000 && kept.utf8.count <= 64 << 10, "\(letter)")
            #expect(text.replacing("&#x65E5;", with: "\u{65E5}").hasPrefix(kept), "\(letter)")
        }
    }

    @Test("a prefix stands for what it was declared as, as far as that reaches")
    func prefixes() {
        let text = sample(
            #"<a xmlns:xmp="http://example.org/"><b/></a><c xmlns:xmp="urn:x" xmp:Rating="1"/>"#
                + #"<xmp:Rating xmlns:xmp="urn:other">2</xmp:Rating><xmp:Rating>3</xmp:Rating>"#
        )
        #expect(value(.rating, in: text) == "3")
    }

    @Test("costs a time that grows with its length only, whatever it is made of")
    func hostileShapes() {
        let pieces = [
            "<", "<a ", "<a '", "<a \"", "<!--", "<![CDATA[", "<?", "&", "&#", "<a>", "</a>",
            "<rdf:Description>",
            "<xmp:Rating>", "<rdf:li>", "<a xmlns:b='c'>", "<xmp:x xmlns:y='z'/>", "</", "='",
            "<dc:description>&amp;",
        ]
        for piece in pieces {
            let text = sample(String(repeating: piece, count: 300_000 / piece.utf8.count))
            let clock = ContinuousClock()
            let duration = clock.measure { _ = packet(text) }
            // Linear it takes a fraction of a second without optimization, squared it would take minutes.
            #expect(duration < .seconds(20), "\(piece): \(duration)")
        }
    }

    @Test("of which any part is damaged gives what it gives, and never traps")
    func damage() {
        var generator = SeededGenerator.fromEnvironment()
        print("damaged packets: seed \(generator.seed)")
        let whole = Array(
            sample(
                ContainerSample.description([("de", "a"), ("x-default", "Stra&#xDF;e &amp; \u{1F3D4}")])
                    + "<exif:GPSLatitude><![CDATA[33,51.6S]]></exif:GPSLatitude>",
                attributes: #"xmp:Rating="4" exif:DateTimeOriginal="2016-11-03T12:34:56""#
            ).utf8
        )
        var found = 0
        for _ in 0..<5_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = .random(in: 0...255, using: &generator)
                case 1: bytes[index] = Array("<>/&;'\"=: ".utf8).randomElement(using: &generator) ?? 0
                case 2: bytes.removeSubrange(index..<min(bytes.count, index + 9))
                default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 30)], at: 0)
                }
            }
            if bytes.withUnsafeBytes({ XMPPacket($0)[.originalDate] }) != nil { found += 1 }
        }
        #expect(found > 1_500, "\(found)")
    }
}
