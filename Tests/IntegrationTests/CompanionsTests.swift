import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("What belongs to a photo, and what a video's clock says")
    struct CompanionsTests {
        private func sidecar(_ properties: String, description: String? = nil) -> String {
            let described =
                description.map {
                    "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\($0)</rdf:li></rdf:Alt></dc:description>"
                } ?? ""
            return """
                <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
                xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
                xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
                xmlns:dc="http://purl.org/dc/elements/1.1/" \(properties)>\(described)</rdf:Description></rdf:RDF>\
                </x:xmpmeta><?xpacket end="w"?>
                """
        }

        /// A video of so many seconds, made by ffmpeg.
        private func makeVideo(
            _ path: FilePath,
            seconds: Int,
            _ metadata: [String] = [],
            in daemon: DaemonFixture
        )
            throws
        {
            let program = try #require(Programs.system("ffmpeg"), "install the package ffmpeg")
            let arguments =
                ["-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=5"]
                + ["-t", "\(seconds)", "-pix_fmt", "yuv420p"] + metadata.flatMap { ["-metadata", $0] }
            // Made elsewhere, so that it comes into the folder complete.
            let draft = daemon.scratch.location + "draft-\(path.lastName.display)"
            let child = try ChildProcess(program, arguments + [draft.display], log: daemon.log)
            #expect(try child.wait() == .exited(0))
            try Disk.rename(draft, to: path)
        }

        @Test("what a sidecar says wins while it says it, and goes with it")
        func sidecars() throws {
            try DaemonFixture.run { daemon in
                let photo = daemon.root + "a.jpg"
                let bytes = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", description: "From the camera")
                    .bytes
                try Disk.write(bytes, to: photo)
                let client = try daemon.connect()
                try client.sync()
                let id = try #require(try client.item(photo)?["id"]?.string)

                let path = daemon.root + "a.xmp"
                try Disk.write(
                    sidecar(
                        #"exif:DateTimeOriginal="2015-01-02T03:04:05+01:00" xmp:Rating="5""#,
                        description: "From the desk, later"
                    ),
                    to: path
                )
                try client.sync()
                var item = try #require(try client.item(photo))
                #expect(item["id"]?.string == id)
                #expect(item["dateSource"]?.string == "sidecar")
                #expect(item["monthKey"]?.string == "2015-01")
                #expect(item["offset"]?.string == "+01:00")
                #expect(item["description"]?.string == "From the desk, later")
                #expect(item["group"]?.string == "From the desk, later")
                #expect(item["favorite"]?.bool == true)

                // It says less: the rest is the file's again.
                try Disk.write(sidecar(#"xmp:Rating="3""#), to: path)
                try client.sync()
                item = try #require(try client.item(photo))
                #expect(item["dateSource"]?.string == "exif:DateTimeOriginal")
                #expect(item["description"]?.string == "From the camera")
                #expect(item["favorite"] == nil)

                // The one that names the file is believed first.
                try Disk.write(sidecar("", description: "Named"), to: daemon.root + "a.jpg.xmp")
                try Disk.write(sidecar("", description: "Shared"), to: path)
                try client.sync()
                #expect(try client.item(photo)?["description"]?.string == "Named")

                try Disk.remove(daemon.root + "a.jpg.xmp")
                try Disk.remove(path)
                try client.sync()
                item = try #require(try client.item(photo))
                #expect(item["description"]?.string == "From the camera")
                #expect(item["id"]?.string == id)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("a short video beside its still is a part of it, and a long one is not")
        func livePhotos() throws {
            try DaemonFixture.run { daemon in
                for name in ["short", "long"] {
                    try Disk.write(
                        PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", serial: name.count).bytes,
                        to: daemon.root + "\(name).jpg"
                    )
                }
                try makeVideo(daemon.root + "short.mov", seconds: 2, in: daemon)
                try makeVideo(daemon.root + "long.mov", seconds: 6, in: daemon)
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 3)
                let still = try #require(try client.item(daemon.root + "short.jpg"))
                #expect(still["companions"]?.array?.count == 1)
                let video = try #require(try client.item(daemon.root + "long.mov"))
                #expect(video["type"]?.string == "video")
                let seconds = try #require(video["duration"]?.double)
                #expect(abs(seconds - 6) < 0.5)

                // Alone it is a video of its own; with its still again it is none.
                try Disk.rename(daemon.root + "short.jpg", to: daemon.root + "other.jpg")
                try client.sync()
                #expect(try client.count() == 4)
                try Disk.rename(daemon.root + "other.jpg", to: daemon.root + "short.jpg")
                try client.sync()
                #expect(try client.count() == 3)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("a video's clock is UTC: where it was taken, or the configured zone, makes a month of it")
        func videoClocks() throws {
            try DaemonFixture.run { daemon in
                let clock = "creation_time=2023-12-31T23:30:00Z"
                try makeVideo(
                    daemon.root + "tokyo.mp4",
                    seconds: 5,
                    [clock, "location=+35.6800+139.6900/"],
                    in: daemon
                )
                try makeVideo(daemon.root + "anywhere.mp4", seconds: 5, [clock], in: daemon)
                let client = try daemon.connect()
                try client.sync()
                let tokyo = try #require(try client.item(daemon.root + "tokyo.mp4"))
                #expect(tokyo["localTime"]?.string == "2024-01-01T08:30:00")
                #expect(tokyo["offset"]?.string == "+09:00")
                #expect(tokyo["dateSource"]?.string == "mvhd")
                // The fixture's zone is Kathmandu's.
                let anywhere = try #require(try client.item(daemon.root + "anywhere.mp4"))
                #expect(anywhere["localTime"]?.string == "2024-01-01T05:15:00")
                let id = try #require(tokyo["id"]?.string)
                let why = try #require(try client.ask("photo \(id)").first?["why"]?["date"])
                #expect(why.json.contains("in the zone of its position (Asia/Tokyo)"))
            }
        }

        @Test("a video has the offset of the photo beside it for as long as that is there")
        func offsetOfThePhoto() throws {
            try DaemonFixture.run { daemon in
                let (photo, video) = (daemon.root + "a.jpg", daemon.root + "a.mp4")
                let away = daemon.root + "away"
                try Disk.makeFolder(away)
                let clock = "creation_time=2023-12-31T23:30:00Z"
                try makeVideo(video, seconds: 5, [clock], in: daemon)
                let bytes = PhotoFile(dateTimeOriginal: "2023:12:31 18:30:00", offset: "-05:00").bytes
                try Disk.write(bytes, to: photo)
                let client = try daemon.connect()
                func time() throws -> String? {
                    try client.sync()
                    return try client.item(video)?["localTime"]?.string
                }
                // Otherwise the fixture's zone counts, which is Kathmandu's.
                let (beside, alone) = ("2023-12-31T18:30:00", "2024-01-01T05:15:00")
                #expect(try time() == beside)
                for place in [away + "a.jpg", daemon.root + "b.jpg"] {
                    try Disk.rename(photo, to: place)
                    #expect(try time() == alone, "\(place.display)")
                    try Disk.rename(place, to: photo)
                    #expect(try time() == beside)
                }
                try Disk.remove(photo)
                #expect(try time() == alone)
            }
        }

        @Test("what a file is counts, and not what it is called")
        func contentDecides() throws {
            try DaemonFixture.run { daemon in
                let photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes
                try Disk.write(photo, to: daemon.root + "a.png")
                try Disk.write(photo, to: daemon.root + "b.mp4")
                let client = try daemon.connect()
                try client.sync()
                for name in ["a.png", "b.mp4"] {
                    let item = try #require(try client.item(daemon.root + name))
                    #expect(item["mimeType"]?.string == "image/jpeg", "\(name)")
                    #expect(item["type"]?.string == "photo", "\(name)")
                    #expect(item["monthKey"]?.string == "2016-11", "\(name)")
                }
                #expect(try client.status()["workers"]?["media"]?["started"]?.integer == 0)
            }
        }
    }
}
