import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Edits that are taken back in another order")
    struct EditOrderTests {
        @Test(
            "wait for those that were made over them, whatever the photo says by then",
            arguments: [
                ("title=X", "title=\"\""), ("favorite=yes", "favorite=unset"),
                ("location=1.5,2.5", "location=none"),
                ("rating=3", "rating=4"),
            ],
            ["file", "sidecar", "index"]
        )
        func order(edits: (first: String, second: String), layer: String) throws {
            try DaemonFixture.run { daemon in
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: path)
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: path)
                let before = try client.item(path)
                let batches = try [edits.first, edits.second].map { edit in
                    try #require(
                        try client.ask("edit \(id) \(edit) write=\(layer)").first?["batch"]?.string
                    )
                }
                let refused = try client.ask("undo \(batches[0])")
                #expect(refused.first { $0["result"] != nil }?["name"]?.string == "busy", "\(refused.json)")
                #expect(refused.last?["errors"]?.integer == 1)
                for batch in batches.reversed() {
                    #expect(try client.ask("undo \(batch)").last?["ok"]?.integer == 1)
                }
                try client.sync()
                let after = try #require(try client.item(path))
                for member in ["title", "favorite", "latitude", "rating"] {
                    #expect(after[member] == before?[member], "\(member): \(after.json)")
                }
            }
        }
    }
}
