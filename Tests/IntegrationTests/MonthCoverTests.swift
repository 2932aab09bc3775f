import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The cover of a month")
    struct MonthCoverTests {
        private static func photo(_ time: String, _ serial: Int) -> [UInt8] {
            var photo = PhotoFile(dateTimeOriginal: time)
            photo.serial = serial
            return photo.bytes
        }

        private static func cover(_ client: Connection, _ month: String = "2016-11") throws -> String? {
            try client.sync()
            return try client.ask("months").first { $0["monthKey"]?.string == month }?["cover"]?.string
        }

        @Test("is its newest item that can be read, whatever becomes of the others")
        func changes() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (first, second) = (daemon.root + "first.jpg", daemon.root + "second.jpg")
                try Disk.write(Self.photo("2016:11:05 12:00:00", 1), to: first)
                #expect(try Self.cover(client) == client.id(of: first))
                try Disk.write(Self.photo("2016:11:06 12:00:00", 2), to: second)
                #expect(try Self.cover(client) == client.id(of: second))
                // The counts stay, and the cover is another: by its date, and by what can be read.
                try Disk.write(Self.photo("2016:11:04 12:00:00", 2), to: second)
                #expect(try Self.cover(client) == client.id(of: first))
                try Disk.write(Self.photo("2016:11:07 12:00:00", 2), to: second)
                #expect(try Self.cover(client) == client.id(of: second))
                let id = try client.id(of: second)
                _ = try client.ask("viewed \(id)")
                #expect(try Self.cover(client) == id)
                try Disk.remove(second)
                #expect(try Self.cover(client) == client.id(of: first))
                #expect(try client.ask("months type=video").isEmpty)
            }
        }

        @Test(
            "is none where nothing can be read, and another where what was the cover cannot be read any more"
        )
        func unreadable() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (good, bad) = (
                    daemon.root + "IMG_20161105_120000.jpg", daemon.root + "IMG_20161106_120000.jpg"
                )
                try Disk.write("no photo", to: bad)
                #expect(try Self.cover(client) == nil)
                #expect(try client.ask("months").count == 1)
                try Disk.write(Self.photo("2016:11:05 12:00:00", 1), to: good)
                #expect(try Self.cover(client) == client.id(of: good))
                try Disk.write(Self.photo("2016:11:06 12:00:00", 2), to: bad)
                #expect(try Self.cover(client) == client.id(of: bad))
                try Disk.write("no photo", to: bad)
                #expect(try Self.cover(client) == client.id(of: good))
            }
        }
    }
}
