import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Identity documents edited by hand while the daemon runs")
    struct HandEditsTests {
        @Test(
            "what is valid counts at once, what is not is refused in the log, and the document is made whole again"
        )
        func isRead() throws {
            try DaemonFixture.run { daemon in
                let (client, document) = try Self.begin(daemon)
                let before = try Disk.read(document)
                let clock = try client.sync()
                try Disk.write(
                    Self.edited(before, "\"groupOverride\":\"By hand\",\"favorite\":true,\"viewed\":3"),
                    to: document
                )
                try Waiting.until("the group of the document", below: daemon.scratch.location) {
                    try client.item(daemon.root + "a.jpg")?["group"]?.string == "By hand"
                }
                let item = try #require(try client.item(daemon.root + "a.jpg"))
                #expect(item["favorite"]?.bool == true)
                #expect(item["viewed"]?.bool == false)
                let changes = try client.ask("changes since=\(clock)")
                #expect(changes.contains { $0["change"]?.string == "updated" && $0["id"] == item["id"] })
                #expect(daemon.logText.contains("2016-11.json:"))
                try Waiting.until("the document with its new revision", below: daemon.scratch.location) {
                    let text = String(decoding: try Disk.read(document), as: UTF8.self)
                    return text.contains("\"groupOverride\":\"By hand\"") && !text.contains("\"viewed\":3")
                }
            }
        }

        @Test("a document that somebody is writing is left alone until it is complete")
        func isNotReadHalf() throws {
            try DaemonFixture.run { daemon in
                let (client, document) = try Self.begin(daemon)
                let text = Self.edited(try Disk.read(document), "\"groupOverride\":\"By hand\"")
                var slow: OpenFile? = try OpenFile(document, O_WRONLY | O_TRUNC)
                try slow?.write([UInt8(ascii: "{")])
                // The document of another month is written meanwhile, which has the folder looked at.
                let other = PhotoFile(dateTimeOriginal: "2011:01:02 03:04:05").bytes
                try Disk.write(other, to: daemon.root + "b.jpg")
                try client.sync()
                try Waiting.until("the other month's document", below: daemon.scratch.location) {
                    // Still at it: white space that JSON does not mind.
                    try slow?.write([UInt8(ascii: " ")])
                    return Disk.isFile(daemon.state + "photos/2011-01.json")
                }
                try slow?.write(Array(text.utf8.dropFirst())[...])
                slow = nil
                try Waiting.until("the group of the document", below: daemon.scratch.location) {
                    try client.item(daemon.root + "a.jpg")?["group"]?.string == "By hand"
                }
                let names = try Disk.names(in: daemon.state + "photos").map(\.display)
                #expect(!names.contains { $0.contains(".broken-") })
            }
        }

        @Test("what is saved into a document that was replaced since it was opened counts")
        func isReadFromTheBackup() throws {
            try DaemonFixture.run { daemon in
                let (client, document) = try Self.begin(daemon)
                let text = Self.edited(try Disk.read(document), "\"groupOverride\":\"By hand\"")
                var editor: OpenFile? = try OpenFile(document, O_WRONLY)
                _ = try client.ask("viewed \(try client.id(of: daemon.root + "a.jpg"))")
                try Waiting.until("the mark in the document", below: daemon.scratch.location) {
                    String(decoding: try Disk.read(document), as: UTF8.self).contains("\"viewed\":true")
                }
                try editor?.write(Array(text.utf8)[...])
                editor = nil
                try Waiting.until("the group of the document", below: daemon.scratch.location) {
                    try client.item(daemon.root + "a.jpg")?["group"]?.string == "By hand"
                }
                #expect(try client.item(daemon.root + "a.jpg")?["viewed"]?.bool == true)
            }
        }

        @Test(
            "a folder of documents that is removed or renamed is made again, and edits in it count",
            arguments: [true, false]
        )
        func isMadeAgain(isRemoved: Bool) throws {
            try DaemonFixture.run { daemon in
                let (client, document) = try Self.begin(daemon)
                let (folder, aside) = (daemon.state + "photos", daemon.state + "aside")
                let before = try Disk.read(document)
                if isRemoved { try Disk.removeTree(folder) } else { try Disk.rename(folder, to: aside) }
                try Waiting.until("the document again", below: daemon.scratch.location) {
                    Disk.isFile(document)
                }
                try Disk.write(Self.edited(before, "\"groupOverride\":\"By hand\""), to: document)
                try Waiting.until("the group of the document", below: daemon.scratch.location) {
                    try client.item(daemon.root + "a.jpg")?["group"]?.string == "By hand"
                }
                if !isRemoved { #expect(try Disk.read(aside + "2016-11.json") == before) }
            }
        }

        @Test("what the daemon wrote itself is no edit")
        func ownWritesAreNone() throws {
            try DaemonFixture.run { daemon in
                let (client, _) = try Self.begin(daemon)
                _ = try client.ask("viewed \(try client.id(of: daemon.root + "a.jpg"))")
                try Waiting.until("the mark in the document", below: daemon.scratch.location) {
                    String(decoding: try Disk.read(daemon.state + "photos/2016-11.json"), as: UTF8.self)
                        .contains("\"viewed\":true")
                }
                try daemon.stop()
                #expect(!daemon.logText.contains("that were edited"))
            }
        }

        /// One photo whose document is written.
        private static func begin(_ daemon: DaemonFixture) throws -> (client: Connection, document: FilePath)
        {
            try Disk.write(
                PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                to: daemon.root + "a.jpg"
            )
            let client = try daemon.connect()
            try client.sync()
            let document = daemon.state + "photos/2016-11.json"
            try Waiting.until("the document", below: daemon.scratch.location) { Disk.isFile(document) }
            return (client, document)
        }

        /// The document with further members in its only record.
        private static func edited(_ document: [UInt8], _ members: String) -> String {
            let text = String(decoding: document, as: UTF8.self)
            let mark = "{\"id\":"
            let parts = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
            return parts.joined(separator: "{\(members),\"id\":")
        }
    }
}
