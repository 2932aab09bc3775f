import LineProtocol
import Testing

@testable import photoctl

@Suite("What show prints on a terminal")
struct PhotoViewTests {
    @Test("a photo is a compact block, and why its date and description are so two tables")
    func photo() throws {
        let value = try JSONValue.parse(
            #"""
            {"id":"B84E8479-475C-4727-A4A4-B77AA9980897/L0/001","uri":"file:///p/IMG_1.HEIC","path":"/p/IMG_1.HEIC",
            "type":"photo","localTime":"2019-11-28T18:02:11.25","offset":"+01:00",
            "dateSource":"exif:DateTimeOriginal","filename":"IMG_1.HEIC","group":"Beach trip",
            "description":"Beach trip\nwith Ada","favorite":true,"viewed":false,"width":4032,"height":3024,
            "latitude":48.137432,"longitude":-11.5,"size":2893021,"mimeType":"image/heic",
            "companions":["file:///p/IMG_1.MOV","file:///p/IMG%201.xmp"],"state":"ok",
            "camera":{"make":"Apple","model":"iPhone 11 Pro Max"},"lens":"back camera","altitude":519.6,
            "exposureTime":0.002557544757033248,"fNumber":1.8,"iso":32,"focalLength":4.25,"rating":5,
            "why":{"date":{"rule":"exif:DateTimeOriginal","candidates":[
            {"rule":"exif:DateTimeOriginal","value":"2019:11:28 18:02:11","verdict":"accepted","reason":"the first"},
            {"rule":"mtime","value":"2020-01-01T00:00:00Z","verdict":"outranked","reason":"a date, but"}]},
            "description":{"rule":"exif","candidates":[
            {"rule":"exif","value":"Beach trip\nwith Ada","verdict":"accepted","reason":"the first"}]},
            "group":{"rule":"description"}}}
            """#
        )
        #expect(
            PhotoView.text(of: value) == """
                IMG_1.HEIC
                date         2019-11-28 18:02:11 +01:00, by exif:DateTimeOriginal
                place        48.13743, -11.5, 520 m high
                camera       Apple iPhone 11 Pro Max, 4.25 mm, f/1.8, 1/391 s, ISO 32
                lens         back camera
                content      4032 × 3024, 2.9 MB, image/heic
                description  Beach trip
                             with Ada
                group        Beach trip, by the description
                marks        favorite, rating 5, not viewed
                companions   IMG_1.MOV, IMG 1.xmp
                path         /p/IMG_1.HEIC
                id           B84E8479-475C-4727-A4A4-B77AA9980897/L0/001

                Why this date
                  *  exif:DateTimeOriginal  2019:11:28 18:02:11   the first
                     mtime                  2020-01-01T00:00:00Z  a date, but

                Why this description
                  *  exif  Beach trip  the first

                """
        )
    }

    @Test("a file of which little is known shows that, and nothing in it steers the terminal")
    func unreadable() throws {
        let value = try JSONValue.parse(
            #"""
            {"uri":"file:///p/%1B.avi","filename":"\u001b[2J.avi","group":null,"viewed":true,"size":0,
            "dateSource":"none","state":"unreadable","duration":7.04,
            "why":{"date":{"rule":"none","candidates":[]},"group":{"rule":"folder","from":"/p/.photod.toml"},
            "unreadable":"empty"}}
            """#
        )
        #expect(
            PhotoView.text(of: value) == """
                \u{FFFD}[2J.avi
                date         undated
                content      0 B
                duration     7 s
                group        Other, by /p/.photod.toml
                marks        viewed
                state        unreadable, empty
                path         file:///p/%1B.avi

                """
        )
    }

    @Test("exposure times are written as on cameras")
    func exposure() {
        for (seconds, text) in [
            (1 / 8000, "1/8000 s"), (0.0166, "1/60 s"), (0.4, "1/2.5 s"), (0.5, "1/2 s"), (0.99, "1 s"),
            (1, "1 s"),
            (2.5, "2.5 s"), (30, "30 s"),
        ] {
            #expect(CameraText.exposure(seconds: seconds) == text)
        }
        for seconds in [0, -1, .infinity, .nan, 1e-300] {
            #expect(CameraText.exposure(seconds: seconds) == nil)
        }
    }

    @Test("numbers are rounded, and written without zeroes at their end")
    func decimals() {
        #expect(CellText.decimal(4.25, places: 2) == "4.25")
        #expect(CellText.decimal(28, places: 2) == "28")
        #expect(CellText.decimal(-0.04, places: 1) == "0")
        #expect(CellText.decimal(-11.999996, places: 5) == "-12")
        #expect(CellText.decimal(1.05, places: 5) == "1.05")
        #expect(CellText.decimal(99.6, places: 0) == "100")
        #expect(CellText.decimal(1e300, places: 2) == "1e+300")
    }

    @Test("a camera's make is not said twice")
    func cameras() throws {
        for (camera, text) in [
            (#"{"make":"Canon","model":"Canon EOS 6D"}"#, "Canon EOS 6D"),
            (#"{"make":"NIKON CORPORATION","model":"NIKON D90"}"#, "NIKON CORPORATION NIKON D90"),
            (#"{"make":"Apple"}"#, "Apple"), (#"{"model":"DMC-TZ7"}"#, "DMC-TZ7"), ("{}", ""),
        ] {
            #expect(CameraText.line(try JSONValue.parse(#"{"camera":\#(camera)}"#)) == text)
        }
    }
}
