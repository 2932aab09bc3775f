import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Files in folders that were made a moment ago")
    struct FreshFolderTests {
        @Test(
            "50 × mkdir and write, and 50 × mkdir -p four deep and write, at once: all are there after sync"
        )
        func findsAll() throws {
            try DaemonFixture.run { daemon in
                var paths: [FilePath] = []
                for number in 0..<50 {
                    paths.append(daemon.root + "d\(number)/x.jpg")
                    paths.append(daemon.root + "p\(number)/q/r/s/x.jpg")
                }
                for (serial, path) in paths.enumerated() {
                    try Disk.makeFolders(path.parent)
                    var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                    photo.serial = serial
                    try Disk.write(photo.bytes, to: path)
                }
                let client = try daemon.connect()
                try client.sync()
                let items = try client.items("photos 2016-11 limit=1000")
                #expect(Set(items.compactMap { $0["uri"]?.string }) == Set(paths.map(\.uri)))
                #expect(items.count == 100)
            }
        }
    }
}
