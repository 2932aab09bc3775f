import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Pictures and files over HTTP")
    struct GalleryFileTests {
        /// A photo in the library, and its id.
        private func photo(_ gallery: GalleryFixture, _ name: String = "a.jpg") throws -> (FilePath, String) {
            let path = gallery.daemon.root + name
            #expect(
                try Vips(folder: gallery.daemon.scratch.location)
                    .write(QuarteredPicture(width: 400, height: 200), to: path)
            )
            let client = try gallery.daemon.connect()
            try client.sync()
            return (path, try client.id(of: path))
        }

        @Test(
            "a thumbnail is the daemon's, kept for good under a version, and asked about again without one",
            .enabled(if: Vips.isThere, "vips is missing: install libvips-tools")
        )
        func thumbnails() throws {
            try GalleryFixture.run { gallery in
                let (_, id) = try photo(gallery)
                let answer = try gallery.get("/thumbnail/\(id)?size=large")
                #expect(answer.status == 200 && answer.headers["content-type"] == "image/png")
                #expect(answer.headers["cache-control"] == "private, no-cache")
                let line = try #require(try gallery.daemon.connect().ask("thumbnail \(id) size=large").first)
                let path = FilePath(try #require(line["path"]?.string))
                #expect(answer.body == (try Disk.read(path)))
                let tag = try #require(answer.headers["etag"])
                let again = try gallery.get("/thumbnail/\(id)?size=large", ["If-None-Match: \(tag)"])
                #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
                #expect(
                    try gallery.get("/thumbnail/\(id)?size=normal", ["If-None-Match: \(tag)"]).status == 200
                )
                let kept = try gallery.get("/thumbnail/\(id)?size=large&v=1")
                #expect(kept.headers["cache-control"] == "private, max-age=31536000, immutable")
                #expect(try gallery.get("/thumbnail/\(id)?size=huge").status == 400)
            }
        }

        @Test(
            "a preview is a JPEG or a PNG, as was asked for",
            .enabled(if: Vips.isThere, "vips is missing: install libvips-tools")
        )
        func previews() throws {
            try GalleryFixture.run { gallery in
                let (_, id) = try photo(gallery, "a.tif")
                let jpeg = try gallery.get("/preview/\(id)?max=200")
                #expect(jpeg.headers["content-type"] == "image/jpeg" && jpeg.body.starts(with: [0xFF, 0xD8]))
                let png = try gallery.get("/preview/\(id)?max=200&format=png")
                #expect(png.headers["content-type"] == "image/png" && png.body.starts(with: [0x89, 0x50]))
            }
        }

        @Test("where no picture can be made that is a 404 with the reason")
        func unreadable() throws {
            try GalleryFixture.run { gallery in
                try Disk.write("no picture", to: gallery.daemon.root + "a.jpg")
                let client = try gallery.daemon.connect()
                try client.sync()
                let id = try client.id(of: gallery.daemon.root + "a.jpg")
                for address in ["/thumbnail/\(id)", "/preview/\(id)", "/thumbnail/none", "/original/none"] {
                    let answer = try gallery.get(address)
                    #expect(answer.status == 404, "\(address)")
                    #expect(try answer.json["message"] != nil)
                }
            }
        }

        @Test("many thumbnails are made at once, a line each")
        func warming() throws {
            try GalleryFixture.run { gallery in
                let answer = try gallery.post("/thumbnails?size=large", Array("none\nneither\n".utf8))
                #expect(try answer.lines.compactMap { $0["error"]?.string } == ["no-such", "no-such"])
            }
        }

        @Test("an original is the file, byte for byte, and parts of it are those bytes")
        func originals() throws {
            try GalleryFixture.run { gallery in
                let path = gallery.daemon.root + "Söhne am See.jpg"
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                photo.serial = 1
                let bytes = photo.bytes + (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                try Disk.write(bytes, to: path)
                let client = try gallery.daemon.connect()
                try client.sync()
                let address = "/original/\(try client.id(of: path))"
                let whole = try gallery.get(address)
                #expect(whole.status == 200 && whole.body == bytes)
                #expect(
                    whole.headers["content-type"] == "image/jpeg" && whole.headers["accept-ranges"] == "bytes"
                )
                let tag = try #require(whole.headers["etag"])
                let head = try gallery.get(address, method: "HEAD")
                #expect(head.status == 200 && head.headers["content-length"] == "\(bytes.count)")
                for (range, part) in [
                    ("bytes=0-0", 0..<1), ("bytes=300000-599999", 300_000..<600_000),
                    ("bytes=-10", bytes.count - 10..<bytes.count), ("bytes=699000-", 699_000..<bytes.count),
                ] {
                    let answer = try gallery.get(address, ["Range: \(range)", "If-Range: \(tag)"])
                    #expect(answer.status == 206 && answer.body == Array(bytes[part]), "\(range)")
                    let expected = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
                    #expect(answer.headers["content-range"] == expected)
                }
                let behind = try gallery.get(address, ["Range: bytes=\(bytes.count)-"])
                #expect(behind.status == 416 && behind.headers["content-range"] == "bytes */\(bytes.count)")
                let other = try gallery.get(address, ["Range: bytes=0-9", "If-Range: \"other\""])
                #expect(other.status == 200 && other.body.count == bytes.count)
                #expect(try gallery.get(address, ["If-None-Match: \(tag)"]).status == 304)
                let download = try gallery.get("\(address)?download=1", ["Range: bytes=0-0"])
                #expect(
                    download.headers["content-disposition"]?
                        .contains("filename*=UTF-8''S%C3%B6hne%20am%20See.jpg") ?? false
                )
            }
        }

        @Test("a file whose name is no text is sent as well, and one that is gone is not there")
        func oddNames() throws {
            try GalleryFixture.run { gallery in
                let path = FilePath(
                    gallery.daemon.root.bytes + Array("/caf".utf8) + [0xE9] + Array(".jpg".utf8)
                )
                try Disk.writePhoto(1, to: path)
                let client = try gallery.daemon.connect()
                try client.sync()
                let id = try client.id(of: path)
                #expect(try gallery.get("/original/\(id)").body == (try Disk.read(path)))
                try Disk.remove(path)
                try client.sync()
                #expect(try gallery.get("/original/\(id)").status == 404)
            }
        }

        @Test(
            "a frame is a picture with the time that it was found at, and can be kept under a name",
            .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg")
        )
        func frames() throws {
            try GalleryFixture.run { gallery in
                let video = try TestVideos(daemon: gallery.daemon)
                    .make("a.mp4", TestVideos.pictures(2) + TestVideos.h264)
                let client = try gallery.daemon.connect()
                try client.sync()
                let id = try client.id(of: video)
                let png = try gallery.get("/frame/\(id)?at=1")
                #expect(png.status == 200 && png.headers["content-type"] == "image/png", "\(png.text)")
                #expect(png.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
                #expect(png.headers["x-photod-time"] == "1.0" && png.headers["x-photod-rung"] == "exact")
                // It is made anew for each who asks: nobody may keep it, and it has no tag to be asked about again by.
                #expect(png.headers["etag"] == nil && png.headers["cache-control"] == "no-store")
                let again = try gallery.get("/frame/\(id)?at=1", ["If-None-Match: *", "Range: bytes=0-0"])
                #expect(again.status == 200 && again.body.count == png.body.count)
                let jpeg = try gallery.get("/frame/\(id)?at=0.5&format=jpeg&download=1")
                #expect(jpeg.headers["content-type"] == "image/jpeg" && jpeg.body.starts(with: [0xFF, 0xD8]))
                #expect(jpeg.headers["content-disposition"]?.contains("attachment") ?? false)
                #expect(try gallery.get("/frame/\(id)?at=99").status == 400)
                #expect(try Disk.names(in: gallery.state + "frames").isEmpty)
                // A refusal that comes when frames have been told already is the last line.
                let lines = try gallery.get("/api/frame?word=\(id)&at=0,99").lines
                #expect(lines.count == 2 && lines.first?["rung"]?.string == "exact", "\(lines.count)")
                #expect(lines.last?["error"]?["code"]?.integer == 2, "\(lines.last?.json ?? "")")
            }
        }

        @Test("the page is one file for every screen, and its files are asked about again")
        func page() throws {
            try GalleryFixture.run { gallery in
                let index = try gallery.get("/")
                #expect(index.headers["content-type"] == "text/html; charset=utf-8")
                for address in [
                    "/months", "/month/2016-11", "/photo/A/L0/001/details", "/folder?name=a%2Fb", "/status",
                ] {
                    #expect(try gallery.get(address).body == index.body, "\(address)")
                }
                let again = try gallery.get("/", ["If-None-Match: \(try #require(index.headers["etag"]))"])
                #expect(again.status == 304 && again.body.isEmpty)
                let file = try gallery.get("/page/index.html")
                #expect(file.headers["cache-control"] == "private, no-cache")
                let tag = try #require(file.headers["etag"])
                #expect(try gallery.get("/page/index.html", ["If-None-Match: \(tag)"]).status == 304)
                let description = try gallery.get("/gallery").json
                #expect(description["readOnly"]?.bool == false && description["version"]?.string != nil)
                let hasMap = Disk.status(FilePath("/usr/share/javascript/leaflet/leaflet.js")) != nil
                #expect(description["map"]?.bool == hasMap)
                #expect(try gallery.get("/vendor/leaflet/leaflet.js").status == (hasMap ? 200 : 404))
            }
        }

        @Test("an address that leads nowhere shows the page to who goes there, and is refused to programs")
        func nowhere() throws {
            try GalleryFixture.run { gallery in
                let index = try gallery.get("/")
                let accepts = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"
                for visit in [[accepts, "Sec-Fetch-Mode: navigate"], [accepts]] {
                    let answer = try gallery.get("/mnths", visit)
                    #expect(answer.status == 404 && answer.body == index.body, "\(visit)")
                    #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
                    #expect(
                        answer.headers["content-security-policy"] == index.headers["content-security-policy"]
                    )
                }
                for asking in [
                    [], ["Accept: */*"], ["Accept: */*", "Sec-Fetch-Mode: cors"],
                    [accepts, "Sec-Fetch-Mode: no-cors"],
                ] {
                    let answer = try gallery.get("/mnths", asking)
                    #expect(answer.status == 404, "\(asking)")
                    #expect(try answer.json["name"]?.string == "no-such", "\(asking)")
                }
                let posted = try gallery.post("/mnths", headers: [gallery.cookie, gallery.origin, accepts])
                #expect(posted.status == 404)
                #expect(try posted.json["name"]?.string == "no-such")
                // Who is not let in sees no page.
                let stranger = try gallery.connect().ask([
                    "GET /mnths HTTP/1.1", "Host: \(gallery.host)", accepts,
                ])
                #expect(stranger.status == 401)
            }
        }

        @Test(
            "the page has its styles in it, which count by a word that its policy has, and no other gallery's"
        )
        func styles() throws {
            var words: Set<Substring> = []
            for _ in 0..<2 {
                try GalleryFixture.run { gallery in
                    let index = try gallery.get("/")
                    #expect(!index.text.contains("stylesheet") && index.text.contains("--accent"))
                    let word = try #require(index.text.split(separator: "<style nonce=\"").dropFirst().first)
                        .prefix { $0 != "\"" }
                    let policy = try #require(index.headers["content-security-policy"])
                    #expect(policy.contains("style-src 'self' 'nonce-\(word)';"))
                    let tag = try #require(index.headers["etag"])
                    let again = try gallery.get("/", ["If-None-Match: \(tag)"])
                    #expect(again.status == 304 && again.headers["content-security-policy"] == policy)
                    let file = try gallery.get("/page/app.js")
                    #expect(file.headers["content-security-policy"]?.contains("style-src 'self';") == true)
                    words.insert(word)
                }
            }
            #expect(words.count == 2)
        }

        @Test("what the page loads is kept for good under the edition that it names, and under no other")
        func editions() throws {
            try GalleryFixture.run { gallery in
                let index = try gallery.get("/").text
                let addresses = index.split(separator: "\"/page/").dropFirst()
                let edition = try #require(addresses.first?.split(separator: "/").first).dropFirst()
                #expect(addresses.count > 3 && addresses.allSatisfy { $0.hasPrefix("~\(edition)/") })
                let file = try gallery.get("/page/app.js")
                #expect(file.headers["cache-control"] == "private, no-cache")
                let kept = try gallery.get("/page/~\(edition)/app.js")
                #expect(kept.headers["cache-control"] == "private, max-age=31536000, immutable")
                let other = try gallery.get("/page/~1\(edition)/app.js")
                #expect(other.headers["cache-control"] == "private, no-cache")
                #expect(kept.body == file.body && other.body == file.body && !file.body.isEmpty)
            }
        }

        @Test(
            "texts of the page are sent as gzip to who takes it, with a tag of their own, and pictures as they are"
        )
        func compressed() throws {
            try GalleryFixture.run { gallery in
                for address in ["/", "/page/app.js", "/page/style/base.css", "/page/map/countries.geojson"] {
                    let plain = try gallery.get(address)
                    #expect(plain.headers["content-encoding"] == nil, "\(address)")
                    #expect(plain.headers["vary"] == "Accept-Encoding", "\(address)")
                    for _ in 0..<2 {
                        let answer = try gallery.get(address, ["Accept-Encoding: gzip, br"])
                        #expect(answer.headers["content-encoding"] == "gzip", "\(address)")
                        #expect(try Gunzip.bytes(answer.body) == plain.body, "\(address)")
                        #expect(answer.body.count < plain.body.count, "\(address)")
                        #expect(answer.headers["etag"] != plain.headers["etag"], "\(address)")
                        let tag = try #require(answer.headers["etag"])
                        let again = try gallery.get(
                            address,
                            ["Accept-Encoding: gzip", "If-None-Match: \(tag)"]
                        )
                        #expect(again.status == 304 && again.headers["etag"] == tag, "\(address)")
                    }
                }
                let part = try gallery.get("/page/app.js", ["Accept-Encoding: gzip", "Range: bytes=0-9"])
                #expect(
                    part.status == 206 && part.headers["content-encoding"] == nil && part.body.count == 10
                )
            }
        }
    }
}
