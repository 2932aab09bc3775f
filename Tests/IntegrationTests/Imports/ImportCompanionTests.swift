import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Companions that come after their photo")
    struct ImportCompanionTests {
        @Test(
            "a card with the photo that the library has brings its RAW file and its sidecar, and reports both"
        )
        func joined() throws {
            try DaemonFixture.run { daemon in
                let (first, card) = (daemon.scratch.location + "first", daemon.scratch.location + "card")
                for folder in [first, card] {
                    try Disk.makeFolder(folder)
                    try Disk.writePhoto(1, to: folder + "IMG_1.jpg", description: "Beach")
                }
                try Disk.write("raw", to: card + "IMG_1.dng")
                try Disk.write("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>", to: card + "IMG_1.xmp")
                let client = try daemon.connect()
                _ = try client.ask("import \(first.display)")
                try client.sync()
                let photo = daemon.root + "Beach/IMG_1.jpg"
                let id = try client.id(of: photo)
                let planned = try client.ask("import \(card.display) dry-run=1")
                #expect(planned.compactMap { $0["result"]?.string } == ["planned", "unchanged"])
                let lines = try client.ask("import \(card.display)")
                #expect(lines.compactMap { $0["result"]?.string }.sorted() == ["ok", "unchanged"])
                let joined = try #require(lines.first { $0["result"]?.string == "ok" })
                #expect(joined["joins"]?.string == photo.display)
                #expect(joined["to"]?.string == (daemon.root + "Beach/IMG_1.dng").display)
                #expect(joined["companions"]?.integer == 1)
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.id(of: photo) == id)
                let item = try client.ask("photo \(id)")[0]
                #expect(item["companions"]?.array?.count == 2, "\(item)")
                let batch = try #require(lines.last?["batch"]?.string)
                #expect(try client.ask("undo \(batch)").last?["ok"]?.integer == 1)
                #expect(try Disk.names(in: daemon.root + "Beach").map(\.display) == ["IMG_1.jpg"])
                #expect(Disk.isFile(card + "IMG_1.dng"))
            }
        }
    }
}
