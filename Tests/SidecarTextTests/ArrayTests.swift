import SidecarText
import Testing

@Suite("Texts in several languages, and lists")
struct ArrayTests {
    private let languages = packet(
        with: """
            <dc:description>
                <rdf:Alt>
                 <rdf:li xml:lang='X-Default'>old</rdf:li>
                 <rdf:li xml:lang='de'>alt</rdf:li>
                </rdf:Alt>
               </dc:description>
            """
    )

    @Test("a description changes in the default language alone")
    func defaultLanguage() throws {
        let edited = try edit(languages, SidecarValues(description: .set("new")))
        #expect(edited == languages.replacing("old", with: "new"))
        #expect(read(edited).description == "new")
        #expect(try leaves(languages, SidecarValues(description: .set(" old\n"))))
    }

    @Test("a description is removed in all languages")
    func removal() throws {
        let edited = try edit(languages, SidecarValues(description: .removed))
        #expect(edited == packet(with: "").replacing(">\n   \n", with: ">\n"))
        #expect(try edit(languages, SidecarValues(description: .set(""))) == edited)
    }

    @Test("a default language that is missing comes first")
    func missingDefault() throws {
        let sidecar = languages.replacing("\n     <rdf:li xml:lang='X-Default'>old</rdf:li>", with: "")
        #expect(sidecar != languages)
        let edited = try edit(sidecar, SidecarValues(description: .set("old")))
        #expect(edited == languages.replacing("'X-Default'", with: "\"x-default\""))
        // Where there is no other the first is what the description is.
        #expect(try leaves(sidecar, SidecarValues(description: .set("alt"))))
    }

    @Test("an item without a language is the default")
    func noLanguage() throws {
        let sidecar = packet(
            with: "<dc:title><rdf:Alt><rdf:li xml:lang='de'>a</rdf:li><rdf:li>b</rdf:li></rdf:Alt></dc:title>"
        )
        let edited = try edit(sidecar, SidecarValues(title: .set("c")))
        #expect(edited == sidecar.replacing("<rdf:li>b", with: "<rdf:li xml:lang=\"x-default\">c"))
        #expect(try values(edited).title == .set("c"))
    }

    @Test("of several default items one is kept")
    func severalDefaults() throws {
        let sidecar = languages.replacing("'de'", with: "'x-default'")
        let edited = try edit(sidecar, SidecarValues(description: .set("new")))
        #expect(
            edited
                == languages.replacing("old", with: "new")
                .replacing("\n     <rdf:li xml:lang='de'>alt</rdf:li>", with: "")
        )
    }

    @Test("an item keeps its qualifiers")
    func qualifiedItem() throws {
        let sidecar = languages.replacing(
            "<rdf:li xml:lang='X-Default'>old</rdf:li>",
            with:
                "<rdf:li xml:lang='x-default' rdf:parseType='Resource'><rdf:value>old</rdf:value><other:q/></rdf:li>"
        )
        #expect(
            try edit(sidecar, SidecarValues(description: .set("new")))
                == sidecar.replacing("old", with: "new")
        )
        let strange = languages.replacing(">old<", with: "><other:q/><")
        #expect(
            try edit(strange, SidecarValues(description: .set("new")))
                == languages.replacing("'X-Default'>old", with: "\"x-default\">new")
        )
    }

    @Test(
        "a missing or empty Alt is made",
        arguments: [
            "", "<dc:title/>", "<dc:title><rdf:Alt/></dc:title>",
            "<dc:title>\n    <rdf:Alt>\n    </rdf:Alt>\n   </dc:title>",
        ]
    )
    func missing(element: String) throws {
        let edited = try edit(packet(with: "<other:a/>" + element), SidecarValues(title: .set("new")))
        let expected = """
            <dc:title>
                <rdf:Alt>
                 <rdf:li xml:lang="x-default">new</rdf:li>
                </rdf:Alt>
               </dc:title>
            """
        if element.isEmpty {
            #expect(edited == packet(with: "<other:a/>\n   " + expected))
        } else {
            // Beside another element on its line it has none of its own.
            #expect(
                edited.contains(
                    "<other:a/><dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">new</rdf:li></rdf:Alt></dc:title>\n"
                )
            )
        }
    }

    @Test("keywords take the place of all before them")
    func keywords() throws {
        let sidecar = packet(
            with: """
                <dc:subject>
                    <rdf:Bag>
                     <rdf:li>a</rdf:li>
                     <rdf:li>b</rdf:li>
                    </rdf:Bag>
                   </dc:subject>
                """
        )
        #expect(try leaves(sidecar, SidecarValues(keywords: .set(["a", " b "]))))
        #expect(
            try edit(sidecar, SidecarValues(keywords: .set(["b", "a", "c&d"])))
                == sidecar.replacing(">a<", with: ">1<").replacing(">b<", with: ">a<").replacing(
                    ">1<",
                    with: ">b<"
                )
                .replacing(">a</rdf:li>", with: ">a</rdf:li>\n     <rdf:li>c&amp;d</rdf:li>")
        )
        #expect(
            try edit(sidecar, SidecarValues(keywords: .set(["a"])))
                == sidecar.replacing("\n     <rdf:li>b</rdf:li>", with: "")
        )
        let removed = try edit(sidecar, SidecarValues(keywords: .removed))
        #expect(!removed.contains("subject"))
        #expect(try edit(sidecar, SidecarValues(keywords: .set([]))) == removed)
    }

    @Test(
        "keywords in another form are understood, and become a Bag",
        arguments: [
            "<dc:subject>a</dc:subject>",
            "<dc:subject><rdf:Seq><rdf:li>a</rdf:li><rdf:li/></rdf:Seq></dc:subject>",
            "<dc:subject><rdf:Bag><rdf:li rdf:parseType='Resource'><rdf:value>a</rdf:value></rdf:li></rdf:Bag></dc:subject>",
            "<dc:subject rdf:parseType='Resource'><rdf:value>a</rdf:value></dc:subject>",
        ]
    )
    func otherForms(element: String) throws {
        let sidecar = packet(with: element)
        #expect(try leaves(sidecar, SidecarValues(keywords: .set(["a"]))))
        let edited = try edit(sidecar, SidecarValues(keywords: .set(["a", "b"])))
        #expect(edited.contains("<rdf:Bag>"))
        #expect(try values(edited).keywords == .set(["a", "b"]))
    }

    @Test("keywords as an attribute become an element")
    func attribute() throws {
        let sidecar = packet("  <rdf:Description dc:subject=\"a\" other:a=\"1\"/>")
        #expect(try leaves(sidecar, SidecarValues(keywords: .set(["a"]))))
        #expect(
            try edit(sidecar, SidecarValues(keywords: .set(["b"])))
                == packet(
                    """
                      <rdf:Description other:a="1">
                       <dc:subject>
                        <rdf:Bag>
                         <rdf:li>b</rdf:li>
                        </rdf:Bag>
                       </dc:subject>
                      </rdf:Description>
                    """
                )
        )
    }
}
