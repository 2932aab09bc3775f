import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Where a name can be asked for neither by a rename that replaces nothing nor by a link.
    @Suite("A file system without links", .inMountNamespace)
    struct LinklessFileSystemTests {
        @Test(
            "takes a new sidecar, imports and the trash, and each is undone to the byte",
            .enabled(
                if: TrialFileSystem.exfat.isAvailable,
                "install exfat-fuse and exfatprogs, or no loop devices"
            )
        )
        func exfat() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let place = daemon.scratch.location + "card"
                try Disk.makeFolder(place)
                try namespace.mount(MountedTrial(.exfat, in: daemon.scratch.location, at: place))
                let outside = namespace.outside(place)
                for folder in ["library", "inbox"] { try Disk.makeFolder(outside + folder) }
                let elsewhere = daemon.scratch.location + "inbox"
                try Disk.makeFolder(elsewhere)
                try Disk.writePhoto(1, to: outside + "library/a.jpg")
                try Disk.writePhoto(2, to: outside + "inbox/b.jpg", description: "Beach")
                try Disk.writePhoto(3, to: elsewhere + "c.jpg", description: "Party")
                let library = place + "library"
                try daemon.configure(libraries: [library])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let files = { try Contents.files(below: outside + "library") }
                let id = try client.id(of: library + "a.jpg")

                for (words, expected) in [
                    ("edit \(id) description=Snow write=sidecar", ["a.jpg", "a.jpg.xmp"]),
                    ("import \(place.display)/inbox action=move", ["a.jpg", "b.jpg"]),
                    ("import \(elsewhere.display) action=move", ["a.jpg", "c.jpg"]),
                    ("trash \(id)", []),
                ] {
                    let (before, count) = (try files(), try client.count())
                    let reply = try client.ask(words)
                    #expect(reply.outcomes == ["ok"], "\(words): \(reply)")
                    try client.sync()
                    let now = try files()
                    #expect(now.keys.map(\.lastName.display).sorted() == expected, "\(words)")
                    #expect(now.values.allSatisfy { !$0.isEmpty }, "\(words)")
                    #expect(try client.count() == expected.count { $0.hasSuffix(".jpg") })
                    let differences = try client.ask("verify")
                    #expect(differences.last?["differences"]?.integer == 0, "\(words): \(differences)")

                    let undone = try client.ask("undo \(try reply.batch)")
                    #expect(undone.outcomes == ["ok"], "\(words): \(undone)")
                    try client.sync()
                    #expect(try files() == before, "\(words)")
                    #expect(try client.count() == count)
                }
                #expect(try client.id(of: library + "a.jpg") == id)
            }
        }
    }
}
