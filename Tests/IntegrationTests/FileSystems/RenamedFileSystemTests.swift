import Files
import FolderWatch
import LibraryIndex
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// An upgraded kernel tells UUIDs that the one before did not.
    @Suite("A file system that has another name than it had")
    struct RenamedFileSystemTests {
        private static func names(of path: FilePath) throws -> (now: String, former: String?) {
            let folder = try Folder(path)
            let identity = try FilesystemIdentity(of: folder.descriptor)
            return (identity.text, identity.formerTexts.first)
        }

        private static let hasTwoNames = (try? names(of: FilePath("/tmp")).former) != nil

        @Test(
            "files are known by their inodes in a folder that is renamed before anything else changes",
            .enabled(if: hasTwoNames, "the file system of /tmp has had one name only")
        )
        func renamedFolder() throws {
            try DaemonFixture.run { daemon in
                let trip = daemon.root + "trip"
                try Disk.makeFolder(trip)
                for name in ["a.jpg", "b.jpg"] { try Disk.writePhoto(1, to: trip + name) }
                var client = try daemon.connect()
                try client.sync()
                let (a, b) = (try client.id(of: trip + "a.jpg"), try client.id(of: trip + "b.jpg"))
                try daemon.stop()
                let (now, former) = try Self.names(of: daemon.root)
                let index = try LibraryIndex(folder: daemon.state)
                let old = try #require(former)
                _ = try index.write { writer throws(IndexError) in
                    _ = try writer.ensureFilesystem(old, formerly: [now])
                }
                try index.close()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let journey = daemon.root + "journey"
                try Disk.rename(trip, to: journey)
                try Disk.exchange(journey + "a.jpg", journey + "b.jpg")
                try client.sync()
                #expect(try client.id(of: journey + "a.jpg") == b)
                #expect(try client.id(of: journey + "b.jpg") == a)
            }
        }
    }
}
