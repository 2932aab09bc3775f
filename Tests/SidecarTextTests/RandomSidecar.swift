import TestSupport

/// Writes sidecars in all the forms that programs use, and in some that none does.
struct RandomSidecar {
    var generator: SeededGenerator
    private var lineEnd = "\n"
    private var names: [String: String] = [:]
    private var isLaidOut = true
    /// Properties that are there already, and those that shall not come again: where a property stands in several places the
    /// languages of one of them are kept.
    private var seen: Set<String> = []
    private var closed: Set<String> = []

    static let properties = [
        "exif:DateTimeOriginal", "photoshop:DateCreated", "exif:GPSLatitude", "exif:GPSLongitude",
        "exif:GPSAltitude",
        "exif:GPSAltitudeRef", "exif:GPSVersionID", "xmp:Rating", "dc:title", "dc:description", "dc:subject",
    ]

    private static let uris = [
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "exif": "http://ns.adobe.com/exif/1.0/",
        "photoshop": "http://ns.adobe.com/photoshop/1.0/", "xmp": "http://ns.adobe.com/xap/1.0/",
        "dc": "http://purl.org/dc/elements/1.1/", "o": "http://example.com/o/",
    ]

    init(_ generator: SeededGenerator) {
        self.generator = generator
    }

    mutating func sidecar() -> String {
        lineEnd = pick(["\n", "\r\n"])
        isLaidOut = generator.chance(80)
        names = [:]
        seen = []
        closed = []
        var onRoot = ""
        for (prefix, uri) in Self.uris.sorted(by: { $0.key < $1.key }) {
            let isUsual = generator.chance(70)
            names[prefix] = isUsual ? prefix : "p\(prefix)"
            // What the usual prefix then is to somebody else.
            if !isUsual, generator.chance(50) {
                onRoot += attribute("xmlns:\(prefix)", "http://example.com/\(prefix)")
            }
            onRoot += attribute("xmlns:\(names[prefix] ?? "")", uri)
        }
        let nodes = (0..<generator.below(4)).map { _ in node() }.joined(separator: line(1))
        let content = nodes.isEmpty && generator.chance(50) ? "" : line(1) + nodes + line(0)
        let rdf = "<\(name("rdf:RDF"))\(onRoot)>\(content)</\(name("rdf:RDF"))>"
        let wrapped =
            "<x:xmpmeta\(attribute("xmlns:x", "adobe:ns:meta/"))>\(line(0))\(rdf)\(line(0))</x:xmpmeta >"
        let document = generator.chance(80) ? wrapped : rdf
        let mark = generator.chance(20) ? "\u{FEFF}" : ""
        let packet = "<?xpacket begin=''?>\(line(0))\(document)\(line(0))   \(line(0))<?xpacket end=\"w\"?>"
        return mark + (generator.chance(70) ? packet : "\(comment())\(document)\(line(0))")
    }

    /// A text as somebody may write it, without white space at its ends.
    mutating func text() -> String {
        let pieces = [
            "a", "B c", "&", "<", ">", "\"", "'", "]]>", "é", "\u{1F3D6}", "\n", "\t", "--", "&amp;",
            "\u{FEFF}x", ";",
        ]
        let text = (0..<generator.below(6)).map { _ in pick(pieces) }.joined()
        return "t" + text + "z"
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[generator.below(elements.count)]
    }

    // MARK: Nodes

    private mutating func node() -> String {
        var attributes = generator.chance(70) ? attribute(name("rdf:about"), "") : ""
        var elements: [String] = []
        for property in Self.properties where generator.chance(35) && !closed.contains(property) {
            let isAlone = seen.insert(property).inserted
            if generator.chance(40), property != "dc:subject" || generator.chance(30) {
                attributes += attribute(name(property), value(property))
                // It may stand there once more.
                if generator.chance(85) { continue }
                elements.append(element(property, isAlone: false))
            } else {
                elements.append(element(property, isAlone: isAlone))
            }
        }
        if generator.chance(40) { attributes += attribute(name("o:a"), text()) }
        for _ in 0..<generator.below(3) { elements.append(foreign()) }
        elements.shuffle(using: &generator)
        let tag = name("rdf:Description")
        if elements.isEmpty, generator.chance(60) {
            return "<\(tag)\(attributes)\(generator.chance(20) ? " " : "")/>"
        }
        let content = elements.map { line(2) + $0 }.joined()
        return "<\(tag)\(attributes)>\(content)\(line(1))</\(tag)>"
    }

    private mutating func foreign() -> String {
        let (a, b) = (name("o:b"), name("xmp:Rating"))
        return pick([
            comment(), "<\(a)>\(escaped(text()))</\(a)>",
            "<\(a) \(name("rdf:parseType"))='Resource'><\(b)>1</\(b)></\(a)>",
            "<\(name("xmp:CreateDate"))>2001</\(name("xmp:CreateDate"))>", "<\(a)/>",
        ])
    }

