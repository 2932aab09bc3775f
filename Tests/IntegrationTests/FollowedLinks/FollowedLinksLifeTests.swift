import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Links to folders, where they are followed, over time")
    struct FollowedLinksLifeTests {
        @Test("a restart changes nothing; what happened to links meanwhile is found")
        func restart() throws {
            try LinkedLibrary.run { library in
                for (serial, name) in ["one", "two", "three"].enumerated() {
                    try Disk.makeFolders(library.outside + name)
                    try library.write(serial, library.outside + "\(name)/\(name).jpg")
                    try Disk.makeFolder(library.root + "in-\(name)")
                    try library.link("in-\(name)/link", to: library.outside + name)
                }
                let ids = try library.ids()
                #expect(ids.count == 3)
                let clock = try library.client.sync()
                try library.daemon.restart()
                var client = try library.daemon.connect()
                try client.sync()
                let changes = try client.ask("changes since=\(clock)")
                #expect(changes.count == 1 && changes[0]["isFreshInstance"]?.bool == false, "\(changes.json)")

                try library.daemon.stop()
                try Disk.remove(library.root + "in-one/link")
                try Disk.rename(library.root + "in-two", to: library.root + "was-two")
                try Disk.removeTree(library.root + "in-three")
                try library.link("three", to: library.outside + "three")
                try library.write(9, library.outside + "three/new.jpg")
                try library.daemon.start()
                client = try library.daemon.connect()
                try client.sync()
                let found = try client.allItems().compactMap { $0["path"]?.string }.sorted()
                #expect(
                    found
                        == ["three/new.jpg", "three/three.jpg", "was-two/link/two.jpg"]
                        .map { (library.root + $0).display }
                )
                #expect(try client.id(of: library.root + "was-two/link/two.jpg") == ids["two.jpg"])
                #expect(try client.id(of: library.root + "three/three.jpg") == ids["three.jpg"])
                try library.daemon.stop()

                // What the index forgets the documents know.
                for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]
                where Disk.isFile(library.daemon.state + name) {
                    try Disk.remove(library.daemon.state + name)
                }
                try library.daemon.start()
                client = try library.daemon.connect()
                try client.sync()
                #expect(try client.id(of: library.root + "was-two/link/two.jpg") == ids["two.jpg"])
                #expect(try client.id(of: library.root + "three/three.jpg") == ids["three.jpg"])
            }
        }

        @Test(
            "a folder that is named as a root is one, whatever links lead to it, and its photos keep their ids"
        )
        func rootAdded() throws {
            try LinkedLibrary.run { library in
                try Disk.makeFolder(library.outside + "in")
                try library.write(1, library.outside + "in/a.jpg")
                try library.link("trip", to: library.outside + "in")
                let ids = try library.ids()
                #expect(try library.paths() == ["trip/a.jpg"])
                let trip = library.root + "trip"
                for end in ["", "/"] {
                    let refusal = try library.client.refusal("root-remove \(trip.display)\(end)")
                    #expect(refusal.replyCode == .unsupported)
                    #expect(refusal.message.contains("follow-symlinks = false"), "\(refusal.message)")
                }

                _ = try library.client.ask("root-add \(library.outside.display)")
                try library.client.sync()
                #expect(try library.linkedRoots().isEmpty)
                let added = try #require(try library.client.item(library.outside + "in/a.jpg"))
                #expect(added["id"]?.string == ids["a.jpg"])
                #expect(try library.client.count() == 1)
                _ = try library.client.ask("root-remove \(library.outside.display)")
                #expect(try library.paths() == ["trip/a.jpg"])
                #expect(try library.ids() == ids)
            }
        }

        @Test(
            "what a rescan reads anew is read behind links too, and an audit tells of a link that nobody follows"
        )
        func audited() throws {
            try LinkedLibrary.run { library in
                try library.write(1, library.outside + "a.jpg")
                try library.link("trip", to: library.outside)
                #expect(try library.paths() == ["trip/a.jpg"])
                _ = try library.client.ask("rescan \((library.root + "trip").uri)")
                _ = try library.client.ask("rescan")
                #expect(try library.paths() == ["trip/a.jpg"])
                try library.expectNothingToMend()
            }
        }

        @Test(
            "what links in a folder lead to stays while that may not be searched",
            arguments: [0o000, 0o444]
        )
        func closedFolder(mode: mode_t) throws {
            try DaemonFixture.runUnprivileged { daemon in
                let outside = daemon.scratch.location + "outside"
                let folder = daemon.root + "links"
                for made in [outside, folder] { try Disk.makeFolder(made) }
                if getuid() == 0 { try Disk.setOwner(folder, 65534) }
                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: daemon.root))
                try Disk.writePhoto(1, to: outside + "a.jpg")
                try Disk.makeSymbolicLink(folder + "trip", to: outside)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 1)
                let roots = try client.ask("roots").count
                try Disk.setMode(folder, mode)
                defer { try? Disk.setMode(folder, 0o755) }
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.ask("roots").count == roots)
                let problems = try client.problems().compactMap { $0["problem"]?.string }
                #expect(problems.contains { $0.contains(folder.display) && $0.contains("cannot be read") })
            }
        }
    }

    @Suite(
        "Links to disks that come and go",
        .inMountNamespace
    )
    struct LinkedDiskTests {
        @Test("a disk that a link leads to is offline while it is away, and its photos stay")
        func offline() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let disk = daemon.scratch.location + "disk"
                let mount = daemon.scratch.location + "mount"
                try Disk.makeFolder(disk)
                try Disk.makeFolder(mount)
                try namespace.mountMemory(at: disk)
                try Disk.makeFolder(namespace.outside(disk + "photos"))
                try Disk.writePhoto(1, to: namespace.outside(disk + "photos/a.jpg"))
                try Disk.writePhoto(2, to: daemon.root + "own.jpg")
                try Disk.write(LinkedLibrary.following, to: OptionFiles.path(in: daemon.root))
                // Before the disk is there, the link leads nowhere.
                try Disk.makeSymbolicLink(daemon.root + "trip", to: mount + "photos")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.status()["state"]?.string == "ready")

                try namespace.bind(disk, to: mount)
                try client.sync()
                #expect(try client.count() == 2)
                let photo = daemon.root + "trip/a.jpg"
                let id = try client.id(of: photo)

                try namespace.unmount(mount)
                try client.sync()
                #expect(try client.count() == 2)
                #expect(try client.item(photo)?["state"]?.string == "offline")
                #expect(try client.item(daemon.root + "own.jpg")?["state"]?.string == "ok")
                let problem = try #require(try client.problems().first)
                #expect(problem["problem"]?.string?.contains("trip is offline") == true)
                try daemon.restart()
                let again = try daemon.connect()
                try again.sync()
                #expect(try again.count() == 2)

                try Disk.writePhoto(3, to: namespace.outside(disk + "photos/b.jpg"))
                try namespace.bind(disk, to: mount)
                try again.sync()
                #expect(try again.count() == 3)
                #expect(try again.id(of: photo) == id)
                #expect(try again.item(photo)?["state"]?.string == "ok")

                // The link that is gone takes them along even while its disk is away.
                try namespace.unmount(mount)
                try Disk.remove(daemon.root + "trip")
                try again.sync()
                #expect(try again.count() == 1)
                #expect(try again.problems().isEmpty)
            }
        }
    }
}
