import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Edits in files, when photod is to end")
    struct StoppedEditTests {
        /// More than are written at once.
        private static let count = 1_200

        @Test("an edit of many photos, and taking it back, are left to the next start and done there")
        func stopped() throws {
            try DaemonFixture.run { daemon in
                for serial in 1...Self.count {
                    try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg")
                }
                let client = try daemon.connect()
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                let name = try Self.stopped(daemon) { client throws in
                    try client.send(
                        Request("edit").adding("description", "Natal").adding("write", "sidecar"),
                        identifiers: ids
                    )
                    return try #require(
                        try client.nextLine().map { try JSONValue.parse($0) }?["batch"]?.string
                    )
                }
                #expect(try (1..<Self.count).contains(Self.sidecars(daemon)))
                try Self.restarted(daemon) { client throws in
                    #expect(try client.allItems().allSatisfy { $0["description"]?.string == "Natal" })
                    #expect(try Self.sidecars(daemon) == Self.count)
                    #expect(try client.ask("batches").first?["state"]?.string == "recovered")
                }
                _ = try Self.stopped(daemon) { client throws in
                    _ = try client.send(Request("undo", [name]))
                    return name
                }
                #expect(try (1..<Self.count).contains(Self.sidecars(daemon)))
                try Self.restarted(daemon) { client throws in
                    #expect(try client.allItems().allSatisfy { $0["description"] == nil })
                    #expect(try Self.sidecars(daemon) == 0)
                    #expect(try client.ask("batches").first?["state"]?.string == "undone")
                }
            }
        }

        /// Has photod end after the first changes of its folder.
        private static func stopped(
            _ daemon: DaemonFixture,
            _ begin: (Connection) throws -> String
        ) throws -> String {
            let client = try daemon.connect()
            try client.sync()
            let events = try FolderEvents(below: daemon.root)
            let name = try begin(client)
            try events.wait(for: 5)
            try daemon.stop()
            return name
        }

        private static func restarted(_ daemon: DaemonFixture, _ body: (Connection) throws -> Void) throws {
            try daemon.start()
            let client = try daemon.connect()
            try client.sync()
            try body(client)
        }

        private static func sidecars(_ daemon: DaemonFixture) throws -> Int {
            try Disk.names(in: daemon.root).count { !$0.isHidden && $0.display.hasSuffix(".xmp") }
        }
    }
}
