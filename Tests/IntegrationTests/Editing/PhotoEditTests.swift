import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What is said of photos, in the photos themselves.
    @Suite("Editing in photos")
    struct PhotoEditTests {
        private static let wish =
            "date=2004-12-24T18:00:30-03:00 location=-23.5512345,-46.6398765,760.5 description=Natal title=T rating=4 keywords=a,b"

        @Test(
            "what is said stands in the photo, whose picture, time and mode are what they were; undone, every byte is"
        )
        func thereAndBack() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 1...60 {
                    let path = daemon.root + "\(serial).jpg"
                    try Disk.writePhoto(serial, to: path, description: serial % 2 == 0 ? "old" : nil)
                    try Disk.setTime(path, seconds: 1_000_000_000 + serial, nanoseconds: 123)
                    try Disk.setMode(path, 0o640)
                }
                try client.sync()
                let (files, before) = (try Contents.files(below: daemon.root), try client.allItems())
                let ids = before.compactMap { $0["id"]?.string }
                let reply = try client.ask("edit \(ids.joined(separator: " ")) \(Self.wish) write=file")
                #expect(reply.last?["ok"]?.integer == 60)
                #expect(reply.dropFirst().first?["layers"]?.array == [.string("file")])
                for item in try client.allItems() {
                    #expect(item["dateSource"]?.string == "exif:DateTimeOriginal")
                    #expect(
                        item["localTime"]?.string == "2004-12-24T18:00:30"
                            && item["offset"]?.string == "-03:00"
                    )
                    #expect(item["latitude"]?.double == -23.5512345 && item["altitude"]?.double == 760.5)
                    #expect(item["description"]?.string == "Natal" && item["title"]?.string == "T")
                    #expect(item["rating"]?.integer == 4 && item["keywords"]?.texts == ["a", "b"])
                }
                let now = try Contents.files(below: daemon.root)
                #expect(now.count == 60)
                for (path, bytes) in now {
                    #expect(bytes != files[path] && bytes.suffix(6) == PhotoFile.scan[...])
                    let status = try #require(Disk.status(path))
                    #expect(status.st_mode & 0o777 == 0o640 && status.st_mtim.tv_nsec == 123)
                }
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                // Once more it is nothing.
                let again = try client.ask("edit \(ids.joined(separator: " ")) \(Self.wish) write=file")
                #expect(again.last?["unchanged"]?.integer == 60)

                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 60)
                #expect(try Contents.files(below: daemon.root) == files)
                #expect(try client.allItems() == before)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "whatever a sidecar or photod has said before, the photo counts afterwards, and all say the same"
        )
        func layers() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: path)
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("edit \(id) description=sidecar write=sidecar")
                _ = try client.ask("edit \(id) title=index write=index")
                let reply = try client.ask("edit \(id) description=file title=file write=file")
                #expect(reply[1]["layers"]?.array == [.string("file"), .string("sidecar")])
                #expect(try client.item(path)?["description"]?.string == "file")
                #expect(try client.item(path)?["title"]?.string == "file")
                let undone = try client.ask("undo \(try reply.batch)")
                #expect(undone.first?["layers"]?.array == [.string("file"), .string("sidecar")])
                #expect(try client.item(path)?["description"]?.string == "sidecar")
                #expect(try client.item(path)?["title"]?.string == "index")
                _ = try client.ask("edit \(id) description=file title=file write=file")
                try Disk.remove(daemon.root + "a.jpg.xmp")
                try client.sync()
                #expect(try client.item(path)?["description"]?.string == "file")
                #expect(try client.item(path)?["title"]?.string == "file")
            }
        }

        @Test(
            "a photo of a time that 64 bits of nanoseconds cannot say keeps it, where times are not kept as well",
            arguments: [10_500_000_000, -9_600_000_000]
        )
        func farTimes(seconds: Int) throws {
            try DaemonFixture.run { daemon in
                try daemon.configure(libraries: [daemon.root], more: "keep-mtime = false")
                let client = try daemon.connect()
                #expect(try client.ask("reload").isEmpty)
                let path = daemon.root + "a.jpg"
                try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes, to: path)
                try Disk.setTime(path, seconds: seconds, nanoseconds: 123)
                // A file system may know fewer times than that.
                let before = try #require(Disk.status(path)).st_mtim.tv_sec
                try client.sync()
                let id = try client.id(of: path)
                let reply = try client.ask("edit \(id) description=x write=file")
                #expect(reply.outcomes == ["ok"])
                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 1)
                #expect(try #require(Disk.status(path)).st_mtim.tv_sec == before)
            }
        }

        @Test(
            "PNG and WebP files are written on like JPEGs, and are what they were when it is undone",
            arguments: [
                "a.png", "b.webp",
            ]
        )
        func chunks(name: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + name
                try Disk.write(name == "a.png" ? PhotoFile.png : PhotoFile.webP, to: path)
                try client.sync()
                let (id, bytes) = (try client.id(of: path), try Disk.read(path))
                let before = try client.item(path)
                let reply = try client.ask("edit \(id) \(Self.wish) write=file")
                #expect(reply[1]["layers"]?.array == [.string("file")])
                let item = try #require(try client.item(path))
                #expect(item["dateSource"]?.string == "exif:DateTimeOriginal")
                #expect(
                    item["localTime"]?.string == "2004-12-24T18:00:30" && item["offset"]?.string == "-03:00"
                )
                #expect(item["latitude"]?.double == -23.5512345 && item["altitude"]?.double == 760.5)
                #expect(item["description"]?.string == "Natal" && item["title"]?.string == "T")
                #expect(item["rating"]?.integer == 4 && item["keywords"]?.texts == ["a", "b"])
                #expect(item["width"]?.integer == before?["width"]?.integer)
                #expect(try Disk.names(in: daemon.root).map(\.display) == [name])
                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 1)
                #expect(try Disk.read(path) == bytes)
                #expect(try client.item(path) == before)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "where times are not kept, a photo that is written is as new as the edit, unless its time is its date; undone, both are"
        )
        func times() throws {
            try DaemonFixture.run { daemon in
                try daemon.configure(libraries: [daemon.root], more: "keep-mtime = false")
                let client = try daemon.connect()
                #expect(try client.ask("reload").isEmpty)
                #expect(try client.ask("config").first?["keepMtime"]?.bool == false)
                let (dated, undated) = (daemon.root + "a.jpg", daemon.root + "b.jpg")
                try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes, to: dated)
                try Disk.write(PhotoFile(dateTimeOriginal: nil).bytes, to: undated)
                let old = 1_000_000_000
                for path in [dated, undated] { try Disk.setTime(path, seconds: old, nanoseconds: 123) }
                try client.sync()
                let (files, before) = (try Contents.files(below: daemon.root), try client.allItems())
                let ids = try [dated, undated].map { try client.id(of: $0) }
                let reply = try client.ask("edit \(ids.joined(separator: " ")) description=x write=file")
                #expect(reply.outcomes == ["ok", "ok"])
                #expect(try #require(Disk.status(dated)).st_mtim.tv_sec > old)
                #expect(try #require(Disk.status(undated)).st_mtim.tv_sec == old)
                #expect(try client.item(undated)?["monthKey"]?.string == "2001-09")
                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 2)
                #expect(try Contents.files(below: daemon.root) == files)
                for path in [dated, undated] {
                    let time = try #require(Disk.status(path)).st_mtim
                    #expect(time.tv_sec == old && time.tv_nsec == 123)
                }
                #expect(try client.allItems() == before)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                // Kept again from the next edit on.
                try daemon.configure(libraries: [daemon.root])
                #expect(try client.ask("reload").isEmpty)
                #expect(try client.ask("edit \(ids[0]) description=y write=file").outcomes == ["ok"])
                #expect(try #require(Disk.status(dated)).st_mtim.tv_sec == old)
            }
        }

        @Test(
            "a TIFF or a DNG is added to, and is what it was when it is undone",
            arguments: ["a.tif", "b.dng", "c.tiff"]
        )
        func tiff(name: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + name
                var sample = TIFFSample()
                sample.isBigEndian = name == "a.tif"
                sample.isDNG = name == "b.dng"
                sample.hasEXIF = name != "c.tiff"
                sample.description = name == "c.tiff" ? nil : "old"
                sample.pages = name == "c.tiff" ? 3 : 1
                try Disk.write(sample.bytes, to: path)
                try Disk.setTime(path, seconds: 1_000_000_000, nanoseconds: 123)
                try client.sync()
                let (id, bytes) = (try client.id(of: path), try Disk.read(path))
                let before = try client.item(path)
                var batches: [String] = []
                for wish in [Self.wish, "description=again rating=2"] {
                    let last = try Disk.read(path)
                    let reply = try client.ask("edit \(id) \(wish) write=file")
                    #expect(reply[1]["layers"]?.array == [.string("file")])
                    batches.append(try reply.batch)
                    let now = try Disk.read(path)
                    #expect(now[..<4] == last[..<4] && now[8..<last.count] == last[8...])
                    #expect(now.count > last.count && Disk.status(path)?.st_mtim.tv_nsec == 123)
                }
                let item = try #require(try client.item(path))
                #expect(item["dateSource"]?.string == "exif:DateTimeOriginal")
                #expect(
                    item["localTime"]?.string == "2004-12-24T18:00:30" && item["offset"]?.string == "-03:00"
                )
                #expect(item["latitude"]?.double == -23.5512345 && item["altitude"]?.double == 760.5)
                #expect(item["description"]?.string == "again" && item["title"]?.string == "T")
                #expect(item["rating"]?.integer == 2 && item["keywords"]?.texts == ["a", "b"])
                #expect(item["width"]?.integer == before?["width"]?.integer)
                #expect(try client.ask("undo \(batches[0])").outcomes == ["error"])
                for batch in batches.reversed() {
                    #expect(try client.ask("undo \(batch)").last?["ok"]?.integer == 1)
                }
                #expect(try Disk.read(path) == bytes && Disk.names(in: daemon.root).map(\.display) == [name])
                #expect(try client.item(path) == before)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "a BigTIFF and a TIFF that was cut off are errors of their photos; other RAW files have sidecars"
        )
        func tiffRefused() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                var sample = TIFFSample()
                sample.isBigEndian = true
                let whole = sample.bytes
                // A strip that lies behind the file.
                let strips = try #require(
                    whole.indices.first { whole[$0...].starts(with: [0, 0, 0, 8, 0, 0, 0, 10]) }
                )
                let cut = whole[..<strips] + [0, 1, 0, 0] + whole[(strips + 4)...]
                try Disk.write(Array(cut), to: daemon.root + "a.tif")
                let big: [UInt8] = [0x4D, 0x4D, 0, 43, 0, 8, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 16]
                try Disk.write(big + [UInt8](repeating: 0, count: 16), to: daemon.root + "b.tif")
                try Disk.write(whole, to: daemon.root + "c.nef")
                try client.sync()
                let ids = try ["a.tif", "b.tif", "c.nef"].map { try client.id(of: daemon.root + $0) }
                let files = try Contents.files(below: daemon.root)
                let reply = try client.ask("edit \(ids.joined(separator: " ")) description=x write=file")
                #expect(reply.outcomes == ["error", "error", "ok"])
                for (line, word) in [(1, "damaged"), (2, "BigTIFF")] {
                    let message = reply[line]["message"]?.string ?? ""
                    #expect(message.contains(word) && message.contains("write=sidecar"), "\(message)")
                }
                #expect(reply[3]["layers"]?.array == [.string("sidecar")])
                let now = try Contents.files(below: daemon.root)
                #expect(files.allSatisfy { now[$0.key] == $0.value })
            }
        }

        @Test("what is unset is not taken out of a photo, which is not named then")
        func unset() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg", description: "old")
                try client.sync()
                let (id, bytes) = (
                    try client.id(of: daemon.root + "a.jpg"), try Disk.read(daemon.root + "a.jpg")
                )
                _ = try client.ask("edit \(id) description=new write=sidecar")
                let reply = try client.ask("edit \(id) unset=description write=file")
                #expect(reply[1]["layers"]?.array == [.string("sidecar")])
                #expect(try client.item(daemon.root + "a.jpg")?["description"]?.string == "old")
                #expect(try Disk.read(daemon.root + "a.jpg") == bytes)
            }
        }

        @Test("a photo that has got a second name since is not undone, and the message says why")
        func linkedSince() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                let reply = try client.ask("edit \(id) description=x write=file")
                let other = try TemporaryFolder()
                try Disk.link(daemon.root + "a.jpg", to: other.location + "b.jpg")
                let undone = try client.ask("undo \(try reply.batch)")
                #expect(undone.outcomes == ["error"])
                let message = undone.compactMap { $0["message"]?.string }.first
                #expect(message?.contains("2 names") == true, "\(message ?? "none")")
            }
        }

        @Test("both write the photo and a sidecar; what no format takes has a sidecar alone")
        func both() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try Disk.write("raw", to: daemon.root + "b.cr2")
                try client.sync()
                let ids = try ["a.jpg", "b.cr2"].map { try client.id(of: daemon.root + $0) }
                let both = try client.ask("edit \(ids[0]) description=x write=both")
                #expect(both[1]["layers"]?.array == [.string("file"), .string("sidecar")])
                let raw = try client.ask("edit \(ids[1]) description=x write=file")
                #expect(raw[1]["layers"]?.array == [.string("sidecar")])
                let names = try Disk.names(in: daemon.root).map(\.display).sorted()
                #expect(names == ["a.jpg", "a.jpg.xmp", "b.cr2", "b.cr2.xmp"])
            }
        }

        @Test("a photo with several names is left, unless it may become a file of its own")
        func hardLinks() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                let other = try TemporaryFolder()
                try Disk.link(daemon.root + "a.jpg", to: other.location + "b.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                let bytes = try Disk.read(daemon.root + "a.jpg")
                let refused = try client.ask("edit \(id) description=x write=file")
                #expect(refused.outcomes == ["error"])
                let message = try #require(refused[1]["message"]?.string)
                #expect(message.contains("2 names") && message.contains("write=sidecar"))
                #expect(message.contains("break-links=1"))
                #expect(try Disk.read(daemon.root + "a.jpg") == bytes)
                #expect(try client.item(daemon.root + "a.jpg")?["description"] == nil)
                let broken = try client.ask("edit \(id) description=x write=file break-links=1")
                #expect(broken.outcomes == ["ok"])
                #expect(try Disk.read(other.location + "b.jpg") == bytes)
                #expect(try client.item(daemon.root + "a.jpg")?["description"]?.string == "x")
            }
        }

        @Test("one that is damaged, or no JPEG, is an error of its photo, of which nothing is shown")
        func damaged() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try Disk.write("no picture", to: daemon.root + "b.jpg")
                try Disk.write([0xFF, 0xD8, 0xFF, 0xE1, 0, 40], to: daemon.root + "c.jpg")
                try client.sync()
                let ids = try ["a.jpg", "b.jpg", "c.jpg"].map { try client.id(of: daemon.root + $0) }
                let files = try Contents.files(below: daemon.root)
                let reply = try client.ask("edit \(ids.joined(separator: " ")) description=x write=file")
                #expect(reply.outcomes == ["ok", "error", "error"])
                #expect(reply[2]["message"]?.string?.contains("write=sidecar") == true)
                #expect(try client.item(daemon.root + "b.jpg")?["description"] == nil)
                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 1)
                #expect(try Contents.files(below: daemon.root) == files)
            }
        }

        @Test("what somebody has written to since is not undone")
        func overtaken() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                let reply = try client.ask("edit \(id) description=x write=file")
                let edited = try Disk.read(daemon.root + "a.jpg")
                try Disk.write(edited + [0], to: daemon.root + "a.jpg")
                try client.sync()
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["error"])
                #expect(try Disk.read(daemon.root + "a.jpg") == edited + [0])
                // A folder may say where edits are written.
                try Disk.write("write = \"file\"\n", to: daemon.root + ".photod.toml")
                try client.sync()
                #expect(try client.ask("edit \(id) title=x")[1]["layers"]?.array == [.string("file")])
            }
        }
    }
}
