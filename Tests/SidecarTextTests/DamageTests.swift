import SidecarText
import TestSupport
import Testing

@Suite("Damaged sidecars")
struct DamageTests {
    @Test("are edited or refused, and what comes of an edit can be edited again")
    func damage() {
        let seeds = SeededGenerator.fromEnvironment()
        var taken = 0
        for round in 0..<800 {
            var random = RandomSidecar(SeededGenerator(seed: seeds.seed &+ UInt64(round)))
            var bytes = Array(random.sidecar().utf8)
            for _ in 0...random.generator.below(3) { damage(&bytes, &random) }
            let values = RandomEditTests.values(&random)
            guard let edited = try? SidecarText.edited(bytes, by: values) else { continue }
            taken += 1
            let comment: Comment =
                "PHOTOD_TEST_SEED=\(random.generator.seed)\n\(String(decoding: bytes, as: UTF8.self))"
            #expect((try? SidecarText.edited(edited, by: values)) == edited, comment)
        }
        // Some damage is none: a letter of a text is another.
        #expect(taken > 20, "PHOTOD_TEST_SEED=\(seeds.seed)")
    }

    @Test("of nothing but markup are edited or refused")
    func markup() {
        var generator = SeededGenerator.fromEnvironment()
        let pieces = [
            "<", ">", "/", "</", "/>", "<!", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&", ";", "&amp;",
            "&#", "x", "'", "\"", "=",
            " ", "\n", "xmlns", ":", "rdf:RDF", "rdf:Description", "<rdf:RDF>", "</rdf:RDF>",
            "<rdf:Description", "</rdf:Description>",
            "xmp:Rating", "<dc:subject>", "</dc:subject>", "<rdf:Bag>", "</rdf:Bag>", "<rdf:li>", "</rdf:li>",
            "<rdf:li/>", "<dc:title>",
            "</dc:title>", "<rdf:Alt>", "</rdf:Alt>", " rdf:value='1'", " xml:lang='x-default'",
            " rdf:parseType='Resource'>", "\u{FEFF}",
        ]
        for _ in 0..<4_000 {
            let text = (0..<generator.below(20)).map { _ in pieces[generator.below(pieces.count)] }.joined()
            let sidecar = Array(
                (generator.chance(50)
                    ? "<rdf:RDF><rdf:Description>\(text)</rdf:Description></rdf:RDF>" : text).utf8
            )
            let values = SidecarValues(title: .set("t"), rating: .set(1), keywords: .set(["k"]))
            guard let edited = try? SidecarText.edited(sidecar, by: values) else { continue }
            #expect((try? SidecarText.edited(edited, by: values)) == edited, "\(text)")
        }
    }

    @Test("of random bytes are edited or refused")
    func noise() {
        var generator = SeededGenerator.fromEnvironment()
        for _ in 0..<1_000 {
            let bytes = generator.bytes(generator.below(64))
            _ = refusal(bytes)
            _ = refusal(generator.bytes(upTo: 64, from: Array("<>/=!?-[]CDAT&#x; '\":a\n\u{FEFF}".utf8)))
        }
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout RandomSidecar) {
        guard !bytes.isEmpty else { return }
        let start = random.generator.below(bytes.count)
        let end = min(bytes.count, start + 1 + random.generator.below(40))
        switch random.generator.below(7) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.removeSubrange(start...)
        case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.generator.below(bytes.count))
        case 3: bytes[start] = random.pick(Array("<>/='\"& ax]-".utf8))
        case 4: bytes[start] = UInt8.random(in: 0...255, using: &random.generator)
        case 5: bytes[start] = bytes[end - 1]
        default: bytes.insert(random.pick(Array("<>/='\"& ax:".utf8)), at: start)
        }
    }
}
