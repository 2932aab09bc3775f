import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// An undo that has done all that it could when photod ends, and whose end is not written.
    @Suite("Undoing edits, up to an end that is missing")
    struct InterruptedUndoTests {
        /// Has a journal end before its last line.
        private static func cutEnd(of batch: String, _ daemon: DaemonFixture) throws {
            let journal = daemon.state + "batches/\(batch).jsonl"
            let lines = try Disk.read(journal).split(separator: UInt8(ascii: "\n")).dropLast()
            try Disk.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] }, to: journal)
        }

        private static func listed(_ batch: String, _ client: Connection) throws -> JSONValue {
            try #require(try client.ask("batches").first { $0["batch"]?.string == batch })
        }

        @Test("what it could not take back is left, and what waited is written later")
        func endMissing() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.withPhotos(3).client
                let ids = try (1...3).map { try client.id(of: daemon.root + "\($0).jpg") }
                let busy = daemon.root + "1.jpg"
                let bytes = try Disk.read(busy)
                let batch: String
                do {
                    let writer = try OpenFile(busy, O_RDWR)
                    let edited = try client.ask(
                        "edit \(ids.joined(separator: " ")) title=A rating=3 write=file"
                    )
                    #expect(edited.outcomes == ["pending", "ok", "ok"])
                    batch = try edited.batch
                    _ = try client.ask("edit \(ids[0]) rating=5 write=index")
                    let undone = try client.ask("undo \(batch)")
                    #expect(undone.outcomes.sorted() == ["error", "ok", "ok"], "\(undone)")
                    let before = try Self.listed(batch, client)
                    #expect(before["pending"]?.integer == 1 && before["left"]?.integer == 1, "\(before)")
                    try daemon.stop()
                    try Self.cutEnd(of: batch, daemon)
                    try daemon.start()
                    let again = try daemon.connect()
                    try again.sync()
                    #expect(try Self.listed(batch, again) == before)
                    withExtendedLifetime(writer) {}
                }
                #expect(try Disk.read(busy) == bytes)
                try daemon.stop()
                try daemon.start()
                let last = try daemon.connect()
                try last.sync()
                #expect(try Self.listed(batch, last)["pending"] == nil)
                #expect(try Disk.read(busy) != bytes)
                #expect(try last.item(busy)?["title"]?.string == "A")
            }
        }
    }
}
