import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Files of one size that begin the same have the same fingerprint, and only their whole content tells them apart.
    @Suite("Ids of files that begin the same")
    struct IdentityTwinsTests {
        private static let count = 6

        private static func content(_ number: Int) -> [UInt8] {
            var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
            photo.serial = 1
            return photo.bytes + [UInt8](repeating: 0, count: 9_000) + [UInt8(number)]
        }

        private static func ids(_ client: Connection, in folder: FilePath) throws -> [Int: String] {
            try client.sync()
            var ids: [Int: String] = [:]
            for item in try client.allItems() {
                let path = FilePath(Array(try #require(item["path"]?.string).utf8))
                guard path.isInside(folder) else { continue }
                ids[Int(try #require(Disk.read(path).last))] = try #require(item["id"]?.string)
            }
            return ids
        }

        /// Nobody has to wait for it but tests.
        private static func waitForHashes(_ client: Connection, _ count: Int) throws {
            try Waiting.until("\(count) hashes") {
                try client.ask("stats").first?["contentHashes"]?.integer == Int64(count)
            }
        }

        @Test(
            "stay with the content where all are copied under other names and deleted",
            arguments: [true, false]
        )
        func copied(isStopped: Bool) throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let (from, to) = (daemon.root + "from", daemon.root + "to")
                try Disk.makeFolder(from)
                for number in 0..<Self.count {
                    try Disk.write(Self.content(number), to: from + "\(number).jpg")
                }
                let ids = try Self.ids(client, in: from)
                #expect(ids.count == Self.count)
                try Self.waitForHashes(client, Self.count)

                // All of it is seen at once: what is copied while its original still stands is a copy.
                if isStopped { try daemon.stop() } else { try daemon.running.halt() }
                try Disk.makeFolder(to)
                for number in 0..<Self.count {
                    try Disk.write(Self.content(number), to: to + "\((number + 1) % Self.count).jpg")
                }
                try Disk.removeTree(from)
                if isStopped {
                    try daemon.start()
                    client = try daemon.connect()
                } else {
                    try daemon.running.signal(SIGCONT)
                }
                #expect(try Self.ids(client, in: to) == ids)
                #expect(try client.count() == Int64(Self.count))
            }
        }

        @Test(
            "come back with the content when a deleted one is restored; one that was written to has another content"
        )
        func restored() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for number in 0..<3 {
                    try Disk.write(Self.content(number), to: daemon.root + "\(number).jpg")
                }
                var ids = try Self.ids(client, in: daemon.root)
                try Self.waitForHashes(client, 3)
                // The second is written to: only its end is another.
                try Disk.write(Self.content(7), to: daemon.root + "1.jpg")
                ids[7] = try client.id(of: daemon.root + "1.jpg")
                #expect(ids[7] == ids[1])
                for number in 0..<3 { try Disk.remove(daemon.root + "\(number).jpg") }
                try client.sync()
                #expect(try client.count() == 0)
                try Disk.write(Self.content(2), to: daemon.root + "two.jpg")
                try Disk.write(Self.content(0), to: daemon.root + "zero.jpg")
                let back = try Self.ids(client, in: daemon.root)
                #expect(back[2] == ids[2])
                #expect(back[0] == ids[0])
            }
        }
    }
}
