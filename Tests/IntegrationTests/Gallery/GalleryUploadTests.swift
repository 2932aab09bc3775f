import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Files from a browser")
    struct GalleryUploadTests {
        /// What is imported of an upload, and where to.
        private func importing(
            _ gallery: GalleryFixture,
            _ path: String,
            _ more: String = ""
        ) throws -> [JSONValue] {
            let word = PercentEncoding.encode(path.utf8)
            let root = PercentEncoding.encode(gallery.daemon.root.bytes)
            return try gallery.post("/api/import?word=\(word)&into=\(root)&action=move\(more)").lines
        }

        @Test("a photo is stored, imported under its own name and shown, and an undo takes it back")
        func photos() throws {
            try GalleryFixture.run { gallery in
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                photo.description = "Beach"
                let stored = try gallery.post("/upload?name=IMG_1.JPG", photo.bytes)
                #expect(stored.status == 201)
                let path = try #require(try stored.json["path"]?.string)
                #expect(path.hasPrefix(gallery.state.display + "/uploads/") && path.hasSuffix("/IMG_1.JPG"))
                #expect(try Disk.read(FilePath(path)) == photo.bytes)
                let lines = try importing(gallery, path)
                #expect(lines.last?["ok"]?.integer == 1, "\(lines.json)")
                try gallery.daemon.connect().sync()
                #expect(
                    try gallery.get("/api/group?word=Beach").lines.first?["filename"]?.string == "IMG_1.JPG"
                )
                let batch = try #require(lines.first?["batch"]?.string)
                #expect(try gallery.post("/api/undo?word=\(batch)").lines.last?["ok"]?.integer == 1)
                #expect(Disk.isFile(FilePath(path)))
            }
        }

        @Test("who waits to be told to go on before a photo is sent is told at once")
        func expecting() throws {
            try GalleryFixture.run { gallery in
                let photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes
                let connection = try gallery.connect()
                for number in 1...2 {
                    let head = [
                        "POST /upload?name=\(number).jpg HTTP/1.1", "Host: \(gallery.host)", gallery.cookie,
                        gallery.origin, "Content-Length: \(photo.count)", "Expect: 100-continue",
                    ]
                    try connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
                    #expect(try connection.head().status == 100)
                    try connection.send(photo)
                    #expect(try connection.answer(hasBody: true).status == 201)
                }
            }
        }

        @Test("ten megabytes that are no picture are refused, whatever their name, and nothing of them stays")
        func nonsense() throws {
            try GalleryFixture.run { gallery in
                let bytes = (0..<(10 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
                for name in ["picture.jpg", "film.mp4", "program.exe", "noextension", "sidecar.xmp.bin"] {
                    let answer = try gallery.post("/upload?name=\(name)", bytes)
                    #expect(answer.status == 415, "\(name)")
                    #expect(try answer.json["name"]?.string == "unsupported")
                }
                #expect(try gallery.post("/upload?name=a.xmp", Array("hello".utf8)).status == 415)
                #expect(try Contents.files(below: gallery.state + "uploads").isEmpty)
            }
        }

        @Test(
            "what begins like a photo and is none comes into the library, where no picture is made of it"
        )
        func damaged() throws {
            try GalleryFixture.run { gallery in
                let bytes = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 10 << 20)
                let path = try #require(try gallery.post("/upload?name=a.jpg", bytes).json["path"]?.string)
                _ = try importing(gallery, path)
                try gallery.daemon.connect().sync()
                let id = try #require(try gallery.get("/api/photos?all=1").lines.first?["id"]?.string)
                #expect(try gallery.get("/thumbnail/\(id)").status == 404)
                #expect(try gallery.get("/preview/\(id)").status == 404)
                #expect(!Disk.isFile(FilePath(path)))
            }
        }

        @Test("what could not be imported is not lost: it stays until a second import has it")
        func errors() throws {
            try GalleryFixture.run { gallery in
                func send(_ description: String, _ query: String) throws -> JSONValue {
                    var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                    photo.description = description
                    return try gallery.post("/upload?\(query)", photo.bytes).json
                }
                // The library files nothing through a link.
                let (obstacle, outside) = (
                    gallery.daemon.root + "Beach", gallery.daemon.scratch.location + "outside"
                )
                try Disk.makeFolder(outside)
                try Disk.makeSymbolicLink(obstacle, to: outside)
                let stuck = try send("Beach", "name=a.jpg")
                let path = FilePath(try #require(stuck["path"]?.string))
                let set = try #require(stuck["set"]?.string)
                _ = try send("Snow", "name=b.jpg&set=\(set)")
                let folder = try #require(stuck["folder"]?.string)
                let failed = try importing(gallery, folder)
                #expect(failed.last?["ok"]?.integer == 1 && failed.last?["errors"]?.integer == 1)
                #expect(Disk.isFile(path))
                try Disk.remove(obstacle)
                #expect(try importing(gallery, path.display).last?["ok"]?.integer == 1)
                #expect(try Contents.files(below: gallery.state + "uploads").isEmpty)
            }
        }

        @Test("of what an import has copied, and of what the library had, nothing stays here")
        func copies() throws {
            try GalleryFixture.run { gallery in
                let jpeg = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes
                for (result, number) in [("ok", 1), ("unchanged", 2)] {
                    let path = try #require(
                        try gallery.post("/upload?name=a\(number).jpg", jpeg).json["path"]?.string
                    )
                    let word = PercentEncoding.encode(path.utf8)
                    let sums = try gallery.post("/api/import?word=\(word)").lines.last
                    #expect(sums?[result]?.integer == 1, "\(result)")
                    #expect(try Contents.files(below: gallery.state + "uploads").isEmpty)
                    try gallery.daemon.connect().sync()
                }
            }
        }

        @Test("a sidecar that no import has taken is not lost", arguments: ["copy", "move"])
        func lonelySidecars(_ action: String) throws {
            try GalleryFixture.run { gallery in
                let jpeg = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes
                let stored = try gallery.post("/upload?name=a.jpg", jpeg).json
                let set = try #require(stored["set"]?.string)
                let folder = FilePath(try #require(stored["folder"]?.string))
                _ = try gallery.post("/upload?name=a.jpg.xmp&set=\(set)", Array("<mine/>".utf8))
                _ = try gallery.post("/upload?name=other.xmp&set=\(set)", Array("<other/>".utf8))
                func importing(_ path: FilePath) throws -> JSONValue? {
                    let word = PercentEncoding.encode(path.bytes)
                    return try gallery.post("/api/import?word=\(word)&action=\(action)").lines.last
                }
                let alone = try importing(folder + "other.xmp")
                #expect(alone?["ok"]?.integer == 0, "\(alone?.json ?? "")")
                #expect(try importing(folder)?["ok"]?.integer == 1)
                #expect(try Disk.read(folder + "other.xmp") == Array("<other/>".utf8))
                #expect(!Disk.isFile(folder + "a.jpg"))
            }
        }

        @Test("two of one name do not meet, and what belongs together can lie together")
        func sets() throws {
            try GalleryFixture.run { gallery in
                let jpeg = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes
                let first = try gallery.post("/upload?name=a.jpg", jpeg).json
                let second = try gallery.post("/upload?name=a.jpg", jpeg).json
                #expect(first["path"] != nil && first["path"] != second["path"])
                let set = try #require(first["set"]?.string)
                let beside = try gallery.post("/upload?name=a.xmp&set=\(set)", Array("<a/>".utf8)).json
                #expect(beside["folder"] == first["folder"])
                #expect(try gallery.post("/upload?name=a.xmp&set=\(set)", Array("<a/>".utf8)).status == 409)
                #expect(try gallery.post("/upload?name=b.xmp&set=0123456789abcdef", [3]).status == 404)
                for query in [
                    "", "?name=", "?name=..", "?name=.a", "?name=a%2Fb", "?name=a&set=..", "?name=a&set=x",
                ] {
                    let status = try gallery.post("/upload\(query)", [1]).status
                    // A slash that is hidden in a query is a name's, and no name has one.
                    #expect(status == 400, "\(query): \(status)")
                }
            }
        }

        @Test("more than the disk has room for is refused before it is sent")
        func room() throws {
            try GalleryFixture.run { gallery in
                let connection = try gallery.connect()
                let head = [
                    "POST /upload?name=a.mov HTTP/1.1", "Host: \(gallery.host)", gallery.cookie,
                    gallery.origin,
                    "Content-Length: \(Int64.max / 2)",
                ]
                let answer = try connection.ask(head)
                #expect(answer.status == 413)
                #expect(try answer.json["name"]?.string == "too-large")
            }
        }

        @Test("a browser that hangs up in the middle leaves nothing behind")
        func hangUp() throws {
            try GalleryFixture.run { gallery in
                let uploads = gallery.state + "uploads"
                do {
                    let connection = try gallery.connect()
                    let head = [
                        "POST /upload?name=a.mov HTTP/1.1", "Host: \(gallery.host)", gallery.cookie,
                        gallery.origin,
                        "Content-Length: 1000000",
                    ]
                    try connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\nbeginning").utf8))
                    try Waiting.until("the file begins", below: gallery.daemon.scratch.location) {
                        try Disk.isFolder(uploads) && Contents.files(below: uploads).count == 1
                    }
                }
                try Waiting.until("the file goes", below: gallery.daemon.scratch.location) {
                    try Contents.files(below: uploads).isEmpty
                }
            }
        }

        @Test(
            "of a file that was on its way when the gallery was killed no import takes a half, and it can be sent again"
        )
        func killed() throws {
            try GalleryFixture.run { gallery in
                let photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes
                // By its beginning a TIFF, as NEF files are.
                let raw = [0x49, 0x49, 0x2A, 0] + [UInt8](repeating: 7, count: 1 << 20)
                let stored = try gallery.post("/upload?name=IMG_1.JPG", photo).json
                let set = try #require(stored["set"]?.string)
                let folder = FilePath(try #require(stored["folder"]?.string))
                let address = "/upload?name=IMG_1.NEF&set=\(set)"
                let connection = try gallery.connect()
                let head = [
                    "POST \(address) HTTP/1.1", "Host: \(gallery.host)", gallery.cookie, gallery.origin,
                    "Content-Length: \(raw.count)",
                ]
                try connection.send(
                    Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + raw.prefix(1000)
                )
                try Waiting.until("the file begins", below: gallery.daemon.scratch.location) {
                    try Disk.names(in: folder).count == 2
                }
                let process = try #require(gallery.process)
                try process.signal(SIGKILL)
                _ = try process.wait()
                try gallery.start()
                let lines = try importing(gallery, folder.display)
                let sums = try #require(lines.last)
                #expect(sums["ok"]?.integer == 1 && sums["errors"]?.integer == 0, "\(lines.json)")
                #expect(try Disk.names(in: folder).allSatisfy(\.isHidden))
                #expect(try gallery.post(address, raw).status == 201)
                #expect(try Disk.read(folder + "IMG_1.NEF") == raw)
            }
        }
    }
}
