import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Places for maps")
    struct MapTests {
        private func withLibrary(_ body: (DaemonFixture, Connection) throws -> Void) throws {
            try DaemonFixture.run { daemon in
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                photo.offset = "+01:00"
                photo.description = "Fish & <chips> \u{1}\""
                photo.position = ([48, 8, 0], [-11, 34, 0])
                try Disk.write(photo.bytes, to: daemon.root + "here.jpg")
                try Disk.writePhoto(1, to: daemon.root + "nowhere.jpg")
                let client = try daemon.connect()
                try client.sync()
                try body(daemon, client)
            }
        }

        @Test("are GeoJSON: one feature for each photo that has a position, longitude first")
        func geoJSON() throws {
            try withLibrary { daemon, client in
                let run = try daemon.photoctl(["map", "--month", "2016-11"])
                #expect(run.end == .exited(0))
                let collection = try JSONValue.parse(run.output)
                #expect(collection["type"]?.string == "FeatureCollection")
                let features = try #require(collection["features"]?.array)
                #expect(features.count == 1)
                let position = try #require(features[0]["geometry"]?["coordinates"]?.array)
                let coordinates = position.compactMap(\.double)
                try #require(coordinates.count == 2)
                #expect(abs(coordinates[0] + 11.5666) < 0.001 && abs(coordinates[1] - 48.1333) < 0.001)
                let properties = try #require(features[0]["properties"])
                let id = try client.id(of: daemon.root + "here.jpg")
                #expect(properties["id"]?.string == id)
                #expect(properties["localTime"]?.string == "2016-11-05T12:34:56")
            }
        }

        @Test("are GPX and KML whose text is text, whatever a description holds, and geo uris")
        func markup() throws {
            try withLibrary { daemon, client in
                let path = (daemon.root + "here.jpg").display
                let gpx = try daemon.photoctl(["map", path, "--format", "gpx"]).text
                #expect(gpx.contains("<time>2016-11-05T11:34:56Z</time>"))
                #expect(gpx.contains("<desc>Fish &amp; &lt;chips&gt; "))
                #expect(!gpx.unicodeScalars.contains("\u{1}"))
                let kml = try daemon.photoctl(["map", path, "--format", "kml"]).text
                #expect(kml.contains("<when>2016-11-05T12:34:56+01:00</when>"))
                #expect(kml.contains("<coordinates>-11.5"))
                let geo = try daemon.photoctl(["map", "--in-other", path, "--format", "geo"])
                #expect(geo.end == .exited(2), "either named or chosen")
                let id = try client.id(of: daemon.root + "here.jpg")
                #expect(try daemon.photoctl(["map", id, "--format", "geo"]).text.hasPrefix("geo:48.13333"))
            }
        }

        @Test("have forms of their own, and no other is taken", arguments: ["-0", "--json", "--tsv"])
        func otherForms(_ form: String) throws {
            try withLibrary { daemon, _ in
                let run = try daemon.photoctl(["map", form, "--month", "2016-11"])
                #expect(run.end == .exited(2) && run.errors.contains("--format"))
            }
        }

        @Test(
            "end with 1 and the reason where nothing has one, and with 4 where a photo that is named is not there"
        )
        func nothing() throws {
            try withLibrary { daemon, _ in
                let placeless = try daemon.photoctl(["map", (daemon.root + "nowhere.jpg").display])
                #expect(placeless.end == .exited(1) && placeless.errors.contains("has no position"))
                let nothing = try daemon.photoctl(["map", "--month", "1999-01"])
                #expect(nothing.end == .exited(1) && nothing.errors.contains("nothing is chosen"))
                #expect(placeless.text.isEmpty && nothing.text.isEmpty)
                let edit = try daemon.photoctl(["edit", "--month", "1999-01", "--rating", "5"])
                #expect(edit.end == .exited(1) && edit.errors.contains("nothing is chosen"))
                let unknown = try daemon.photoctl(["map", "nonsense", "--format", "kml"])
                #expect(unknown.end == .exited(4) && unknown.errors.contains("nonsense"))
            }
        }
    }
}
