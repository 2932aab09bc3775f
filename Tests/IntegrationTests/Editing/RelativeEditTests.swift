import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Edits that begin at what a photo's files say, and files that say something else by the time that they are written.
    @Suite("Edits that begin at what files say")
    struct RelativeEditTests {
        private static func sidecar(_ keywords: [String], date: String = "2004-12-24T18:00:00") -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
             exif:DateTimeOriginal="\(date)">
            <dc:subject><rdf:Bag>\(keywords.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></dc:subject></rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """
        }

        @Test(
            "what waited for a program begins at what that has written, and is taken back to it",
            arguments: [false, true]
        )
        func waited(isOvertaken: Bool) throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let (photo, sidecar) = (daemon.root + "1.jpg", daemon.root + "1.jpg.xmp")
                try Disk.writePhoto(1, to: photo)
                try Disk.write(Self.sidecar(["old", "zap"]), to: sidecar)
                try client.sync()
                let id = try client.id(of: photo)
                var program: TestSupport.OpenFile? = try TestSupport.OpenFile(sidecar, O_WRONLY)
                let reply = try client.ask("edit \(id) keywords=+kw shift=+1h write=sidecar")
                #expect(reply.outcomes == ["pending"])
                #expect(try client.item(photo)?["keywords"]?.texts == ["old", "zap", "kw"])
                let other =
                    isOvertaken ? try client.ask("edit \(id) keywords=other date=1999 write=index") : []
                let theirs = Self.sidecar(["old", "dog"], date: "2006-01-01T12:00:00")
                try Disk.write(theirs, to: sidecar)
                withExtendedLifetime(program) {}
                program = nil
                try client.sync()
                // What waits is tried at a start.
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                if isOvertaken {
                    #expect(try client.ask("undo \(try other.batch)").last?["ok"]?.integer == 1)
                }
                _ = try client.ask("edit \(id) group=Family")
                try client.sync()
                let item = try client.item(photo)
                #expect(item?["keywords"]?.texts == ["old", "dog", "kw"])
                #expect(item?["dateSource"]?.string == "sidecar")
                let text = String(decoding: try Disk.read(sidecar), as: UTF8.self)
                #expect(text.contains("2006-01-01T13:00:00"))
                for (keyword, isThere) in [("old", true), ("dog", true), ("kw", true), ("zap", false)] {
                    #expect(text.contains("<rdf:li>\(keyword)</rdf:li>") == isThere, "\(keyword)")
                }
                #expect(try client.ask("batches").allSatisfy { $0["pending"] == nil })
                // It is not done once more.
                try daemon.restart()
                client = try daemon.connect()
                #expect(try client.ask("edit \(id) group=Family").outcomes == ["unchanged"])
                #expect(String(decoding: try Disk.read(sidecar), as: UTF8.self) == text)

                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 1)
                #expect(String(decoding: try Disk.read(sidecar), as: UTF8.self) == theirs)
                #expect(try client.item(photo)?["keywords"]?.texts == ["old", "dog"])
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("what another program writes while many are edited stays, in each of them")
        func meanwhile() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let count = 150
                for serial in 1...count {
                    try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg")
                    try Disk.write(Self.sidecar(["old"]), to: daemon.root + "\(serial).jpg.xmp")
                }
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                try client.send(
                    Request("edit").adding("keywords", "+kw").adding("write", "sidecar"),
                    identifiers: ids
                )
                for serial in 1...count {
                    let sidecar = daemon.root + "\(serial).jpg.xmp"
                    // As a program does that adds one to what it finds.
                    let text = String(decoding: try Disk.read(sidecar), as: UTF8.self)
                    let added = text.replacing(
                        "<rdf:li>old</rdf:li>",
                        with: "<rdf:li>old</rdf:li><rdf:li>dog</rdf:li>"
                    )
                    try Disk.write(added, to: daemon.root + ".new")
                    try Disk.rename(daemon.root + ".new", to: sidecar)
                }
                let reply = try client.readReply()
                #expect(reply.last?["errors"]?.integer == 0)
                try client.sync()
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                _ = try client.ask("edit \(ids[0]) group=Family")
                for serial in 1...count {
                    let text = String(
                        decoding: try Disk.read(daemon.root + "\(serial).jpg.xmp"),
                        as: UTF8.self
                    )
                    #expect(text.contains("<rdf:li>dog</rdf:li>"), "\(serial)")
                }
            }
        }

        @Test("killed in the middle of it, each date is moved once", arguments: ["sidecar", "both"])
        func killed(layer: String) throws {
            var generator = SeededGenerator.fromEnvironment()
            try DaemonFixture.run { daemon in
                let count = 60
                for serial in 1...count {
                    try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg")
                    try Disk.write(Self.sidecar(["old"]), to: daemon.root + "\(serial).jpg.xmp")
                }
                for hour in 19...21 {
                    var client = try daemon.connect()
                    try client.sync()
                    let ids = try client.allItems().compactMap { $0["id"]?.string }
                    let events = try FolderEvents(below: daemon.root)
                    try client.send(
                        Request("edit").adding("shift", "+1h").adding("write", layer),
                        identifiers: ids
                    )
                    try events.wait(for: 1 + generator.below(count))
                    try daemon.kill()
                    try daemon.start()
                    client = try daemon.connect()
                    try client.sync()
                    // What the library had not read yet at that start waits, and is tried at the next one.
                    try daemon.restart()
                    client = try daemon.connect()
                    _ = try client.ask("edit \(ids[0]) group=Hour\(hour)")
                    try client.sync()
                    #expect(
                        try client.ask("batches").allSatisfy { $0["pending"] == nil },
                        "\(generator.seed)"
                    )
                    for serial in 1...count {
                        let file = daemon.root + "\(serial).jpg.xmp"
                        let text = String(decoding: try Disk.read(file), as: UTF8.self)
                        let isMoved = text.contains("\"2004-12-24T\(hour):00:00\"")
                        #expect(isMoved, "\(generator.seed): \(serial), \(hour)")
                    }
                }
            }
        }
    }
}
