import LibraryIndex
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What changed while photod was off, where the index had summed up all directories before.
    @Suite("A restart with digests of all directories")
    struct DigestedRestartTests {
        enum Change: String, CaseIterable, Sendable {
            case nothing, rewritten, rewrittenWithItsTimes, deleted, added, renamed, movedToTheOther,
                exchanged
            case sidecarAdded, rawAdded, folderRenamed, folderAdded, folderDeleted, foldersExchanged, ignored
        }

        @Test("finds what changed meanwhile", arguments: Change.allCases)
        func changed(change: Change) throws {
            try DaemonFixture.run { daemon in
                for folder in ["trip", "trip/day", "home"] {
                    try Disk.makeFolder(daemon.root + folder)
                    for number in 1...3 {
                        try Disk.writePhoto(number, to: daemon.root + folder + "\(number).jpg")
                    }
                }
                try Disk.write("raw", to: daemon.root + "home/2.nef")
                try Disk.write("<x/>", to: daemon.root + "home/nothing-of-this-name.xmp")
                let before = try Self.paths(daemon.connect())
                #expect(before.count == 9)
                try daemon.stop()
                try Self.sumUp(daemon.state)
                try Self.carryOut(change, in: daemon.root)
                try daemon.start()
                let client = try daemon.connect()
                let after = try Self.paths(client)
                #expect(after.keys.sorted() == Self.photos(below: daemon.root, change).sorted())
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                // Wherever the same file stands at its place, it is the same photo.
                if ![.exchanged, .foldersExchanged, .movedToTheOther].contains(change) {
                    #expect(after.allSatisfy { path, id in before[path] == nil || before[path] == id })
                }
            }
        }

        private static func paths(_ client: Connection) throws -> [String: String] {
            try client.sync()
            var paths: [String: String] = [:]
            for item in try client.allItems() {
                paths[try #require(item["path"]?.string)] = try #require(item["id"]?.string)
            }
            return paths
        }

        /// As photod does when it has nothing else to do.
        private static func sumUp(_ state: FilePath) throws {
            let index = try LibraryIndex(folder: state)
            while try !index.digestDirectories({ body throws(IndexError) in try index.write(body).value }) {}
            #expect(
                try index.read { reader throws(IndexError) in try reader.undigestedDirectories(limit: 1) }
                    .isEmpty
            )
            try index.close()
        }

        private static func carryOut(_ change: Change, in root: FilePath) throws {
            let (trip, home) = (root + "trip", root + "home")
            let photo = trip + "1.jpg"
            switch change {
            case .nothing: break
            case .rewritten: try Disk.writePhoto(7, to: photo)
            case .rewrittenWithItsTimes:
                let old = try #require(Disk.status(photo))
                var bytes = try Disk.read(photo)
                bytes[bytes.count - 3] ^= 1
                try Disk.overwrite(photo, bytes, at: 0)
                try Disk.setTime(photo, seconds: old.st_mtim.tv_sec, nanoseconds: old.st_mtim.tv_nsec)
            case .deleted: try Disk.remove(photo)
            case .added: try Disk.writePhoto(8, to: trip + "day" + "8.jpg")
            case .renamed: try Disk.rename(photo, to: trip + "9.jpg")
            case .movedToTheOther: try Disk.rename(photo, to: home + "1.jpg")
            case .exchanged: try Disk.exchange(photo, home + "1.jpg")
            case .sidecarAdded: try Disk.write("<x/>", to: trip + "1.xmp")
            case .rawAdded: try Disk.write("raw", to: trip + "1.nef")
            case .folderRenamed: try Disk.rename(trip, to: root + "journey")
            case .folderAdded:
                try Disk.makeFolder(trip + "night")
                try Disk.writePhoto(5, to: trip + "night" + "5.jpg")
            case .folderDeleted: try Disk.removeTree(trip + "day")
            case .foldersExchanged: try Disk.exchange(trip, home)
            case .ignored: try Disk.write("ignore = [\"1.jpg\"]\n", to: trip + ".photod.toml")
            }
        }

        /// What a user would expect to see.
        private static func photos(below folder: FilePath, _ change: Change) -> [String] {
            var found: [String] = []
            for name in (try? Disk.names(in: folder)) ?? [] {
                let path = folder + name.display
                if Disk.isFolder(path) {
                    found += photos(below: path, change)
                } else if path.display.hasSuffix(".jpg"),
                    !(change == .ignored && path.display.contains("/trip/") && name.display == "1.jpg")
                {
                    found.append(path.display)
                }
            }
            return found
        }
    }
}
