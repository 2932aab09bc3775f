import SidecarText
import TestSupport
import Testing

@Suite("A place")
struct PlaceTests {
    private func place(_ latitude: Double, _ longitude: Double, _ altitude: Double? = nil) -> SidecarValues {
        SidecarValues(place: .set(.init(latitude: latitude, longitude: longitude, altitude: altitude)))
    }

    @Test("is written as XMP has it")
    func form() throws {
        let edited = try edit(packet(with: "<other:a/>"), place(-33.8567844, 151.213108, -3.25))
        for element in [
            "<exif:GPSLatitude>33,51.40706400S</exif:GPSLatitude>",
            "<exif:GPSLongitude>151,12.78648000E</exif:GPSLongitude>",
            "<exif:GPSAltitude>325/100</exif:GPSAltitude>", "<exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>",
            "<exif:GPSVersionID>2.2.0.0</exif:GPSVersionID>",
        ] { #expect(edited.contains("\n   \(element)\n")) }
    }

    @Test("comes back to a fraction of a millimetre")
    func precision() throws {
        var generator = SeededGenerator.fromEnvironment()
        for _ in 0..<200 {
            let latitude = Double.random(in: -90...90, using: &generator)
            let longitude = Double.random(in: -180...180, using: &generator)
            let altitude = Double.random(in: -11_000...9_000, using: &generator)
            let edited = try SidecarText.edited(nil, by: place(latitude, longitude, altitude))
            let read = read(String(decoding: edited, as: UTF8.self))
            #expect(abs(try #require(read.latitude) - latitude) < 1e-9, "seed \(generator.seed)")
            #expect(abs(try #require(read.longitude) - longitude) < 1e-9, "seed \(generator.seed)")
            #expect(abs(try #require(read.altitude) - altitude) < 0.001, "seed \(generator.seed)")
            #expect(try SidecarText.edited(edited, by: place(latitude, longitude, altitude)) == edited)
        }
    }

    @Test("lies on the equator, at a pole, at the end of a minute and at the height of the sea")
    func edges() throws {
        for (latitude, longitude, altitude, texts) in [
            (0.0, -0.0, -0.0001, ["0,0.00000000N", "0,0.00000000E", "Altitude>0/1<", "Ref>0<"]),
            (-90, 180, 8848, ["90,0.00000000S", "180,0.00000000E", "8848/1"]),
            (-1e-12, 0.999_999_999_999, 0.5, ["0,0.00000000N", "1,0.00000000E", "5/10"]),
        ] {
            let edited = try edit(packet(with: "<other:a/>"), place(latitude, longitude, altitude))
            for text in texts { #expect(edited.contains(text)) }
        }
    }

    @Test("stays as it is where it is the same in another form")
    func same() throws {
        let sidecar = packet(
            "<rdf:Description exif:GPSLatitude='48,8,15.0N' exif:GPSLongitude='11,34.5E' exif:GPSAltitude='1000/2'/>"
        )
        #expect(try leaves(sidecar, place(48.1375, 11.575, 500)))
        let lower = try edit(sidecar, place(48.1375, 11.575, -500))
        #expect(lower == sidecar.replacing("'/>", with: "' exif:GPSAltitudeRef='1'/>"))
        let east = try edit(sidecar, place(48.1375, 12.5, 500))
        #expect(east == sidecar.replacing("11,34.5E", with: "12,30.00000000E"))
    }

    @Test("loses its altitude where none is given")
    func withoutAltitude() throws {
        let sidecar = packet(
            "<rdf:Description exif:GPSAltitude='7/1' exif:GPSLatitude='1,0N' exif:GPSAltitudeRef='1' exif:GPSLongitude='1,0E'/>"
        )
        #expect(
            try edit(sidecar, place(1, 1))
                == sidecar.replacing(" exif:GPSAltitude='7/1'", with: "").replacing(
                    " exif:GPSAltitudeRef='1'",
                    with: ""
                )
        )
    }

    @Test("is removed with its version, and datum and area stay")
    func removal() throws {
        let sidecar = packet(
            with: """
                <exif:GPSVersionID>2.2.0.0</exif:GPSVersionID><exif:GPSMapDatum>WGS-84</exif:GPSMapDatum>
                   <exif:GPSAreaInformation>a</exif:GPSAreaInformation>
                   <exif:GPSLatitude>1,0N</exif:GPSLatitude>
                   <exif:GPSLongitude>1,0E</exif:GPSLongitude>
                   <exif:GPSAltitude>1/1</exif:GPSAltitude>
                   <exif:GPSAltitudeRef>0</exif:GPSAltitudeRef>
                """
        )
        let expected = packet(
            with:
                "<exif:GPSMapDatum>WGS-84</exif:GPSMapDatum>\n   <exif:GPSAreaInformation>a</exif:GPSAreaInformation>"
        )
        let edited = try edit(sidecar, SidecarValues(place: .removed))
        #expect(edited == expected.replacing("\n   <exif:GPSMapDatum", with: "<exif:GPSMapDatum"))
    }

    @Test("brings its version only where there was no place")
    func version() throws {
        let sidecar = packet("<rdf:Description exif:GPSLatitude='1,0N'/>")
        #expect(try !edit(sidecar, place(2, 2)).contains("GPSVersionID"))
        let versioned = packet("<rdf:Description exif:GPSVersionID='2.0.0.0'/>")
        #expect(try edit(versioned, place(2, 2)).contains("GPSVersionID='2.0.0.0' exif:GPSLatitude"))
    }

    @Test("is refused where there is none such on earth")
    func refused() {
        for values in [
            place(90.1, 0), place(0, -180.5), place(.nan, 0), place(0, .infinity), place(0, 0, .nan),
            place(0, 0, 1e10),
        ] {
            guard case .unwritable(property: "place", _) = refusal("", values) else {
                Issue.record("\(values) is taken")
                continue
            }
        }
    }
}
