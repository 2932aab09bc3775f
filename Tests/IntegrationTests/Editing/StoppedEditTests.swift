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
                let ids = try daemon.withPhotos(Self.count).ids
                let name = try daemon.interrupted(after: 5, by: { try daemon.stop() }) { client throws in
                    try client.send(
                        Request("edit").adding("description", "Natal").adding("write", "sidecar"),
                        identifiers: ids
                    )
                    return try #require(
                        try client.nextLine().map { try JSONValue.parse($0) }?["batch"]?.string
                    )
                }
                #expect(try (1..<Self.count).contains(Self.sidecars(daemon)))
                try daemon.restarted { client throws in
                    #expect(try client.allItems().allSatisfy { $0["description"]?.string == "Natal" })
                    #expect(try Self.sidecars(daemon) == Self.count)
                    #expect(try client.ask("batches").first?["state"]?.string == "recovered")
                }
                try daemon.interrupted(after: 5, by: { try daemon.stop() }) { client throws in
                    _ = try client.send(Request("undo", [name]))
                    return name
                }
                #expect(try (1..<Self.count).contains(Self.sidecars(daemon)))
                try daemon.restarted { client throws in
                    #expect(try client.allItems().allSatisfy { $0["description"] == nil })
                    #expect(try Self.sidecars(daemon) == 0)
                    #expect(try client.ask("batches").first?["state"]?.string == "undone")
                }
            }
        }

        private static func sidecars(_ daemon: DaemonFixture) throws -> Int {
            try Disk.names(in: daemon.root).count { !$0.isHidden && $0.display.hasSuffix(".xmp") }
        }
    }
}
