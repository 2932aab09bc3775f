import SidecarText
import Testing

@Suite("Namespaces")
struct NamespaceTests {
    private func sidecar(_ declarations: String, _ description: String) -> String {
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \(declarations)>\n \(description)\n</r:RDF>"
    }

    private let basic = "http://ns.adobe.com/xap/1.0/"

    @Test("may have any prefix")
    func anyPrefix() throws {
        let text = sidecar("xmlns:q='\(basic)'", "<r:Description q:Rating='1'/>")
        #expect(try edit(text, SidecarValues(rating: .set(2))) == text.replacing("'1'", with: "'2'"))
        let elements = sidecar("xmlns:q='\(basic)'", "<r:Description>\n  <q:Label/>\n </r:Description>")
        #expect(
            try edit(elements, SidecarValues(rating: .set(2)))
                == elements.replacing("<q:Label/>", with: "<q:Label/>\n  <q:Rating>2</q:Rating>")
        )
    }

    @Test("may have no prefix, for elements")
    func defaultNamespace() throws {
        let text = sidecar(
            "xmlns='\(basic)'",
            "<r:Description Rating='9'>\n  <Rating>1</Rating>\n </r:Description>"
        )
        #expect(try edit(text, SidecarValues(rating: .set(2))) == text.replacing(">1<", with: ">2<"))
        let without = text.replacing("<Rating>1</Rating>", with: "<Label/>")
        #expect(
            try edit(without, SidecarValues(rating: .set(2)))
                == without.replacing("<Label/>", with: "<Label/>\n  <Rating>2</Rating>")
        )
        let attributes = sidecar("xmlns='\(basic)' xmlns:o='o'", "<r:Description o:a='1'/>")
        #expect(
            try edit(attributes, SidecarValues(rating: .set(2)))
                == attributes.replacing(
                    "<r:Description o:a='1'/>",
                    with: "<r:Description o:a='1'\n  xmlns:xmp='\(basic)' xmp:Rating='2'/>"
                )
        )
        let rdf = "<RDF xmlns='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><Description/></RDF>"
        #expect(
            try edit(rdf, SidecarValues(keywords: .set(["a"]))).contains(
                "<dc:subject><Bag><li>a</li></Bag></dc:subject></Description></RDF>"
            )
        )
    }

    @Test("are declared where they are needed and missing")
    func missing() throws {
        let text = sidecar("", "<r:Description r:about=\"\">\n  <o:a xmlns:o='o'/>\n </r:Description>")
        #expect(
            try edit(text, SidecarValues(rating: .set(2)))
                == text.replacing("r:about=\"\"", with: "r:about=\"\"\n  xmlns:xmp=\"\(basic)\"")
                .replacing("<o:a xmlns:o='o'/>", with: "<o:a xmlns:o='o'/>\n  <xmp:Rating>2</xmp:Rating>")
        )
    }

    @Test("get another prefix where the usual one means something else")
    func takenPrefix() throws {
        let text = sidecar("xmlns:xmp='o' xmlns:xmp1='p'", "<r:Description xmp:Rating='9'/>")
        let edited = try edit(text, SidecarValues(rating: .set(2)))
        #expect(
            edited
                == text.replacing(
                    "xmp:Rating='9'",
                    with: "xmp:Rating='9'\n  xmlns:xmp2='\(basic)' xmp2:Rating='2'"
                )
        )
        #expect(read(edited).rating == 2)
        let shadowed = sidecar("xmlns:xmp='\(basic)'", "<r:Description xmlns:xmp='o' xmp:Rating='9'/>")
        #expect(
            try edit(shadowed, SidecarValues(rating: .set(2)))
                == shadowed.replacing("'9'", with: "'9' xmp1:Rating='2'")
                .replacing("xmlns:xmp='o'", with: "xmlns:xmp='o' xmlns:xmp1='\(basic)'")
        )
    }

    @Test("may be bound anew on the way in")
    func rebound() throws {
        let text = sidecar(
            "xmlns:a='\(basic)'",
            "<r:Description xmlns:b='o' b:Rating='7'><a:Rating xmlns:a='o'>8</a:Rating><b:Rating xmlns:b='\(basic)'>1</b:Rating></r:Description>"
        )
        #expect(try edit(text, SidecarValues(rating: .set(2))) == text.replacing(">1<", with: ">2<"))
        #expect(
            try edit(text, SidecarValues(rating: .removed))
                == text.replacing("<b:Rating xmlns:b='\(basic)'>1</b:Rating>", with: "")
        )
        // A new element stands outside of the declaration that the old one brought.
        let strange = text.replacing(">1<", with: "><b:x/><")
        #expect(
            try edit(strange, SidecarValues(rating: .set(2))).contains(
                "<a:Rating>2</a:Rating></r:Description>"
            )
        )
        let array = sidecar(
            "xmlns:d='http://purl.org/dc/elements/1.1/'",
            "<r:Description><d:subject><s:Bag xmlns:s='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></d:subject><d:title><s:Alt xmlns:s='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><s:li xml:lang='de'>x</s:li></s:Alt></d:title></r:Description>"
        )
        let edited = try edit(array, SidecarValues(title: .set("t"), keywords: .set(["k"])))
        #expect(edited.contains("<d:subject><r:Bag><r:li>k</r:li></r:Bag></d:subject>"))
        #expect(edited.contains("<s:li xml:lang=\"x-default\">t</s:li><s:li xml:lang='de'>x</s:li>"))
    }

    @Test("that nobody declared are what they mostly are")
    func undeclared() throws {
        let text = "<rdf:RDF><rdf:Description xmp:Rating='1'/></rdf:RDF>"
        #expect(try edit(text, SidecarValues(rating: .set(2))) == text.replacing("1", with: "2"))
        let old = text.replacing("xmp:", with: "xap:")
        #expect(try edit(old, SidecarValues(rating: .set(2))) == old.replacing("1", with: "2"))
        let edited = try edit(text, SidecarValues(keywords: .set(["a"])))
        #expect(edited.contains("xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"))
        #expect(try values(edited).keywords == .set(["a"]))
    }

    @Test("may be written with references")
    func references() throws {
        let text = sidecar("xmlns:q='http://ns.adobe.com/xap/1&#46;0/'", "<r:Description q:Rating='1'/>")
        #expect(try edit(text, SidecarValues(rating: .set(2))) == text.replacing("='1'", with: "='2'"))
    }
}
