import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Edits of a photo whose double is gone")
    struct DoubledEditTests {
        @Test(
            "written into it and taken back leave it who it is, and the double what was said of that",
            arguments: ["file", "both", "sidecar"],
            [true, false]
        )
        func takenBack(layer: String, isTrashed: Bool) throws {
            try DaemonFixture.run { daemon in
                let (photo, double) = (daemon.root + "a/holiday.jpg", daemon.root + "b/copy.jpg")
                for path in [photo, double] {
                    try Disk.makeFolders(path.parent)
                    try Disk.writePhoto(1, to: path)
                }
                let client = try daemon.connect()
                try client.sync()
                let (id, other) = (try client.id(of: photo), try client.id(of: double))
                _ = try client.ask("edit \(other) favorite=yes group=Worst write=index")
                var trashed: String?
                if isTrashed {
                    trashed = try #require(try client.ask("trash \(other)").first?["batch"]?.string)
                } else {
                    try Disk.remove(double)
                }
                try client.sync()
                let edit = try client.ask("edit \(id) rating=3 write=\(layer)")
                let batch = try #require(edit.first?["batch"]?.string)
                try client.sync()
                #expect(try client.ask("undo \(batch)").last?["ok"]?.integer == 1)
                try client.sync()
                let item = try #require(try client.item(photo))
                #expect(item["id"]?.string == id && item["favorite"]?.bool != true, "\(item.json)")
                guard let trashed else { return }
                #expect(try client.ask("undo \(trashed)").last?["ok"]?.integer == 1)
                try client.sync()
                let back = try #require(try client.item(double))
                #expect(back["id"]?.string == other && back["favorite"]?.bool == true, "\(back.json)")
            }
        }
    }
}