    private mutating func comment() -> String {
        pick(["<!-- <\(name("xmp:Rating"))>1</\(name("xmp:Rating"))> -->", "<!--'-->", "<!-- \" ]]> & < -->"])
    }

    // MARK: Properties

    private mutating func value(_ property: String) -> String {
        switch property {
        case "exif:GPSLatitude": pick(["10,20.5N", "3,0,30S", "89,59.99999999N", "nonsense"])
        case "exif:GPSLongitude": pick(["100,20.5E", "3,0,30W", "0,0W"])
        case "exif:GPSAltitude": pick(["100/1", "25/10", "7/0"])
        case "exif:GPSAltitudeRef": pick(["0", "1"])
        case "xmp:Rating": pick(["1", "3.0", "-1", "good"])
        default: generator.chance(10) ? "" : text()
        }
    }

    private mutating func element(_ property: String, isAlone: Bool) -> String {
        let tag = name(property)
        if property.hasPrefix("dc:"), generator.chance(60) {
            return array(property, hasLanguages: isAlone && property != "dc:subject")
        }
        let value = value(property)
        let (inner, qualifier) = (name("rdf:value"), "<\(name("o:q"))>\(escaped(text()))</\(name("o:q"))>")
        let content = "<\(inner)>\(escaped(value))</\(inner)>"
        let resource = attribute(name("rdf:parseType"), "Resource")
        let node = name("rdf:Description")
        let own = " xmlns:own='\(Self.uris[String(property.prefix { $0 != ":" })] ?? "")'"
        let owned = "own:" + property.drop { $0 != ":" }.dropFirst()
        return pick([
            "<\(tag)>\(escaped(value))</\(tag)>", "<\(tag)>\(escaped(value))</\(tag)\(line(0))>", "<\(tag)/>",
            "<\(tag)>\(comment())\(escaped(value))</\(tag)>",
            "<\(tag)><![CDATA[\(value.replacing("]]>", with: ""))]]></\(tag)>",
            "<\(tag)\(resource)>\(content)\(qualifier)</\(tag)>",
            "<\(tag)><\(node)>\(qualifier)\(content)</\(node)></\(tag)>",
            "<\(tag)\(attribute(inner, value))/>", "<\(owned)\(own)>\(escaped(value))</\(owned)>",
            "<\(tag)\(attribute("xml:lang", "de"))>\(escaped(value))</\(tag)>",
            "<\(tag)\(attribute(name("rdf:resource"), value))/>", "<\(tag)\(attribute(name("o:a"), "1"))/>",
        ])
    }

    private mutating func array(_ property: String, hasLanguages: Bool) -> String {
        if hasLanguages { closed.insert(property) }
        let tag = name(property)
        let array = name(property == "dc:subject" ? pick(["rdf:Bag", "rdf:Bag", "rdf:Seq"]) : "rdf:Alt")
        let item = name("rdf:li")
        var items = ""
        for language in ["x-default", "de", "", "fr"] where generator.chance(50) {
            if language == "de" || language == "fr", !hasLanguages { continue }
            let isNamed = !language.isEmpty && property != "dc:subject"
            let tag = isNamed ? item + attribute("xml:lang", language) : item
            items += line(4) + "<\(tag)>\(escaped(value(property)))</\(item)>"
        }
        if items.isEmpty { return "<\(tag)>\(line(3))<\(array)/>\(line(2))</\(tag)>" }
        return "<\(tag)>\(line(3))<\(array)>\(items)\(line(3))</\(array)>\(line(2))</\(tag)>"
    }

    // MARK: Text

    private func name(_ name: String) -> String {
        let parts = name.split(separator: ":")
        return "\(names[String(parts[0])] ?? ""):\(parts[1])"
    }

    private mutating func attribute(_ name: String, _ value: String) -> String {
        let quote = pick(["'", "\""])
        let space = pick([" ", " ", "  ", lineEnd + "   ", "\t"])
        let text = escaped(value).replacing(quote, with: quote == "'" ? "&apos;" : "&#34;")
        let written = text.replacing("\n", with: "&#10;").replacing("\t", with: "&#x9;")
        return "\(space)\(name)\(pick(["=", "=", " = "]))\(quote)\(written)\(quote)"
    }

    private mutating func escaped(_ text: String) -> String {
        text.replacing("&", with: pick(["&amp;", "&#38;", "&#x26;"])).replacing(
            "<",
            with: pick(["&lt;", "&#x3c;"])
        )
        .replacing("]]>", with: "]]&gt;")
    }

    private func line(_ depth: Int) -> String {
        isLaidOut ? lineEnd + String(repeating: " ", count: depth) : ""
    }
}
