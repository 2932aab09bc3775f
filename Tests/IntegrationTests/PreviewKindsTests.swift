import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Previews of odd files", .enabled(if: Vips.isThere, "vips is missing: install libvips-tools"))
    struct PreviewKindsTests {
        private func ask(_ client: Connection, _ path: FilePath, _ more: String = "") throws -> JSONValue {
            try #require(try client.ask("preview \"\(path.display)\" \(more)").first)
        }

        /// That a preview shows the picture of four colours, upright and as large as said.
        private func expectColours(
            _ line: JSONValue,
            _ width: Int64,
            _ height: Int64,
            _ vips: Vips,
            _ name: String
        ) throws {
            #expect(
                line["width"]?.integer == width && line["height"]?.integer == height,
                "\(name): \(line.json)"
            )
            guard let path = line["path"]?.string else { return }
            for (x, y, colour) in [
                (Int64(2), Int64(2), QuarteredPicture.Colour.red), (8, 2, .green), (2, 8, .blue),
                (8, 8, .white),
            ] {
                #expect(
                    try vips.colour(FilePath(path), (width, height), x, y) == colour,
                    "\(name): \(x), \(y)"
                )
            }
        }

        @Test("of one in four inks and of one of 16 bits are in the colours that are seen")
        func colours() throws {
            try DaemonFixture.run { daemon in
                let vips = Vips(folder: daemon.scratch.location)
                let plain = daemon.scratch.location + "plain.png"
                try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: plain)
                for (name, space) in [("ink.tif", "cmyk"), ("deep.png", "rgb16"), ("deep.tif", "rgb16")] {
                    let photo = daemon.root + name
                    #expect(
                        try vips.run(["colourspace", plain.display, photo.display, space]) != nil,
                        "\(name)"
                    )
                }
                #expect(
                    try vips.run([
                        "copy", (daemon.root + "ink.tif").display,
                        (daemon.root + "ink.jpg").display + "[Q=95]",
                    ]) != nil
                )
                let client = try daemon.connect()
                try client.sync()
                for name in ["deep.png", "deep.tif"] {
                    try expectColours(try ask(client, daemon.root + name), 300, 200, vips, name)
                }
                for name in ["ink.tif", "ink.jpg"] {
                    let line = try ask(client, daemon.root + name)
                    #expect(
                        line["width"]?.integer == 300 && line["height"]?.integer == 200,
                        "\(name): \(line.json)"
                    )
                    // Inks are duller than light, but which of the three is strongest is seen.
                    let file = try #require(line["path"]?.string, "\(line.json)")
                    for (x, y, strongest) in [("60", "40", 0), ("240", "40", 1), ("60", "160", 2)] {
                        let text = try vips.run(["getpoint", file, x, y]) ?? ""
                        let channels = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
                        #expect(
                            channels.count == 3 && channels.max() == channels[strongest],
                            "\(name): \(text)"
                        )
                    }
                }
            }
        }

        @Test(
            "of an animation show its first picture",
            .enabled(if: Programs.system("ffmpeg") != nil, "ffmpeg is missing: install ffmpeg"),
            arguments: ["gif", "webp"]
        )
        func animations(_ format: String) throws {
            try DaemonFixture.run { daemon in
                let folder = daemon.scratch.location
                try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: folder + "f1.png")
                try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: folder + "f0.png")
                #expect(
                    try Vips(folder: folder).run([
                        "invert", (folder + "f0.png").display, (folder + "f2.png").display,
                    ]) != nil
                )
                let photo = daemon.root + "a.\(format)"
                let run = try ChildProcess(
                    try #require(Programs.system("ffmpeg")),
                    [
                        "-v", "error", "-framerate", "2", "-start_number", "1", "-i",
                        (folder + "f%d.png").display,
                        "-loop", "0", photo.display,
                    ],
                    environment: ["PATH=/usr/bin:/bin", "HOME=\(folder.display)"],
                    output: FilePath("/dev/null"),
                    log: folder + "ffmpeg-errors"
                )
                // An ffmpeg that cannot write it leaves nothing to be tried.
                guard try run.wait() == .exited(0) else { return }
                let client = try daemon.connect()
                try client.sync()
                try expectColours(try ask(client, photo), 300, 200, Vips(folder: folder), format)
            }
        }

        @Test("of a JPEG that ends too soon show what is there of it")
        func truncated() throws {
            try DaemonFixture.run { daemon in
                let vips = Vips(folder: daemon.scratch.location)
                let plain = daemon.scratch.location + "plain.jpg"
                #expect(try vips.write(QuarteredPicture(width: 400, height: 400), to: plain))
                let whole = try Disk.read(plain)
                try Disk.write(Array(whole.prefix(whole.count * 3 / 4)), to: daemon.root + "a.jpg")
                // Nothing is left but what says how large it is.
                try Disk.write(Array(whole.prefix(200)), to: daemon.root + "b.jpg")
                let client = try daemon.connect()
                try client.sync()
                let line = try ask(client, daemon.root + "a.jpg")
                #expect(line["width"]?.integer == 400 && line["height"]?.integer == 400, "\(line.json)")
                if let path = line["path"]?.string {
                    #expect(try vips.colour(FilePath(path), (400, 400), 2, 1) == .red)
                }
                let other = try ask(client, daemon.root + "b.jpg")
                #expect(other["error"] != nil || other["width"]?.integer == 400, "\(other.json)")
                #expect(try client.status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }

        @Test("of a digital negative and of a Photoshop document are those that lie in them")
        func embedded() throws {
            try DaemonFixture.run { daemon in
                let vips = Vips(folder: daemon.scratch.location)
                let plain = daemon.scratch.location + "plain.jpg"
                #expect(
                    try vips.write(QuarteredPicture(width: 200, height: 100), to: plain, options: "[Q=95]")
                )
                let jpeg = try Disk.read(plain)
                let (negative, document) = (daemon.root + "a.dng", daemon.root + "b.psd")
                try Disk.write(
                    EmbeddedPictures.negative(jpeg, width: 200, height: 100, orientation: 6),
                    to: negative
                )
                try Disk.write(EmbeddedPictures.photoshop(jpeg, width: 200, height: 100), to: document)
                try Disk.write(
                    EmbeddedPictures.negative([], width: 200, height: 100, orientation: 1),
                    to: daemon.root + "empty.dng"
                )
                let client = try daemon.connect()
                try client.sync()
                try expectColours(try ask(client, document), 200, 100, vips, "psd")
                let turned = try ask(client, negative)
                #expect(turned["width"]?.integer == 100 && turned["height"]?.integer == 200, "\(turned.json)")
                if let path = turned["path"]?.string {
                    #expect(try vips.colour(FilePath(path), (100, 200), 2, 2) == .blue)
                    #expect(try vips.colour(FilePath(path), (100, 200), 8, 2) == .red)
                }
                let none = try ask(client, daemon.root + "empty.dng")
                #expect(none["error"]?.string == "unsupported", "\(none.json)")
            }
        }

        @Test(
            "of a photo whose folder is away are told where they were made before, and of others the reason"
        )
        func offline() throws {
            try DaemonFixture.run { daemon in
                for (name, width) in [("a.png", 300), ("b.png", 310)] {
                    try Disk.write(QuarteredPicture(width: width, height: 200).png, to: daemon.root + name)
                }
                let client = try daemon.connect()
                try client.sync()
                let (made, other) = (
                    try client.id(of: daemon.root + "a.png"), try client.id(of: daemon.root + "b.png")
                )
                // One that changed within the last two seconds is not yet known by its content.
                try Waiting.until("the photo is known by its content", below: daemon.scratch.location) {
                    _ = try client.ask("preview \(made)")
                    return try client.ask("preview \(made)").first?["cached"]?.bool == true
                }
                let first = try #require(try client.ask("preview \(made)").first)
                try Waiting.until("it is found without the photo", below: daemon.scratch.location) {
                    _ = try client.ask("preview \(made)")
                    return try isNoted(daemon)
                }
                try Disk.rename(daemon.root, to: daemon.scratch.location + "away")
                try Waiting.until("the root is offline", below: daemon.scratch.location) {
                    try client.ask("roots").first?["state"]?.string == "offline"
                }
                let again = try client.ask("preview \(made) \(other)")
                #expect(again.first?["cached"]?.bool == true && again.first?["path"] == first["path"])
                #expect(again.last?["error"]?.string == "busy", "\(again.last?.json ?? "")")
            }
        }

        /// Whether a photo was changed long enough ago for its content to be noted.
        private func isNoted(_ daemon: DaemonFixture) throws -> Bool {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            let changed = try #require(Disk.status(daemon.root + "a.png")).st_ctim.tv_sec
            return now.tv_sec > changed + 3
        }

        @Test("that cannot be made are not tried again while their file stays, and no worker is left")
        func failing() throws {
            try DaemonFixture.run { daemon in
                let photo = daemon.root + "a.jpg"
                try Disk.write("no picture", to: photo)
                let client = try daemon.connect()
                try client.sync()
                func jobs() throws -> Int64 {
                    try #require(try client.status()["workers"]?["render"]?["jobs"]?.integer)
                }
                // One that changed within the last two seconds may change again without another stamp.
                try Waiting.until("it is not tried again", below: daemon.scratch.location) {
                    let before = try jobs()
                    #expect(try ask(client, photo)["error"]?.string == "unsupported")
                    return try jobs() == before
                }
                try Disk.write(QuarteredPicture(width: 30, height: 20).png, to: photo)
                try client.sync()
                #expect(try ask(client, photo)["width"]?.integer == 30)
                try Waiting.until("the worker is gone") {
                    try client.status()["workers"]?["render"]?["running"]?.integer == 0
                }
            }
        }

        @Test("are copied under the longest name that there may be, through links, and into pipes")
        func copies() throws {
            try DaemonFixture.run { daemon in
                let photo = daemon.root + "a.png"
                try Disk.write(QuarteredPicture(width: 300, height: 200).png, to: photo)
                let client = try daemon.connect()
                try client.sync()
                for command in ["preview", "thumb"] {
                    let told = try daemon.photoctl([command, "--json", photo.display])
                    let bytes = try Disk.read(
                        FilePath(try #require(try told.lines.first?["path"]?.string, "\(told.errors)"))
                    )
                    let folder = daemon.scratch.location + command
                    try Disk.makeFolder(folder)
                    let long = folder + String(repeating: "n", count: 255)
                    for _ in 0..<2 {
                        let run = try daemon.photoctl([command, "--output", long.display, photo.display])
                        #expect(run.end == .exited(0) && run.text.isEmpty, "\(run.errors)")
                        #expect(try Disk.read(long) == bytes)
                    }
                    try Disk.write("old", to: folder + "target")
                    try Disk.setMode(folder + "target", 0o600)
                    try Disk.makeSymbolicLink(folder + "link", to: FilePath("target"))
                    let linked = try daemon.photoctl([
                        command, "--output", (folder + "link").display, photo.display,
                    ])
                    #expect(linked.end == .exited(0), "\(linked.errors)")
                    #expect(
                        Disk.isLink(folder + "link") && Disk.status(folder + "target")?.st_mode == 0o100600
                    )
                    #expect(try Disk.read(folder + "target") == bytes)
                    #expect(
                        try daemon.photoctl([command, "--output", "/dev/null", photo.display]).end
                            == .exited(0)
                    )
                    let none = try daemon.photoctl([
                        command, "--output", (folder + "missing/x").display, photo.display,
                    ])
                    #expect(none.end != .exited(0) && none.errors.contains("missing/x"), "\(none.errors)")
                    // No other name is left behind.
                    #expect(try Disk.names(in: folder).count == 3)
                    // Nobody sees a picture of a photo that they may not see, and what is there keeps its mode.
                    try Disk.setMode(photo, 0o600)
                    try Disk.setMode(folder + "target", 0o666)
                    for (name, mode) in [("private", 0o600), ("target", 0o666)] as [(String, mode_t)] {
                        let run = try daemon.photoctl([
                            command, "--output", (folder + name).display, photo.display,
                        ])
                        #expect(run.end == .exited(0), "\(run.errors)")
                        #expect(Disk.status(folder + name).map { $0.st_mode & 0o777 } == mode)
                    }
                    try Disk.setMode(photo, 0o644)
                    #expect(try daemon.photoctl([command, "--output", "x", "a", "b"]).end == .exited(2))
                }
            }
        }
    }
}
