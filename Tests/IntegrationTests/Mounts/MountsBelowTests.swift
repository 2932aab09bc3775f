import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What is mounted inside a root is part of it: what the paths lead to counts, and nothing else.
    @Suite("Mounts below a root", .inMountNamespace)
    struct MountsBelowTests {
        /// The paths of all photos, relative to the root.
        private func paths(_ client: Connection, _ daemon: DaemonFixture) throws -> [String] {
            try client.allItems().map { item in
                let path = try #require(item["path"]?.string)
                return String(path.dropFirst(daemon.root.display.utf8.count + 1))
            }.sorted()
        }

        /// Syncs, and holds photos, count and month against what is expected.
        private func expect(_ expected: [String], _ client: Connection, _ daemon: DaemonFixture) throws {
            try client.sync()
            #expect(try paths(client, daemon) == expected.sorted())
            #expect(try client.count() == Int64(expected.count))
            let verified = try client.ask("verify")
            #expect(verified.last?["differences"]?.integer == 0, "\(verified.json)")
        }

        @Test("a disk mounted over a folder hides its photos; unmounted, they are back with their ids")
        func mountAndUnmount() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let card = daemon.root + "card"
                let inside = namespace.outside(card)
                try Disk.makeFolder(card)
                try Disk.writePhoto(1, to: card + "below.jpg")
                try Disk.writePhoto(2, to: daemon.root + "beside.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try expect(["beside.jpg", "card/below.jpg"], client, daemon)
                let id = try client.id(of: card + "below.jpg")

                try namespace.mountMemory(at: card)
                try expect(["beside.jpg"], client, daemon)
                try Disk.makeFolder(inside + "trip")
                try Disk.writePhoto(3, to: inside + "trip" + "on-card.jpg")
                try expect(["beside.jpg", "card/trip/on-card.jpg"], client, daemon)
                // It is hidden, not unwatched: what happens there does not count.
                try Disk.writePhoto(4, to: card + "also-below.jpg")
                try expect(["beside.jpg", "card/trip/on-card.jpg"], client, daemon)

                try namespace.unmount(card)
                let all = ["beside.jpg", "card/also-below.jpg", "card/below.jpg"]
                try expect(all, client, daemon)
                #expect(try client.id(of: card + "below.jpg") == id)
                try Disk.remove(card + "also-below.jpg")
                try expect(["beside.jpg", "card/below.jpg"], client, daemon)
            }
        }

        @Test("what a disk hides gives its id to no copy, on that disk or beside it")
        func copiesOfHidden() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let card = daemon.root + "card"
                let inside = namespace.outside(card)
                try Disk.makeFolders(card + "inner")
                try Disk.writePhoto(1, to: card + "below.jpg")
                try Disk.writePhoto(2, to: card + "inner" + "below.jpg")
                try daemon.start()
                let client = try daemon.connect()
                let hidden = ["card/below.jpg", "card/inner/below.jpg"]
                try expect(hidden, client, daemon)
                let ids = try hidden.map { try client.id(of: daemon.root.appending(FileName($0))) }

                try namespace.mountMemory(at: card)
                try expect([], client, daemon)
                try Disk.writePhoto(1, to: inside + "copy.jpg")
                try Disk.writePhoto(2, to: daemon.root + "copy.jpg")
                try expect(["card/copy.jpg", "copy.jpg"], client, daemon)
                let copies = try ["card/copy.jpg", "copy.jpg"].map {
                    try client.id(of: daemon.root.appending(FileName($0)))
                }
                #expect(Set(copies).isDisjoint(with: ids))

                try namespace.unmount(card)
                try expect(hidden + ["copy.jpg"], client, daemon)
                #expect(try hidden.map { try client.id(of: daemon.root.appending(FileName($0))) } == ids)
                #expect(try client.id(of: daemon.root + "copy.jpg") == copies[1])
            }
        }

        @Test("a mount that is there at the start and goes while the daemon is stopped")
        func changesWhileStopped() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let card = daemon.root + "card"
                try Disk.makeFolder(card)
                try Disk.writePhoto(1, to: card + "below.jpg")
                try namespace.mountMemory(at: card)
                try Disk.writePhoto(2, to: namespace.outside(card) + "on-card.jpg")
                try daemon.start()
                try expect(["card/on-card.jpg"], try daemon.connect(), daemon)
                try daemon.stop()
                try namespace.unmount(card)
                try daemon.start()
                try expect(["card/below.jpg"], try daemon.connect(), daemon)
            }
        }

        @Test("a folder of the root bound into the root is there twice, and once again when it is unbound")
        func boundIntoTheRoot() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let trip = daemon.root + "trip"
                let twin = daemon.root + "twin"
                try Disk.makeFolder(trip)
                try Disk.makeFolder(twin)
                try Disk.makeFolder(trip + "deep")
                try Disk.writePhoto(1, to: trip + "a.jpg")
                try Disk.writePhoto(2, to: trip + "deep" + "b.jpg")
                try Disk.writePhoto(3, to: twin + "own.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try expect(["trip/a.jpg", "trip/deep/b.jpg", "twin/own.jpg"], client, daemon)
                let ids = [try client.id(of: trip + "a.jpg"), try client.id(of: twin + "own.jpg")]

                try namespace.bind(trip, to: twin)
                try expect(
                    ["trip/a.jpg", "trip/deep/b.jpg", "twin/a.jpg", "twin/deep/b.jpg"],
                    client,
                    daemon
                )
                #expect(try client.id(of: trip + "a.jpg") == ids[0])

                // Written through either place, by a descriptor that stands for both.
                try Disk.writePhoto(4, to: trip + "c.jpg")
                try Disk.writePhoto(5, to: namespace.outside(twin) + "deep" + "d.jpg")
                try Disk.makeFolder(namespace.outside(twin) + "new")
                try Disk.writePhoto(6, to: namespace.outside(twin) + "new" + "e.jpg")
                try Disk.remove(trip + "a.jpg")
                let names = ["c.jpg", "deep/b.jpg", "deep/d.jpg", "new/e.jpg"]
                try expect(names.flatMap { ["trip/\($0)", "twin/\($0)"] }, client, daemon)
                try Disk.rename(trip + "deep", to: trip + "deeper")
                let renamed = ["c.jpg", "deeper/b.jpg", "deeper/d.jpg", "new/e.jpg"]
                try expect(renamed.flatMap { ["trip/\($0)", "twin/\($0)"] }, client, daemon)

                // It raises no event at all.
                try namespace.unmount(twin)
                try expect(renamed.map { "trip/\($0)" } + ["twin/own.jpg"], client, daemon)
                #expect(try client.id(of: twin + "own.jpg") == ids[1])
                try Disk.writePhoto(7, to: trip + "f.jpg")
                try Disk.remove(twin + "own.jpg")
                try Disk.writePhoto(8, to: twin + "g.jpg")
                try expect(renamed.map { "trip/\($0)" } + ["trip/f.jpg", "twin/g.jpg"], client, daemon)
            }
        }

        @Test(
            "what goes from a folder that is bound to two places is gone at both, whichever is looked at first"
        )
        func boundToWhatIsFirst() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let trip = daemon.root + "m"
                for name in ["a", "m", "z"] { try Disk.makeFolder(daemon.root + name) }
                try Disk.writePhoto(1, to: trip + "stays.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try namespace.bind(trip, to: daemon.root + "a")
                try namespace.bind(trip, to: daemon.root + "z")
                for round in 0..<10 {
                    let folder = trip + "\(round)"
                    try Disk.makeFolder(folder)
                    try Disk.writePhoto(2 + 2 * round, to: folder + "1.jpg")
                    try Disk.writePhoto(3 + 2 * round, to: trip + "\(round).jpg")
                    let names = ["stays.jpg", "\(round)/1.jpg", "\(round).jpg"]
                    try expect(["a", "m", "z"].flatMap { at in names.map { "\(at)/\($0)" } }, client, daemon)
                    try Disk.remove(trip + "\(round).jpg")
                    try Disk.removeTree(folder)
                    try expect(["a/stays.jpg", "m/stays.jpg", "z/stays.jpg"], client, daemon)
                }
            }
        }

        @Test("another disk at the same folder has photos of its own, whatever they are called")
        func anotherDisk() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let card = daemon.root + "card"
                try Disk.makeFolder(card)
                try namespace.mountMemory(at: card)
                try Disk.writePhoto(1, to: namespace.outside(card) + "1.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: card + "1.jpg")
                _ = try client.ask("edit \(id) favorite=yes write=index")
                try daemon.stop()

                try namespace.unmount(card)
                try namespace.mountMemory(at: card)
                try Disk.writePhoto(2, to: namespace.outside(card) + "1.jpg")
                try daemon.start()
                let later = try daemon.connect()
                try expect(["card/1.jpg"], later, daemon)
                #expect(try later.id(of: card + "1.jpg") != id)
                #expect(try later.item(card + "1.jpg")?["favorite"] == nil)
            }
        }

        @Test("a folder that comes with what is mounted in it is looked at again when that is unmounted")
        func comesWithMount() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let elsewhere = daemon.scratch.location + "elsewhere"
                let (trip, card) = (daemon.root + "trip", daemon.root + "trip" + "card")
                try Disk.makeFolders(elsewhere + "card")
                try Disk.writePhoto(1, to: elsewhere + "card" + "below.jpg")
                try Disk.writePhoto(2, to: elsewhere + "beside.jpg")
                try namespace.mountMemory(at: elsewhere + "card")
                try Disk.writePhoto(3, to: namespace.outside(elsewhere) + "card" + "on-card.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try expect([], client, daemon)
                try Disk.rename(elsewhere, to: trip)
                try expect(["trip/beside.jpg", "trip/card/on-card.jpg"], client, daemon)
                try namespace.unmount(card)
                try expect(["trip/beside.jpg", "trip/card/below.jpg"], client, daemon)
            }
        }

        @Test("30 times: what mount and umount changed is there after a sync")
        func readsYourMounts() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let place = daemon.root + "place"
                let folder = daemon.scratch.location + "elsewhere"
                try Disk.makeFolder(place)
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: place + "below.jpg")
                try Disk.writePhoto(2, to: folder + "mounted.jpg")
                try daemon.start()
                let client = try daemon.connect()
                for _ in 0..<15 {
                    try namespace.bind(folder, to: place)
                    try expect(["place/mounted.jpg"], client, daemon)
                    try namespace.unmount(place)
                    try expect(["place/below.jpg"], client, daemon)
                }
            }
        }

        @Test("a root inside which everything above it is mounted is found through every mount")
        func mountAboveTheRoot() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                // The root lies two folders below what is mounted and unmounted.
                let above = daemon.scratch.location + "above"
                let root = above + "one" + "two"
                try Disk.makeFolder(above)
                let disk = daemon.scratch.location + "disk"
                try Disk.makeFolder(disk)
                try namespace.mountMemory(at: disk)
                try Disk.makeFolders(namespace.outside(disk) + "one" + "two")
                try Disk.writePhoto(1, to: namespace.outside(disk) + "one" + "two" + "a.jpg")
                try namespace.bind(disk, to: above)
                try daemon.configure(libraries: [root])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: root + "a.jpg")
                try namespace.unmount(above)
                try client.sync()
                #expect(try client.item(root + "a.jpg")?["state"]?.string == "offline")
                try namespace.bind(disk, to: above)
                try client.sync()
                #expect(try client.item(root + "a.jpg")?["state"]?.string == "ok")
                #expect(try client.id(of: root + "a.jpg") == id)
            }
        }
    }
}
