import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Thumbnails", .enabled(if: Vips.isThere, "vips is missing: install libvips-tools"))
    struct ThumbnailTests {
        private func thumbnails(_ daemon: DaemonFixture) -> FilePath {
            daemon.scratch.location + ".cache/thumbnails"
        }

        private func ask(_ client: Connection, _ path: FilePath, _ size: String = "normal") throws
            -> JSONValue
        {
            try #require(try client.ask("thumbnail \"\(path.display)\" size=\(size)").first)
        }

        private func path(_ line: JSONValue) throws -> FilePath {
            FilePath(try #require(line["path"]?.string, "\(line.json)"))
        }

        @Test("a photo of every orientation is upright in its thumbnail, and as large as was asked for")
        func orientations() throws {
            try DaemonFixture.run { daemon in
                let vips = Vips(folder: daemon.scratch.location)
                let jpeg = daemon.scratch.location + "plain.jpg"
                #expect(
                    try vips.write(QuarteredPicture(width: 400, height: 200), to: jpeg, options: "[Q=95]")
                )
                let plain = try Disk.read(jpeg)
                for orientation in 1...8 {
                    try Disk.write(
                        QuarteredPicture.turned(plain, orientation: UInt8(orientation)),
                        to: daemon.root + "\(orientation).jpg"
                    )
                }
                let client = try daemon.connect()
                try client.sync()
                // What stands in the upper left corner, and right of it.
                let corners: [(QuarteredPicture.Colour, QuarteredPicture.Colour)] = [
                    (.red, .green), (.green, .red), (.white, .blue), (.blue, .white),
                    (.red, .blue), (.blue, .red), (.white, .green), (.green, .white),
                ]
                for (index, corner) in corners.enumerated() {
                    let line = try ask(client, daemon.root + "\(index + 1).jpg", "large")
                    let isOnItsSide = index >= 4
                    let size = isOnItsSide ? (Int64(128), Int64(256)) : (256, 128)
                    #expect(line["width"]?.integer == size.0 && line["height"]?.integer == size.1)
                    #expect(line["cached"]?.bool == false)
                    // So is the size of the item.
                    let item = try client.item(daemon.root + "\(index + 1).jpg")
                    #expect(item?["width"]?.integer == (isOnItsSide ? 200 : 400))
                    #expect(item?["height"]?.integer == (isOnItsSide ? 400 : 200))
                    let file = try path(line)
                    #expect(file.isInside(thumbnails(daemon) + "large"))
                    #expect(try vips.colour(file, size, 2, 2) == corner.0, "orientation \(index + 1)")
                    #expect(try vips.colour(file, size, 8, 2) == corner.1, "orientation \(index + 1)")
                    let again = try ask(client, daemon.root + "\(index + 1).jpg", "large")
                    #expect(again["cached"]?.bool == true)
                    #expect(again["path"] == line["path"] && again["width"] == line["width"])
                }
            }
        }

        @Test(
            "files of every format that libvips reads get one, and none is larger than the file",
            arguments: ["png", "webp", "gif", "tif", "heic", "avif", "jxl", "jp2"]
        )
        func formats(_ format: String) throws {
            try DaemonFixture.run { daemon in
                let vips = Vips(folder: daemon.scratch.location)
                for (name, width) in [("large", 600), ("small", 60)] {
                    let file = daemon.root + "\(name).\(format)"
                    let picture = QuarteredPicture(width: width, height: width / 2)
                    // A libvips that cannot write it has nothing to read either.
                    guard try vips.write(picture, to: file) else { return }
                }
                let client = try daemon.connect()
                try client.sync()
                for (name, edge) in [("large", Int64(128)), ("small", 60)] {
                    let line = try ask(client, daemon.root + "\(name).\(format)")
                    let size = (edge, edge / 2)
                    #expect(
                        line["width"]?.integer == size.0 && line["height"]?.integer == size.1,
                        "\(line.json)"
                    )
                    let file = try path(line)
                    for (x, y, colour) in [
                        (Int64(2), Int64(2), QuarteredPicture.Colour.red), (8, 2, .green), (2, 8, .blue),
                        (8, 8, .white),
                    ] {
                        #expect(try vips.colour(file, size, x, y) == colour, "\(name), \(x), \(y)")
                    }
                }
            }
        }

        @Test("of what cannot be drawn the reason is told, a grey picture, and afterwards without a worker")
        func failures() throws {
            try DaemonFixture.run { daemon in
                try Disk.write("no picture at all", to: daemon.root + "a.jpg")
                try Disk.write(QuarteredPicture.bomb(edge: 50_000), to: daemon.root + "b.png")
                let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
                try Disk.write(svg, to: daemon.root + "c.png")
                try Disk.write("no video", to: daemon.root + "d.mp4")
                let client = try daemon.connect()
                try client.sync()
                for _ in 0..<2 {
                    for (name, word) in [
                        ("a.jpg", "decoder"), ("b.png", "megapixels"), ("c.png", "decoder"),
                        ("d.mp4", "video"),
                    ] {
                        let line = try ask(client, daemon.root + name)
                        #expect(line["error"]?.string == "unsupported", "\(line.json)")
                        #expect(line["message"]?.string?.contains(word) == true, "\(line.json)")
                        let grey = FilePath(try #require(line["placeholder"]?.string))
                        let text = try Vips(folder: daemon.scratch.location).run([
                            "getpoint", grey.display, "64", "64",
                        ])
                        #expect(
                            text?.split(whereSeparator: \.isWhitespace).allSatisfy { Double($0) == 128 }
                                == true
                        )
                    }
                }
                let render = try #require(try client.status()["workers"]?["render"])
                #expect(render["jobs"]?.integer == 4)
                #expect(render["crashes"]?.integer == 0)
                #expect(try client.status()["state"]?.string == "ready")
                let stats = try #require(try client.ask("stats").first?["thumbnails"])
                #expect(stats["failed"]?.integer == 4 && stats["made"]?.integer == 0, "\(stats.json)")
                let unknown = try #require(try client.ask("thumbnail nothing").first)
                #expect(unknown["id"]?.string == "nothing" && unknown["error"]?.string == "no-such")
                #expect(try client.refusal("thumbnail").name == "argument")
                #expect(try client.refusal("thumbnail x size=huge").name == "argument")
            }
        }

        @Test("a thumbnail goes along with a photo that is renamed, and goes with one that is removed")
        func following() throws {
            try DaemonFixture.run { daemon in
                try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: daemon.root + "a.png")
                try Disk.write("no picture", to: daemon.root + "bad.jpg")
                var client = try daemon.connect()
                try client.sync()
                let first = try path(ask(client, daemon.root + "a.png", "large"))
                _ = try ask(client, daemon.root + "bad.jpg")
                let failures = thumbnails(daemon) + "fail"
                let kept = try Disk.names(in: failures).first
                let failed = failures.appending(try #require(kept))
                #expect(try Disk.names(in: failed).count == 1)

                try Disk.rename(daemon.root + "a.png", to: daemon.root + "b (2).png")
                try Disk.remove(daemon.root + "bad.jpg")
                try client.sync()
                try Waiting.until("the thumbnail has moved", below: thumbnails(daemon)) {
                    try Disk.status(first) == nil && Disk.names(in: failed).isEmpty
                }
                let second = try ask(client, daemon.root + "b (2).png", "large")
                #expect(second["cached"]?.bool == true)

                // What happens while the daemon is not there counts as well.
                try daemon.stop()
                try Disk.makeFolder(daemon.root + "c")
                try Disk.rename(daemon.root + "b (2).png", to: daemon.root + "c/d.png")
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let old = try path(second)
                try Waiting.until("the thumbnail has moved again", below: thumbnails(daemon)) {
                    Disk.status(old) == nil
                }
                let third = try ask(client, daemon.root + "c/d.png", "large")
                #expect(third["cached"]?.bool == true)
                try Disk.remove(daemon.root + "c/d.png")
                let last = try path(third)
                try Waiting.until("the thumbnail is gone", below: thumbnails(daemon)) {
                    Disk.status(last) == nil
                }
            }
        }

        @Test(
            "what is made of a photo that has taken another one's name stays, when that one's thumbnails follow it"
        )
        func exchangedNames() throws {
            try DaemonFixture.run { daemon in
                let (one, other) = (daemon.root + "a.png", daemon.root + "b.png")
                try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: one)
                try Disk.write(QuarteredPicture(width: 200, height: 300).png, to: other)
                // A thumbnail says of which second its photo is.
                for (path, second) in [(one, 1_479_200_000), (other, 1_479_300_000)] {
                    try Disk.setTime(path, seconds: second)
                }
                let client = try daemon.connect()
                try client.sync()
                let first = try path(ask(client, one, "large"))
                let second = try path(ask(client, other, "large"))
                // Renamed once, both are noted.
                for path in [one, other] { try Disk.rename(path, to: FilePath(path.display + ".png")) }
                try client.sync()
                try Waiting.until("both have moved", below: thumbnails(daemon)) {
                    Disk.status(first) == nil && Disk.status(second) == nil
                }
                for path in [one, other] { try Disk.rename(FilePath(path.display + ".png"), to: path) }
                try client.sync()
                try Waiting.until("both have moved back", below: thumbnails(daemon)) {
                    Disk.status(first) != nil && Disk.status(second) != nil
                }

                try Disk.exchange(one, other)
                try client.sync()
                let made = try ask(client, one, "large")
                let (width, height) = (made["width"]?.integer ?? 0, made["height"]?.integer ?? 0)
                #expect(try width < height && path(made) == first)
                try Waiting.until("the other's have followed it", below: thumbnails(daemon)) {
                    Disk.status(second) == nil
                }
                #expect(Disk.status(first) != nil)
                #expect(try ask(client, one, "large")["cached"]?.bool == true)
            }
        }

        @Test("a photo that changes gets a new one, and one that another program made is taken")
        func changes() throws {
            try DaemonFixture.run { daemon in
                let (photo, vips) = (daemon.root + "a.png", Vips(folder: daemon.scratch.location))
                try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: photo)
                try Disk.setTime(photo, seconds: 1_478_349_296)
                let client = try daemon.connect()
                try client.sync()
                _ = try ask(client, photo)
                try Disk.write(QuarteredPicture(width: 200, height: 300).png, to: photo)
                try Disk.setTime(photo, seconds: 1_478_349_300)
                try client.sync()
                let line = try ask(client, photo)
                #expect(line["cached"]?.bool == false && line["height"]?.integer == 128, "\(line.json)")
                // photod's own entry, as another program would write it: valid by what it says.
                let file = try path(line)
                let bytes = try Disk.read(file)
                try Disk.write(
                    replacing(Array("Software\0photod".utf8), by: Array("Software\0fotodd".utf8), in: bytes),
                    to: file
                )
                #expect(try ask(client, photo)["cached"]?.bool == true)
                #expect(try vips.colour(file, (85, 128), 2, 2) == .red)
            }
        }

        @Test("a photo that is turned and keeps its length and its time gets a new one")
        func turned() throws {
            try DaemonFixture.run { daemon in
                let (photo, jpeg) = (daemon.root + "a.jpg", daemon.scratch.location + "plain.jpg")
                let vips = Vips(folder: daemon.scratch.location)
                #expect(try vips.write(QuarteredPicture(width: 400, height: 200), to: jpeg))
                let plain = try Disk.read(jpeg)
                let client = try daemon.connect()
                for (orientation, width, height) in [(UInt8(1), Int64(128), Int64(64)), (6, 64, 128)] {
                    try Disk.write(QuarteredPicture.turned(plain, orientation: orientation), to: photo)
                    try Disk.setTime(photo, seconds: 1_478_349_296)
                    try client.sync()
                    let line = try ask(client, photo)
                    #expect(line["cached"]?.bool == false, "\(line.json)")
                    #expect(line["width"]?.integer == width && line["height"]?.integer == height)
                    // Another mode changes nothing that is to be seen.
                    try Disk.setMode(photo, 0o600)
                    try client.sync()
                    #expect(try ask(client, photo)["cached"]?.bool == true)
                    try Disk.setMode(photo, 0o644)
                }
            }
        }

        private func replacing(_ old: [UInt8], by new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for start in bytes.indices where bytes[start...].starts(with: old) {
                bytes.replaceSubrange(start..<(start + old.count), with: new)
            }
            return bytes
        }

        @Test(
            "of a photo whose folder is away the thumbnail is told that was made before, and of others the reason"
        )
        func offline() throws {
            try DaemonFixture.run { daemon in
                for name in ["a.png", "b.png"] {
                    try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: daemon.root + name)
                }
                let client = try daemon.connect()
                try client.sync()
                let (made, other) = (
                    try client.id(of: daemon.root + "a.png"), try client.id(of: daemon.root + "b.png")
                )
                let first = try #require(try client.ask("thumbnail \(made)").first)
                try Disk.rename(daemon.root, to: daemon.scratch.location + "away")
                try Waiting.until("the root is offline", below: daemon.scratch.location) {
                    try client.ask("roots").first?["state"]?.string == "offline"
                }
                let again = try client.ask("thumbnail \(made) \(other)")
                #expect(again.first?["cached"]?.bool == true && again.first?["path"] == first["path"])
                #expect(again.last?["error"]?.string == "busy", "\(again.json)")
                #expect(Disk.isFile(try path(first)))
            }
        }

        @Test("a thumbnail is no photo of which there are thumbnails")
        func ofThumbnails() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let folder = thumbnails(daemon) + "large"
                try Disk.makeFolders(folder)
                try Disk.write(QuarteredPicture(width: 30, height: 20).png, to: folder + "a.png")
                try daemon.configure(libraries: [daemon.root, thumbnails(daemon)])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let line = try ask(client, folder + "a.png")
                #expect(line["error"]?.string == "unsupported", "\(line.json)")
                #expect(try Disk.names(in: thumbnails(daemon)) == [FileName("large")])
            }
        }

        @Test("many are told in the order they were asked for, and those that are there without a worker")
        func lists() throws {
            try DaemonFixture.run { daemon in
                for number in 0..<150 {
                    let picture = QuarteredPicture(width: 20 + number, height: 20)
                    try Disk.write(picture.png, to: daemon.root + "\(number).png")
                }
                let client = try daemon.connect()
                try client.sync()
                let paths = (0..<150).map { (daemon.root + "\($0).png").display }
                for isCached in [false, true] {
                    try client.send(Request("thumbnail"), identifiers: paths)
                    let lines = try client.readReply()
                    #expect(lines.map { $0["width"]?.integer } == (0..<150).map { Int64(min(20 + $0, 128)) })
                    #expect(lines.allSatisfy { $0["cached"]?.bool == isCached })
                }
                #expect(try client.status()["workers"]?["render"]?["jobs"]?.integer == 150)
                let run = try daemon.photoctl(["thumb", "--all", "--missing", "--json"])
                #expect(run.end == .exited(0) && run.text.isEmpty, "\(run.errors)")
                let other = try daemon.photoctl(["thumb", "--size", "large", "--json", paths[0]])
                #expect(try other.lines.first?["cached"]?.bool == false)
                let nul = try daemon.photoctl(["-0", "thumb", (daemon.root + "none.png").display, paths[0]])
                #expect(nul.end == .exited(4) && nul.text.hasSuffix(".png\0"), "\(nul.text)")
                #expect(nul.text.utf8.count { $0 == 0 } == 1 && nul.text.first == "/", "\(nul.text)")
            }
        }

        @Test(
            "what several ask for at once, and one several times, is drawn once, and tried once where it is no picture"
        )
        func sharedDrawings() throws {
            try DaemonFixture.run { daemon in
                for number in 0..<20 {
                    let picture = QuarteredPicture(width: 300 + number, height: 200)
                    try Disk.write(picture.png, to: daemon.root + "\(number).png")
                }
                try Disk.write("no picture", to: daemon.root + "20.png")
                let clients = try (0..<3).map { _ in try daemon.connect() }
                try clients[0].sync()
                let ids = try (0...20).map { try clients[0].id(of: daemon.root + "\($0).png") }
                let line = "thumbnail \((ids + [ids[0], ids[20], ids[0]]).joined(separator: " "))\n"
                for client in clients { try client.send(Array(line.utf8)) }
                for client in clients {
                    let lines = try client.readReply()
                    #expect(lines.compactMap { $0["path"]?.string }.count == 22, "\(lines.json)")
                    #expect(lines.filter { $0["error"]?.string == "unsupported" }.count == 2)
                }
                let stats = try #require(try clients[0].ask("stats").first?["thumbnails"])
                #expect(stats["made"]?.integer == 20 && stats["cached"]?.integer == 46, "\(stats.json)")
                let render = try clients[0].status()["workers"]?["render"]
                #expect(render?["jobs"]?.integer == 21, "\(render?.json ?? "")")
            }
        }

        @Test("without photod-render photod works, takes what is there, and says what is missing")
        func withoutWorker() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.replaceExtract(by: "photod-extract")
                try Disk.write(QuarteredPicture(width: 30, height: 20).png, to: daemon.root + "a.png")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.status()["workers"]?["render"] == .null)
                #expect(try client.status()["state"]?.string == "ready")
                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe status\n".utf8))
                while let event = try subscriber.nextLine() {
                    if try JSONValue.parse(event)["event"]?.string == "ready" { break }
                }
                let line = try ask(client, daemon.root + "a.png")
                #expect(line["error"]?.string == "unsupported")
                #expect(line["message"]?.string?.contains("photod-render is missing") == true)
                #expect(try client.status()["problems"]?.json.contains("photod-render") == true)
                let event = try JSONValue.parse(try #require(try subscriber.nextLine()))
                #expect(event["state"]?.string == "degraded", "\(event.json)")
            }
        }
    }
}
