import Glibc
import LineProtocol
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("photoctl ui and the gallery")
    struct UiGalleryTests {
        private func start(_ gallery: GalleryFixture, _ words: [String]) throws -> ChildProcess {
            try ChildProcess(
                try Programs.path(of: "photoctl"),
                ["--socket", gallery.daemon.socket.display, "ui"] + words
                    + ["--gallery-socket", gallery.control.display],
                environment: ["HOME=\(gallery.daemon.scratch.location.display)"],
                output: output(gallery),
                log: gallery.daemon.scratch.location + "ui-errors"
            )
        }

        private func output(_ gallery: GalleryFixture) -> FilePath {
            gallery.daemon.scratch.location + "ui-output"
        }

        private func printed(_ gallery: GalleryFixture) throws -> String {
            String(decoding: try Disk.read(output(gallery)), as: UTF8.self)
        }

        private func complaints(_ gallery: GalleryFixture) throws -> String {
            let file = gallery.daemon.scratch.location + "ui-errors"
            return String(decoding: try Disk.read(file), as: UTF8.self)
        }

        /// Runs photoctl to its end, while a page carries out what it is told.
        private func run(
            _ gallery: GalleryFixture,
            on page: ScreenPage? = nil,
            _ words: String...
        ) throws -> ChildProcess.End {
            let process = try start(gallery, words)
            try page?.carryOut()
            return try process.wait()
        }

        /// What a screen has open, without what counts up.
        private func tree(_ gallery: GalleryFixture, _ screen: String) throws -> JSONValue {
            let line = try ControlClient(gallery).ask("ui tree \(screen)")[0]
            let members = try JSONValue.parse(line).members ?? []
            return .object(members.filter { $0.name != "nextNumber" })
        }

        @Test("commands are carried out and refused, and the exit code says which")
        func commands() throws {
            try GalleryFixture.run { gallery in
                #expect(try run(gallery, "pop", #"{"componentId":"x"}"#) == .exited(4))
                #expect(try complaints(gallery).contains("no screen is open"))
                let page = try ScreenPage(gallery, "hall", size: (1280, 720))
                let root = #"{ "root" : \#(ScreenLayout.stack("s", "a")) }"#
                #expect(try run(gallery, on: page, "setRoot", root) == .exited(0))
                #expect(try printed(gallery) == "hall\t1\ts\t5\t\t\t\t\n")
                let push = #"{"componentId":"a","layout":\#(ScreenLayout.text("b"))}"#
                let file = gallery.daemon.scratch.location + "push.json"
                try Disk.write("\n" + push + "\n", to: file)
                #expect(
                    try run(gallery, on: page, "push", "@" + file.display, "--screen", "hall") == .exited(0)
                )
                #expect(try run(gallery, "screens") == .exited(0))
                #expect(try printed(gallery) == "hall\ttrue\t1280\t720\tb\t\t0\ttrue\n")
                // Of all screens a refusal is a line, of the named one an ACK.
                #expect(try run(gallery, "push", push) == .exited(4))
                #expect(try printed(gallery).hasPrefix("hall\t3\t\t\tduplicate-id\tb\t"))
                #expect(try run(gallery, "push", push, "--screen", "hall") == .exited(4))
                #expect(try complaints(gallery).contains("duplicate-id"))
                #expect(try run(gallery, "pop", #"{"componentId":"b"}"#, "--timeout", "0.1") == .exited(5))
                try page.carryOut()
                #expect(try run(gallery, "constants", "hall") == .exited(0))
                #expect(try run(gallery, "forget", "hall") == .exited(0))
                #expect(try page.message()["restore"] != nil)
                #expect(try tree(gallery, "hall")["root"] == .null)
            }
        }

        @Test("a command of a megabyte arrives as it was")
        func large() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                let texts = (0..<9_000).map { JSONValue.string("“\($0)”, \"{\\") }
                var writer = JSONWriter()
                writer.value(.array(texts))
                let list = String(decoding: writer.bytes, as: UTF8.self)
                let padding = String(repeating: " ", count: 900_000)
                let root =
                    #"{"root":{"id":"r","type":"component","data":{"name":"months","passProps":{"list":\#(list)}}}\#(padding)}"#
                let file = gallery.daemon.scratch.location + "root.json"
                try Disk.write(root, to: file)
                #expect(try run(gallery, on: page, "setRoot", "@" + file.display) == .exited(0))
                #expect(try tree(gallery, "hall")["root"]?["data"]?["passProps"]?["list"] == .array(texts))
            }
        }

        @Test("watch tells of screens that come and go and of what happens there")
        func watch() throws {
            try GalleryFixture.run { gallery in
                let process = try start(gallery, ["watch"])
                try Waiting.until("it watches") { try printed(gallery).contains(#"{"event":"ready"}"#) }
                do {
                    let page = try ScreenPage(gallery, "hall")
                    let client = try ControlClient(gallery)
                    let root = #"{"root":\#(ScreenLayout.text("a"))}"#
                    #expect(try client.command("setRoot", root, on: page).last == "OK")
                }
                try Waiting.until("the screen is closed") { try printed(gallery).contains("screenClosed") }
                try process.signal(SIGINT)
                #expect(try process.wait() == .exited(0))
                let events = try printed(gallery).split(separator: "\n").map { try JSONValue.parse($0.utf8) }
                let names = events.compactMap { $0["event"]?.string }
                for name in ["screenOpened", "componentDidAppear", "commandCompleted", "screenClosed"] {
                    #expect(names.contains(name), "\(names)")
                }
                #expect(events.dropFirst().allSatisfy { $0["screen"]?.string == "hall" })
            }
        }

        @Test("a slideshow shows its photos on a screen, and ends where another has it")
        func slideshow() throws {
            try GalleryFixture.run { gallery in
                for serial in 0..<2 {
                    try Disk.writePhoto(serial, to: gallery.daemon.root + "\(serial).jpg")
                }
                let client = try gallery.daemon.connect()
                try client.sync()
                let ids = try client.ask("photos 2016-11 limit=10").compactMap { $0["id"]?.string }
                let page = try ScreenPage(gallery, "hall", size: (1280, 720))
                let words = ["slideshow", "2016-11", "--every", "0.1", "--transition", "slide"]
                let process = try start(gallery, words)
                var shown: [String] = []
                for _ in 0..<4 {
                    let command = try page.told()
                    let nodes = (command["root"] ?? command)["children"]?.array
                    let slide = try #require(nodes?.first?["data"])
                    #expect(slide["name"]?.string == "photo")
                    shown.append(try #require(slide["passProps"]?["id"]?.string))
                    try page.finish(try #require(command["commandId"]?.string))
                }
                #expect(shown == ids + ids)
                // Another slideshow takes the screen.
                let control = try ControlClient(gallery)
                let root = #"{"root":\#(ScreenLayout.stack("other", "a"))}"#
                try control.send("ui setRoot \(ControlClient.quoted(root)) screen=hall")
                var name: String?
                repeat {
                    let command = try page.told()
                    name = command["root"]?["id"]?.string
                    try page.finish(try #require(command["commandId"]?.string))
                } while name != "other"
                #expect(try control.reply().last == "OK")
                #expect(try process.wait() == .exited(0))
                #expect(try tree(gallery, "hall")["topmost"]?.string == "a")
            }
        }

        @Test("after a tour the screen has what it had", arguments: [true, false])
        func demo(hasRoot: Bool) throws {
            try GalleryFixture.run { gallery in
                try Disk.writePhoto(1, to: gallery.daemon.root + "1.jpg", description: "Beach trip")
                try gallery.daemon.connect().sync()
                let page = try ScreenPage(gallery, "hall")
                let client = try ControlClient(gallery)
                if hasRoot {
                    let root = #"{"root":\#(ScreenLayout.stack("mine", "a", "b"))}"#
                    #expect(try client.command("setRoot", root, on: page).last == "OK")
                }
                let sign = #"{"layout":\#(ScreenLayout.text("sign"))}"#
                #expect(try client.command("showOverlay", sign, on: page).last == "OK")
                let before = try tree(gallery, "hall")
                let process = try start(gallery, ["demo", "--every", "0.1"])
                var isOver = false
                while !isOver {
                    let message = try page.message()
                    guard let command = message["told"], let id = command["commandId"]?.string else {
                        // All is forgotten, and what is restored comes after it.
                        #expect(!hasRoot && message["restore"] != nil)
                        continue
                    }
                    try page.finish(id)
                    isOver =
                        command["root"]?["id"]?.string == "mine"
                        || command["layout"]?["id"]?.string == "sign"
                }
                let end = try process.wait()
                let complaints = try complaints(gallery)
                #expect(end == .exited(0), "\(complaints)")
                #expect(try tree(gallery, "hall") == before)
                let steps = try printed(gallery).split(separator: "\n").compactMap {
                    $0.split(separator: "\t").first
                }
                #expect(Set(steps).count == 14)
            }
        }
    }
}
