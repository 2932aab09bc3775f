import SidecarText
import Testing

@Suite("A new sidecar")
struct NewSidecarTests {
    private let all = SidecarValues(
        date: .set("2004-12-24T18:00:30.25-03:00"),
        place: .set(.init(latitude: -34.5, longitude: 58.25, altitude: 12.5)),
        description: .set("Two\nlines"),
        title: .set("Tom & \"Jerry\""),
        rating: .set(4),
        keywords: .set(["Beach", "a < b"])
    )

    @Test("is laid out as other programs do")
    func layout() throws {
        let values = SidecarValues(date: .set("2004-12"), title: .set("It's"), keywords: .set(["a", "b"]))
        let sidecar = String(decoding: try SidecarText.edited(nil, by: values), as: UTF8.self)
        #expect(
            sidecar == """
                <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
                <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='photod'>
                <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
                 <rdf:Description rdf:about=''
                  xmlns:exif='http://ns.adobe.com/exif/1.0/'
                  xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'
                  xmlns:dc='http://purl.org/dc/elements/1.1/'>
                  <exif:DateTimeOriginal>2004-12</exif:DateTimeOriginal>
                  <photoshop:DateCreated>2004-12</photoshop:DateCreated>
                  <dc:title>
                   <rdf:Alt>
                    <rdf:li xml:lang='x-default'>It's</rdf:li>
                   </rdf:Alt>
                  </dc:title>
                  <dc:subject>
                   <rdf:Bag>
                    <rdf:li>a</rdf:li>
                    <rdf:li>b</rdf:li>
                   </rdf:Bag>
                  </dc:subject>
                 </rdf:Description>
                </rdf:RDF>
                </x:xmpmeta>
                <?xpacket end='w'?>

                """
        )
    }

    @Test("says all that it was given, to us and to the project's reader")
    func values() throws {
        let sidecar = try SidecarText.edited(nil, by: all)
        #expect(try SidecarText.values(of: sidecar) == all)
        let read = read(String(decoding: sidecar, as: UTF8.self))
        #expect(read.original == "2004-12-24T18:00:30.25-03:00")
        #expect(read.created == read.original)
        #expect(read.description == "Two\nlines")
        #expect(read.rating == 4)
        #expect(read.latitude == -34.5)
        #expect(read.longitude == 58.25)
        #expect(read.altitude == 12.5)
    }

    @Test(
        "takes the place of an empty or a blank file",
        arguments: ["", " \r\n\t ", "\u{FEFF}", "\u{FEFF}\n"]
    )
    func blank(file: String) throws {
        #expect(try SidecarText.edited(Array(file.utf8), by: all) == SidecarText.edited(nil, by: all))
        #expect(try SidecarText.values(of: Array(file.utf8)).title == .removed)
    }

    @Test("is not made for nothing")
    func nothing() throws {
        #expect(try SidecarText.edited(nil, by: SidecarValues()) == [])
        #expect(try SidecarText.edited(nil, by: SidecarValues(title: .removed)) == [])
        #expect(try leaves(" \n", SidecarValues(title: .set(" "), keywords: .set([]))))
    }
}
