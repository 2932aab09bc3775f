import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Previews", .enabled(if: Vips.isThere, "vips is missing: install libvips-tools"))
    struct PreviewTests {
        private func ask(_ client: Connection, _ path: FilePath, _ more: String = "") throws -> JSONValue {
            try #require(try client.ask("preview \"\(path.display)\" \(more)").first)
        }

        private func path(_ line: JSONValue) throws -> FilePath {
            FilePath(try #require(line["path"]?.string, "\(line.json)"))
        }

        @Test(
            "a photo of every format that libvips reads has one, as large as was asked for and never larger",
            arguments: ["jpg", "png", "webp", "gif", "tif", "heic", "avif", "jxl", "jp2"]
        )
        func formats(_ format: String) throws {
            try DaemonFixture.run { daemon in
                let vips = Vips(folder: daemon.scratch.location)
                let photo = daemon.root + "a.\(format)"
                // A libvips that cannot write it has nothing to read either.
                guard try vips.write(QuarteredPicture(width: 600, height: 300), to: photo) else { return }
                let client = try daemon.connect()
                try client.sync()
                for (more, width) in [("", Int64(600)), ("max=200", 200), ("max=200 format=png", 200)] {
                    let line = try ask(client, photo, more)
                    let size = (width, width / 2)
                    #expect(
                        line["width"]?.integer == size.0 && line["height"]?.integer == size.1,
                        "\(line.json)"
                    )
                    #expect(line["cached"]?.bool == false)
                    let file = try path(line)
                    let begin = try Disk.read(file).prefix(2)
                    #expect(begin.elementsEqual(more.contains("png") ? [0x89, 0x50] : [0xFF, 0xD8]))
                    for (x, y, colour) in [
                        (Int64(2), Int64(2), QuarteredPicture.Colour.red), (8, 2, .green), (2, 8, .blue),
                        (8, 8, .white),
                    ] {
                        #expect(try vips.colour(file, size, x, y) == colour, "\(more), \(x), \(y)")
                    }
                    let again = try ask(client, photo, more)
                    #expect(again["cached"]?.bool == true && again["path"] == line["path"])
                }
            }
        }

        @Test("a photo that lies on its side is upright in its preview")
        func orientation() throws {
            try DaemonFixture.run { daemon in
                let vips = Vips(folder: daemon.scratch.location)
                let plain = daemon.scratch.location + "plain.jpg"
                #expect(try vips.write(QuarteredPicture(width: 400, height: 200), to: plain))
                let photo = daemon.root + "a.jpg"
                try Disk.write(QuarteredPicture.turned(try Disk.read(plain), orientation: 6), to: photo)
                let client = try daemon.connect()
                try client.sync()
                let line = try ask(client, photo)
                #expect(line["width"]?.integer == 200 && line["height"]?.integer == 400, "\(line.json)")
                #expect(try vips.colour(path(line), (200, 400), 2, 2) == .blue)
            }
        }

        @Test("a preview is found where its photo was moved to, and another made where it was written to")
        func moves() throws {
            try DaemonFixture.run { daemon in
                // Pixels that are not compressed, so that changing one leaves a whole picture.
                let photo = daemon.root + "a.tif"
                let picture = QuarteredPicture(width: 300, height: 200)
                #expect(try Vips(folder: daemon.scratch.location).write(picture, to: photo))
                let old = try Disk.read(photo)
                try Disk.setTime(photo, seconds: 1_478_349_296)
                var client = try daemon.connect()
                try client.sync()
                let first = try ask(client, photo)
                #expect(first["cached"]?.bool == false, "\(first.json)")
                try daemon.stop()
                try Disk.makeFolder(daemon.root + "b")
                try Disk.rename(photo, to: daemon.root + "b/c.tif")
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let moved = try ask(client, daemon.root + "b/c.tif")
                #expect(moved["cached"]?.bool == true && moved["path"] == first["path"], "\(moved.json)")
                // Same inode, same size, same times but for the one that nobody can set.
                try Disk.overwrite(daemon.root + "b/c.tif", [7, 7, 7], at: 90_000)
                try Disk.setTime(daemon.root + "b/c.tif", seconds: 1_478_349_296)
                try client.sync()
                let edited = try ask(client, daemon.root + "b/c.tif")
                #expect(edited["cached"]?.bool == false, "\(edited.json)")
                #expect(edited["path"] != first["path"])
                try Disk.write(old, to: daemon.root + "copy.tif")
                try client.sync()
                let copy = try ask(client, daemon.root + "copy.tif")
                #expect(copy["cached"]?.bool == true && copy["path"] == first["path"], "\(copy.json)")
                // A damaged one is made again.
                try Disk.truncate(path(first), to: 1000)
                #expect(try ask(client, daemon.root + "copy.tif")["cached"]?.bool == false)
            }
        }

        @Test("of what cannot be drawn the reason is told, in its place among the others")
        func failures() throws {
            try DaemonFixture.run { daemon in
                try Disk.write("no picture at all", to: daemon.root + "a.jpg")
                try Disk.write(QuarteredPicture.bomb(edge: 50_000), to: daemon.root + "b.png")
                let picture = QuarteredPicture(width: 400, height: 400).png
                try Disk.write(Array(picture.prefix(20_000)), to: daemon.root + "c.png")
                try Disk.write("no video", to: daemon.root + "d.mp4")
                try Disk.write(QuarteredPicture(width: 1, height: 1).png, to: daemon.root + "e.png")
                let client = try daemon.connect()
                try client.sync()
                let names = ["a.jpg", "b.png", "d.mp4"]
                let paths = names.map { (daemon.root + $0).display }
                try client.send(
                    Request("preview"),
                    identifiers: paths + [
                        "nothing", (daemon.root + "c.png").display, (daemon.root + "e.png").display,
                    ]
                )
                let lines = try client.readReply()
                #expect(lines.count == 6)
                for (line, word) in zip(lines, ["decoder", "megapixels", "video"]) {
                    #expect(line["error"]?.string == "unsupported", "\(line.json)")
                    #expect(line["message"]?.string?.contains(word) == true, "\(line.json)")
                    #expect(line["placeholder"] != nil)
                }
                #expect(lines[3]["error"]?.string == "no-such" && lines[3]["id"]?.string == "nothing")
                // Of one that was cut off what there is is shown.
                #expect(lines[4]["width"]?.integer == 400, "\(lines[4].json)")
                #expect(
                    try Vips(folder: daemon.scratch.location).colour(path(lines[4]), (400, 400), 2, 0) == .red
                )
                #expect(lines[5]["width"]?.integer == 1 && lines[5]["height"]?.integer == 1)
                let render = try #require(try client.status()["workers"]?["render"])
                #expect(render["crashes"]?.integer == 0)
                let stats = try #require(try client.ask("stats").first?["previews"])
                #expect(stats["made"]?.integer == 2 && stats["failed"]?.integer == 2, "\(stats.json)")
                #expect(try client.refusal("preview").name == "argument")
                #expect(try client.refusal("preview x max=0").name == "argument")
                #expect(try client.refusal("preview x format=gif").name == "argument")
            }
        }

        @Test("photoctl tells where previews are, and copies one to a file or its output")
        func client() throws {
            try DaemonFixture.run { daemon in
                let photo = daemon.root + "a.png"
                try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: photo)
                try daemon.connect().sync()
                let told = try daemon.photoctl(["preview", "--max", "100", "--json", photo.display])
                let bytes = try Disk.read(try path(try #require(told.lines.first)))
                let copy = daemon.scratch.location + "copy.jpg"
                let run = try daemon.photoctl([
                    "preview", "--max", "100", "--output", copy.display, photo.display,
                ])
                #expect(run.end == .exited(0) && run.text.isEmpty, "\(run.errors)")
                #expect(try Disk.read(copy) == bytes)
                let bad = try daemon.photoctl(["preview", "--output", copy.display, "nothing"])
                #expect(bad.end == .exited(4))
                let drawn = daemon.scratch.location + "drawn.PNG"
                for (more, begin) in [([], [0x89, 0x50]), (["--format", "jpeg"], [0xFF, 0xD8])]
                    as [([String], [UInt8])]
                {
                    let run = try daemon.photoctl(
                        ["preview", "--output", drawn.display, photo.display] + more
                    )
                    #expect(run.end == .exited(0), "\(run.errors)")
                    #expect(try Disk.read(drawn).prefix(2).elementsEqual(begin))
                }
            }
        }

        @Test(
            "no file of the library is replaced by a picture, however it is named",
            arguments: ["preview", "thumb"]
        )
        func photoStays(_ command: String) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                // The library is configured by a link, and the folder beside it is reached by ".." from where the link leads.
                let library = daemon.scratch.location + "library"
                try Disk.makeSymbolicLink(library, to: daemon.root)
                try daemon.configure(libraries: [library])
                try Disk.makeFolder(daemon.root + "deep")
                let picture = QuarteredPicture(width: 300, height: 200).png
                let photo = daemon.root + "a.png"
                try Disk.write(picture, to: photo)
                try Disk.link(photo, to: daemon.root + "deep/b.png")
                try Disk.write("a sidecar", to: daemon.root + "a.png.xmp")
                try Disk.makeSymbolicLink(daemon.root + "away.png", to: FilePath("/nowhere/at/all.png"))
                let outside = daemon.scratch.location + "outside"
                try Disk.makeFolder(outside)
                try Disk.makeSymbolicLink(outside + "deep", to: daemon.root + "deep")
                try Disk.makeSymbolicLink(outside + "c.png", to: FilePath("../photos/a.png"))
                try Disk.makeSymbolicLink(outside + "d.png", to: outside + "c.png")
                try daemon.start()
                try daemon.connect().sync()
                let named = library + "a.png"
                for target in [
                    photo, named, library + "a.png.xmp", library + "away.png", daemon.root + "deep/b.png",
                    outside + "c.png", outside + "d.png", outside + "deep/../a.png", outside + "deep/b.png",
                ] {
                    for output in [target.display, target.uri] {
                        let run = try daemon.photoctl([command, "--output", output, named.display])
                        #expect(run.end == .exited(4), "\(output)")
                        #expect(run.errors.contains("choose another name"), "\(output): \(run.errors)")
                    }
                }
                #expect(try Disk.read(photo) == picture)
                #expect(try Disk.read(daemon.root + "a.png.xmp") == Array("a sidecar".utf8))
                #expect(Disk.isLink(daemon.root + "away.png") && Disk.isLink(outside + "d.png"))
                // What is new there, and what is there elsewhere, is written.
                try Disk.write("old", to: outside + "e.png")
                for target in [library + "new.png", outside + "e.png"] {
                    let run = try daemon.photoctl([command, "--output", target.display, named.display])
                    #expect(run.end == .exited(0), "\(target.display): \(run.errors)")
                    #expect(try Disk.read(target).starts(with: [0x89, 0x50]))
                }
            }
        }
    }
}
