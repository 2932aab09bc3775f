import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("What is to be mended")
    struct FindMendableTests {
        private static func names(_ client: Connection, _ request: String) throws -> [String] {
            try client.items(request).compactMap { $0["filename"]?.string }.sorted()
        }

        /// Modification times of November 2016.
        private static func write(_ photo: PhotoFile, to path: FilePath) throws {
            try Disk.write(photo.bytes, to: path)
            try Disk.setTime(path, seconds: 1_479_200_000)
        }

        @Test(
            "is found by what gave the date, and by whether there is a position; months count what is guessed"
        )
        func sources() throws {
            try DaemonFixture.run { daemon in
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                photo.position = ([48, 0, 0], [11, 0, 0])
                try Self.write(photo, to: daemon.root + "told.jpg")
                for (serial, name) in ["scan.jpg", "scan2.jpg", "IMG_20161106_101112.jpg"].enumerated() {
                    var photo = PhotoFile()
                    photo.serial = serial + 1
                    try Self.write(photo, to: daemon.root + name)
                }
                let client = try daemon.connect()
                try client.sync()
                #expect(try Self.names(client, "find dated=embedded") == ["told.jpg"])
                #expect(try Self.names(client, "find dated=name") == ["IMG_20161106_101112.jpg"])
                #expect(try Self.names(client, "find dated=guessed") == ["scan.jpg", "scan2.jpg"])
                #expect(try Self.names(client, "find dated=guessed scan2") == ["scan2.jpg"])
                #expect(try Self.names(client, "find dated=guessed type=video") == [])
                #expect(try Self.names(client, "find dated=guessed from=2016-12") == [])
                #expect(try Self.names(client, "find located=1") == ["told.jpg"])
                #expect(try Self.names(client, "find located=0 dated=name") == ["IMG_20161106_101112.jpg"])
                #expect(try client.ask("months").first?["guessedCount"]?.integer == 2)
                #expect(try client.ask("months type=video").isEmpty)
                // Its count stays, and what is said of it does not.
                photo.serial = 1
                try Self.write(photo, to: daemon.root + "scan.jpg")
                try client.sync()
                let month = try #require(try client.ask("months").first)
                #expect(month["totalCount"]?.integer == 4 && month["guessedCount"]?.integer == 1)
                #expect(
                    try daemon.photoctl(["find", "--dated", "guessed", "--located", "0"]).end == .exited(0)
                )
                #expect(
                    try daemon.photoctl(["find", "--dated", "guessed", "--located", "1"]).end == .exited(1)
                )
                #expect(try client.refusal("find dated=wrongly").message.contains("guessed"))
                #expect(try client.refusal("find located=maybe").replyCode == .argument)
            }
        }
    }
}
