import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("sync")
    struct SyncTests {
        @Test("500 times: what was written and closed before a sync is there after it")
        func readsYourWrites() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for number in 0..<500 {
                    var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                    photo.serial = number
                    let path = daemon.root + "photo-\(number).jpg"
                    try Disk.write(photo.bytes, to: path, parts: 1 + number % 3)
                    try client.sync()
                    let item = try #require(try client.item(path), "number \(number) is not there")
                    #expect(item["localTime"]?.string == "2016-11-05T12:34:56")
                }
                #expect(try client.ask("count 2016-11").first?["photoCount"]?.integer == 500)
            }
        }
    }
}
