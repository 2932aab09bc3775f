import SidecarText
import Testing

@Suite("What is added")
struct LayoutTests {
    private let rated = SidecarValues(rating: .set(2))

    @Test("becomes an attribute where there are attributes, with their quotation marks and lines")
    func attributes() throws {
        let sidecar = packet(
            "  <rdf:Description rdf:about=\"\"\n    other:a='1'\n    other:b='2'>\n  </rdf:Description>"
        )
        #expect(try edit(sidecar, rated) == sidecar.replacing("b='2'", with: "b='2'\n    xmp:Rating='2'"))
    }

    @Test("stands behind the last element, indented alike")
    func elements() throws {
        for space in ["\n   ", "\n\t\t", "\r\n      ", " ", ""] {
            let sidecar = packet(
                "<rdf:Description>\(space)<other:a>\n <other:b/></other:a>\(space)<other:c/>\n</rdf:Description>"
            )
            let lead = space == " " ? "" : space
            #expect(
                try edit(sidecar, rated)
                    == sidecar.replacing("<other:c/>", with: "<other:c/>\(lead)<xmp:Rating>2</xmp:Rating>")
            )
        }
    }

    @Test("opens an rdf:Description that ends in itself")
    func selfClosing() throws {
        let sidecar = packet("  <rdf:Description rdf:about=''/>")
        #expect(
            try edit(sidecar, rated)
                == packet(
                    "  <rdf:Description rdf:about=''>\n   <xmp:Rating>2</xmp:Rating>\n  </rdf:Description>"
                )
        )
        let attributed = packet("  <rdf:Description rdf:about='' other:a='1'  />")
        #expect(try edit(attributed, rated) == attributed.replacing("'1'", with: "'1' xmp:Rating='2'"))
    }

    @Test("fills an rdf:Description without properties")
    func empty() throws {
        let expected = packet("  <rdf:Description>\n   <xmp:Rating>2</xmp:Rating>\n  </rdf:Description>")
        #expect(try edit(packet("  <rdf:Description></rdf:Description>"), rated) == expected)
        #expect(try edit(packet("  <rdf:Description>\n  </rdf:Description>"), rated) == expected)
        let commented = packet("  <rdf:Description>\n   <!-- c -->\n  </rdf:Description>")
        #expect(
            try edit(commented, rated)
                == commented.replacing("-->", with: "-->\n   <xmp:Rating>2</xmp:Rating>")
        )
    }

    @Test("brings an rdf:Description where there is none")
    func noDescription() throws {
        let edited = try edit(packet(""), rated)
        #expect(
            edited.contains(
                "<rdf:Description rdf:about=\"\">\n   <xmp:Rating>2</xmp:Rating>\n  </rdf:Description>\n\n </rdf:RDF>"
            )
        )
        let short = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>"
        #expect(
            try edit(short, rated)
                == "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' xmlns:xmp='http://ns.adobe.com/xap/1.0/'><xmp:Rating>2</xmp:Rating></rdf:Description></rdf:RDF>"
        )
        #expect(try leaves(short, SidecarValues(rating: .removed)))
    }

    @Test("brings an rdf:RDF where there is none", arguments: ["xmpmeta", "xapmeta"])
    func noRDF(name: String) throws {
        let sidecar =
            "<?xpacket begin=''?>\r\n<x:\(name) xmlns:x='adobe:ns:meta/'>\r\n</x:\(name)>\r\n<?xpacket end='w'?>"
        let edited = try edit(sidecar, rated)
        #expect(
            edited
                == """
                <?xpacket begin=''?>
                <x:\(name) xmlns:x='adobe:ns:meta/'>
                 <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
                  <rdf:Description rdf:about=''
                   xmlns:xmp='http://ns.adobe.com/xap/1.0/'>
                   <xmp:Rating>2</xmp:Rating>
                  </rdf:Description>
                 </rdf:RDF>
                </x:\(name)>
                <?xpacket end='w'?>
                """.replacing("\n", with: "\r\n")
        )
        #expect(try edit("<x:\(name) xmlns:x='adobe:ns:meta/'/>", rated).hasSuffix("</rdf:RDF></x:\(name)>"))
    }

    @Test("is indented too where the first line is the packet's own", arguments: ["\n", "\r\n"])
    func firstLine(lineEnd: String) throws {
        let sidecar = "\u{FEFF}<x:xmpmeta xmlns:x='adobe:ns:meta/'>\n</x:xmpmeta>".replacing(
            "\n",
            with: lineEnd
        )
        let edited = try edit(sidecar, rated)
        #expect(edited.contains("\(lineEnd) <rdf:RDF"))
        #expect(edited.contains("\(lineEnd)   <xmp:Rating>2</xmp:Rating>\(lineEnd)  </rdf:Description>"))
        #expect(edited.hasSuffix("\(lineEnd) </rdf:RDF>\(lineEnd)</x:xmpmeta>"))
    }

    @Test("comes to its like where programs keep schemas apart")
    func nodes() throws {
        let sidecar = """
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>

             <rdf:Description rdf:about=''
              xmlns:dc='http://purl.org/dc/elements/1.1/'>
              <dc:format>image/jpeg</dc:format>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:xmp='http://ns.adobe.com/xap/1.0/'>
              <xmp:Label>Red</xmp:Label>
             </rdf:Description>
            </rdf:RDF>
            """
        let edited = try edit(sidecar, SidecarValues(rating: .set(2), keywords: .set(["a"])))
        #expect(
            edited
                == sidecar.replacing("</xmp:Label>", with: "</xmp:Label>\n  <xmp:Rating>2</xmp:Rating>")
                .replacing(
                    "</dc:format>",
                    with:
                        "</dc:format>\n  <dc:subject>\n   <rdf:Bag>\n    <rdf:li>a</rdf:li>\n   </rdf:Bag>\n  </dc:subject>"
                )
        )
    }

    @Test("leaves wrapper, padding, byte order mark, comments and instructions as they are")
    func surroundings() throws {
        let sidecar =
            "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<!-- <xmp:Rating>1</xmp:Rating> -->"
            + packet("<rdf:Description xmp:Rating='1'><?a <xmp:Rating>5</xmp:Rating>?></rdf:Description>")
            .replacing("<?xpacket end", with: "      \n     \n<?xpacket end")
        #expect(try edit(sidecar, rated) == sidecar.replacing("='1'", with: "='2'"))
    }

    @Test("does not reach what lies deeper, or outside")
    func deeper() throws {
        let sidecar = packet(
            with:
                "<other:a rdf:parseType='Resource'><xmp:Rating>1</xmp:Rating></other:a><other:b><rdf:Description xmp:Rating='1'/></other:b>"
        )
        #expect(try leaves(sidecar, SidecarValues(rating: .removed)))
        #expect(try edit(sidecar, rated).contains("</other:b><xmp:Rating>2</xmp:Rating>"))
        #expect(
            try leaves(
                sidecar.replacing("</rdf:RDF>", with: "<xmp:Rating>1</xmp:Rating></rdf:RDF>"),
                SidecarValues(rating: .removed)
            )
        )
    }

    @Test("changes nothing where nothing is asked for")
    func nothing() throws {
        #expect(try leaves(packet(with: "<dc:title>a</dc:title>"), SidecarValues()))
        #expect(try leaves(packet(""), SidecarValues(title: .removed)))
    }

    @Test("takes back what it brought")
    func back() throws {
        let sidecar = packet("  <rdf:Description other:a='1'>\n   <dc:format/>\n  </rdf:Description>")
        let before = try values(sidecar)
        let all = SidecarValues(
            date: .set("2004"),
            place: .set(.init(latitude: 1, longitude: 2, altitude: 3)),
            description: .set("d"),
            title: .set("t"),
            rating: .set(3),
            keywords: .set(["k"])
        )
        let edited = try edit(sidecar, all)
        #expect(try values(edited) == all)
        #expect(try edit(edited, before) == sidecar)
    }
}
