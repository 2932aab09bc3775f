import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// No event tells of a root whose path leads elsewhere: the folder that was watched has only another name.
    @Suite("A root whose path leads elsewhere")
    struct RootElsewhereTests {
        private func state(_ client: Connection) throws -> String? {
            try client.ask("roots").first?["state"]?.string
        }

        private func names(_ client: Connection) throws -> [String] {
            try client.allItems().compactMap { $0["filename"]?.string }.sorted()
        }

        @Test("is offline once a folder above it is renamed, and is there when that is called so again")
        func renamedAbove() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let above = daemon.scratch.location + "above"
                try Disk.makeFolders(above + "library")
                try Disk.writePhoto(1, to: above + "library/a.jpg")
                try daemon.configure(libraries: [above + "library"])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: above + "library/a.jpg")
                try Disk.rename(above, to: daemon.scratch.location + "other")
                try client.sync()
                #expect(try state(client) == "offline")
                #expect(try client.item(above + "library/a.jpg")?["state"]?.string == "offline")

                try Disk.rename(daemon.scratch.location + "other", to: above)
                try Disk.writePhoto(2, to: above + "library/b.jpg")
                try client.sync()
                #expect(try state(client) == "online" && names(client) == ["a.jpg", "b.jpg"])
                #expect(try client.id(of: above + "library/a.jpg") == id)
                try Disk.writePhoto(3, to: above + "library/c.jpg")
                try client.sync()
                #expect(try names(client) == ["a.jpg", "b.jpg", "c.jpg"])
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("has what the folder has that its link leads to now")
        func otherTarget() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let (first, second) = (daemon.scratch.location + "first", daemon.scratch.location + "second")
                let link = daemon.scratch.location + "link"
                for (serial, folder) in [first, second].enumerated() {
                    try Disk.makeFolder(folder)
                    try Disk.writePhoto(serial, to: folder + "\(serial).jpg")
                }
                try Disk.makeSymbolicLink(link, to: first)
                try daemon.configure(libraries: [link])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try names(client) == ["0.jpg"])
                try Disk.remove(link)
                try Disk.makeSymbolicLink(link, to: second)
                try client.sync()
                #expect(try names(client) == ["1.jpg"])
                try Disk.writePhoto(3, to: second + "new.jpg")
                try client.sync()
                #expect(try names(client) == ["1.jpg", "new.jpg"])
            }
        }
    }
}
