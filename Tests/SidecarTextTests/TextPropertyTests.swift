import SidecarText
import Testing

@Suite("A property that is one text")
struct TextPropertyTests {
    @Test("is changed in its place where it is an attribute, whatever its quotation marks are")
    func attribute() throws {
        let sidecar = packet(
            "<rdf:Description other:a='1'  xmp:Rating = '3'\n  other:b=\"2\" photoshop:DateCreated=\"x\"/>"
        )
        let edited = try edit(sidecar, SidecarValues(date: .set("2004"), rating: .set(5)))
        #expect(
            edited
                == sidecar.replacing("Rating = '3'", with: "Rating = '5'")
                .replacing("Created=\"x\"", with: "Created=\"2004\" exif:DateTimeOriginal=\"2004\"")
        )
    }

    @Test("is changed in its place where it is an element")
    func element() throws {
        let sidecar = packet(with: "<xmp:Rating >\n 3 <!-- <xmp:Rating>1</xmp:Rating> --></xmp:Rating\n>")
        let edited = try edit(sidecar, SidecarValues(rating: .set(5)))
        #expect(edited.contains("<xmp:Rating >5</xmp:Rating\n>"))
        #expect(read(edited).rating == 5)
    }

    @Test(
        "keeps its qualifiers",
        arguments: [
            "<xmp:Rating rdf:parseType=\"Resource\"><rdf:value>3</rdf:value><other:q>3</other:q></xmp:Rating>",
            "<xmp:Rating><rdf:Description><other:q>3</other:q><rdf:value>3</rdf:value></rdf:Description></xmp:Rating>",
            "<xmp:Rating><rdf:Description rdf:value=\"3\" other:q=\"3\"/></xmp:Rating>",
            "<xmp:Rating rdf:value='3' other:q='3'/>",
            "<xmp:Rating xml:lang=\"de\">3</xmp:Rating>",
        ]
    )
    func qualifiers(element: String) throws {
        let sidecar = packet(with: element)
        #expect(try leaves(sidecar, SidecarValues(rating: .set(3))))
        let edited = try edit(sidecar, SidecarValues(rating: .set(5)))
        #expect(read(edited).rating == 5)
        // One digit is another.
        #expect(edited.utf8.count == sidecar.utf8.count)
        #expect(zip(edited.utf8, sidecar.utf8).count { $0 != $1 } == 1)
        #expect(edited.contains("other:q") == element.contains("other:q"))
    }

    @Test(
        "gets its usual form where its own can't hold it",
        arguments: [
            "<xmp:Rating><rdf:Seq><rdf:li>3</rdf:li></rdf:Seq></xmp:Rating>",
            "<xmp:Rating other:q=\"1\"/>",
            "<xmp:Rating rdf:parseType=\"Resource\"><other:q>3</other:q></xmp:Rating>",
            "<xmp:Rating>3<rdf:value>4</rdf:value></xmp:Rating>",
            "<xmp:Rating>4<other:b/></xmp:Rating>",
            "<xmp:Rating rdf:parseType=\"Resource\"><rdf:value><rdf:Alt><rdf:li>3</rdf:li></rdf:Alt></rdf:value></xmp:Rating>",
        ]
    )
    func anew(element: String) throws {
        let edited = try edit(packet(with: element), SidecarValues(rating: .set(5)))
        #expect(edited == packet(with: "<xmp:Rating>5</xmp:Rating>"))
    }

    @Test("may be empty before")
    func empty() throws {
        #expect(
            try edit(packet(with: "<xmp:Rating />"), SidecarValues(rating: .set(2)))
                == packet(with: "<xmp:Rating >2</xmp:Rating>")
        )
        #expect(
            try edit(packet(with: "<xmp:Rating></xmp:Rating>"), SidecarValues(rating: .set(2)))
                == packet(with: "<xmp:Rating>2</xmp:Rating>")
        )
    }

    @Test(
        "is understood with references and in a CDATA section",
        arguments: [
            "<dc:title>a&#x26;b &lt;</dc:title>", "<dc:title>a&amp;b &#60;</dc:title>",
            "<dc:title><![CDATA[a&b <]]></dc:title>", "<dc:title> a&amp;<![CDATA[b <]]>\r\n</dc:title>",
        ]
    )
    func references(element: String) throws {
        let sidecar = packet(with: element)
        #expect(try values(sidecar).title == .set("a&b <"))
        #expect(try leaves(sidecar, SidecarValues(title: .set("a&b <"))))
        #expect(
            try edit(sidecar, SidecarValues(title: .set("]]> & \"'"))).contains(
                "<dc:title>]]&gt; &amp; \"'</dc:title>"
            )
        )
    }

    @Test("survives with its tabs, line ends and quotation marks, as an attribute and as an element")
    func whiteSpace() throws {
        let text = "a\tb\nc\r\nd\re \"f\" 'g' <h>&amp;"
        for form in ["<rdf:Description dc:title=\"x\"/>", "<rdf:Description dc:title='x'/>"] {
            let edited = try edit(packet(form), SidecarValues(title: .set(text)))
            #expect(try values(edited).title == .set(text))
            #expect(edited.contains("a&#x9;b&#xA;c&#xD;&#xA;d&#xD;e"))
        }
        let edited = try edit(
            packet(with: "<dc:description>x</dc:description>"),
            SidecarValues(description: .set(text))
        )
        #expect(read(edited).description == text)
    }

    @Test("is brought in line wherever it stands: one place is kept")
    func several() throws {
        let sidecar = packet(
            """
              <rdf:Description xmp:Rating="1" other:a="1"/>
              <rdf:Description>
               <other:b/>
               <xmp:Rating>2</xmp:Rating>
               <other:c/>
              </rdf:Description>
            """
        )
        let expected = sidecar.replacing("\n   <xmp:Rating>2</xmp:Rating>", with: "")
        #expect(
            try edit(sidecar, SidecarValues(rating: .set(4)))
                == expected.replacing("\"1\" o", with: "\"4\" o")
        )
        #expect(try edit(sidecar, SidecarValues(rating: .set(1))) == expected)
        #expect(
            try edit(sidecar, SidecarValues(rating: .set(2)))
                == sidecar.replacing(" xmp:Rating=\"1\"", with: "")
        )
        #expect(
            try edit(sidecar, SidecarValues(rating: .removed))
                == expected.replacing(" xmp:Rating=\"1\"", with: "")
        )
    }

    @Test("stays as it is where it says so already, in its own way", arguments: ["3", "3.0", " 3 ", "03"])
    func same(rating: String) throws {
        #expect(
            try leaves(packet("<rdf:Description xmp:Rating='\(rating)'/>"), SidecarValues(rating: .set(3)))
        )
    }

    @Test("is a date in two places, and creation dates of other kinds stay")
    func date() throws {
        let sidecar = packet(
            "<rdf:Description xmp:CreateDate='2001' xmp:ModifyDate='2002' exif:DateTimeOriginal='2003'/>"
        )
        let edited = try edit(sidecar, SidecarValues(date: .set("2004-12-24T18:00")))
        #expect(read(edited).original == "2004-12-24T18:00")
        #expect(read(edited).created == "2004-12-24T18:00")
        #expect(
            try edit(edited, SidecarValues(date: .removed)).contains(
                "xmp:CreateDate='2001' xmp:ModifyDate='2002'/>"
            )
        )
    }
}
