import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Several imports at once")
    struct ImportsAtOnceTests {
        private static let photos = 150

        /// Inboxes with the same names; every tenth photo is in each of them, the others differ.
        private static func fill(_ inboxes: [FilePath]) throws {
            for (number, inbox) in inboxes.enumerated() {
                try Disk.makeFolder(inbox)
                for serial in 0..<photos {
                    let isShared = serial % 10 == 0
                    try Disk.writePhoto(
                        isShared ? serial : 1000 * (number + 1) + serial,
                        to: inbox + "\(serial).jpg",
                        description: serial % 2 == 0 ? "Beach" : nil
                    )
                }
            }
        }

        @Test(
            "two clients that import files of the same names get all of them in, and what both have once",
            arguments: ["move", "copy"]
        )
        func twoClients(action: String) throws {
            try DaemonFixture.run { daemon in
                let inboxes = ["one", "two"].map { daemon.scratch.location + $0 }
                try Self.fill(inboxes)
                let contents = Set(try inboxes.flatMap { try Contents.files(below: $0).values })
                let before = try inboxes.map { try Contents.files(below: $0) }
                let clients = try inboxes.map { _ in try daemon.connect() }
                for (client, inbox) in zip(clients, inboxes) {
                    try client.send(Array("import \(inbox.display) action=\(action)\n".utf8))
                }
                let replies = try clients.map { try $0.readReply() }
                let shared = Self.photos / 10
                #expect(
                    replies[0].results["ok"].map { $0 + (replies[1].results["ok"] ?? 0) } == 2 * Self.photos
                        - shared
                )
                #expect(replies.allSatisfy { $0.refusals.isEmpty })
                let there = try Contents.files(below: daemon.root)
                #expect(there.count == contents.count && Set(there.values) == contents)
                let client = clients[0]
                try client.sync()
                #expect(try client.count() == Int64(contents.count))
                for batch in try client.ask("batches") {
                    #expect(try client.ask("undo \(#require(batch["batch"]?.string))").refusals.isEmpty)
                }
                #expect(try inboxes.map { try Contents.files(below: $0) } == before)
                #expect(try Disk.names(in: daemon.root).isEmpty)
            }
        }

        @Test("a second import right behind the first finds that the library has everything")
        func rightBehind() throws {
            try DaemonFixture.run { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Self.fill([inbox])
                let client = try daemon.connect()
                #expect(try client.ask("import \(inbox.display)").results == ["ok": Self.photos])
                #expect(try client.ask("import \(inbox.display)").results == ["unchanged": Self.photos])
            }
        }
    }
}
