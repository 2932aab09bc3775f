import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What is mounted is a folder of another disk, as with bind mounts, or the whole of it.
    @Suite("Imports to a disk that is unmounted meanwhile", .inMountNamespace)
    struct ImportUnmountedTests {
        /// More than an import brings to their end together.
        private static let photos = 600

        private static func fill(_ inbox: FilePath) throws {
            for serial in 0..<photos {
                let folder = inbox + "\(serial % 7)"
                try Disk.makeFolders(folder)
                try Disk.writePhoto(serial, to: folder + "\(serial).jpg")
            }
        }

        /// Imports until the first photos are told of, unmounts what they go to, and reads what the import says of the rest.
        private func importWhileUnmounting(
            _ inbox: FilePath,
            _ action: String,
            _ disk: OfflineRootTests.Case,
            _ client: Connection
        ) throws {
            try client.send(Array("import \(inbox.display) action=\(action)\n".utf8))
            // The batch's name, then photos.
            for _ in 0..<2 { _ = try client.nextLine() }
            try disk.namespace.run("umount", "--lazy", disk.daemon.root.display)
            // After an error folders are opened anew.
            for path in try Contents.files(below: inbox).keys where path.lastName.display.hasSuffix("5.jpg") {
                do { try Disk.setTime(path, seconds: 1_479_200_000, nanoseconds: 0) } catch { continue }
            }
            // It may be refused where what was copied cannot be made to last any more.
            do { _ = try client.readReply() } catch ClientError.refused {}
        }

        @Test(
            "leave nothing below the mount point, and every photo on the disk or where it was",
            arguments: ["move", "copy"],
            // A folder that is bound from the same file system is told by its number alone.
            ["disk", "beside"]
        )
        func unmounted(_ action: String, from name: String) throws {
            try OfflineRootTests.run { disk in
                let source = disk.daemon.scratch.location + name
                if name != "disk" { try Disk.makeFolder(source) }
                let inbox = disk.daemon.scratch.location + "inbox"
                try Self.fill(inbox)
                let before = try Contents.counts(below: inbox)
                try disk.namespace.bind(source, to: disk.daemon.root)
                try disk.daemon.start()
                let client = try disk.daemon.connect()
                try client.sync()
                try importWhileUnmounting(inbox, action, disk, client)
                // Seen from outside its namespace nothing is mounted on the root.
                #expect(try Disk.names(in: disk.daemon.root).isEmpty)

                try disk.namespace.bind(source, to: disk.daemon.root)
                try client.sync()
                let arrived = disk.namespace.outside(source)
                #expect(try Contents.temporaries(below: arrived).isEmpty)
                #expect(try client.ask("batches").first?["state"]?.string != "unfinished")
                if action == "move" {
                    #expect(try Contents.counts(below: inbox, arrived) == before)
                } else {
                    #expect(try Contents.counts(below: inbox) == before)
                }
            }
        }
    }
}
