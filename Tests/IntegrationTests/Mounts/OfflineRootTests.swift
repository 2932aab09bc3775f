import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Disks come and go, and a folder without its disk is an empty folder that looks like a library of which every
    /// photo was deleted.
    @Suite("Roots on disks that come and go", .inMountNamespace)
    struct OfflineRootTests {
        /// A disk, mounted out of the daemon's sight, of which the root is the second place.
        struct Case {
            let daemon: DaemonFixture
            let namespace: MountNamespace
            var disk: FilePath { daemon.scratch.location + "disk" }

            init(_ daemon: DaemonFixture, _ namespace: MountNamespace) throws {
                self.daemon = daemon
                self.namespace = namespace
                try Disk.makeFolder(disk)
                try namespace.mountMemory(at: disk)
            }

            func mount() throws { try namespace.bind(disk, to: daemon.root) }
            func unmount() throws { try namespace.unmount(daemon.root) }

            /// Writes to the disk, whether it is mounted on the root or not.
            func write(_ name: String, _ serial: Int) throws {
                try Disk.writePhoto(serial, to: namespace.outside(disk + name))
            }

            /// Mounts it and starts the daemon; returns a connection in step.
            func begin() throws -> Connection {
                try mount()
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                return client
            }

            func remove(_ name: String) throws { try Disk.remove(namespace.outside(disk + name)) }
        }

        static func run(_ body: (Case) throws -> Void) throws {
            try DaemonFixture.runInNamespace { daemon, namespace in try body(Case(daemon, namespace)) }
        }

        private func state(_ client: Connection) throws -> String? {
            try client.ask("roots").first?["state"]?.string
        }

        /// Starts the daemon with one photo in a root that is a mount, and unmounts that.
        private func loseRoot(
            _ daemon: DaemonFixture,
            _ namespace: MountNamespace
        ) throws -> (client: Connection, ids: [String: String]) {
            try daemon.start()
            let client = try daemon.connect()
            try client.sync()
            let before = try ids(client)
            #expect(before.count == 1)
            try namespace.unmount(daemon.root, inStepWith: client)
            try client.sync()
            try expectOffline(client, keeping: before)
            return (client, before)
        }

        private func ids(_ client: Connection) throws -> [String: String] {
            var ids: [String: String] = [:]
            for item in try client.allItems() {
                ids[try #require(item["filename"]?.string)] = try #require(item["id"]?.string)
            }
            return ids
        }

        private func expectOffline(_ client: Connection, keeping ids: [String: String]) throws {
            #expect(try state(client) == "offline")
            let items = try client.allItems()
            #expect(try self.ids(client) == ids)
            #expect(items.allSatisfy { $0["state"]?.string == "offline" })
            #expect(
                try client.ask("months").first?["photoCount"]?.integer
                    == (ids.isEmpty ? nil : Int64(ids.count))
            )
            let status = try client.status()
            #expect(status["state"]?.string == "degraded")
            #expect(status["problems"]?.array?.first?["problem"]?.string?.contains("offline") == true)
            // It does not take what is offline for gone either.
            #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            #expect(try self.ids(client) == ids)
        }

        @Test("a disk that is mounted after the first start is the root from then on")
        func mountedLate() throws {
            try Self.run { disk in
                try disk.write("a.jpg", 1)
                try disk.daemon.start()
                var client = try disk.daemon.connect()
                try client.sync()
                #expect(try ids(client).isEmpty)
                try disk.mount()
                try client.sync()
                let found = try ids(client)
                #expect(found.keys.sorted() == ["a.jpg"])
                try disk.daemon.restart()
                client = try disk.daemon.connect()
                try client.sync()
                #expect(try ids(client) == found)
                try disk.unmount()
                try client.sync()
                try expectOffline(client, keeping: found)
            }
        }

        @Test("the folder that a disk without photos was mounted on for a while is the root again")
        func emptyGuest() throws {
            try Self.run { disk in
                try disk.daemon.start()
                let client = try disk.daemon.connect()
                try client.sync()
                try disk.mount()
                try client.sync()
                try disk.unmount()
                try Disk.writePhoto(1, to: disk.daemon.root + "a.jpg")
                try client.sync()
                #expect(try state(client) == "online")
                #expect(try ids(client).keys.sorted() == ["a.jpg"])
            }
        }

        @Test("a disk whose photos were all deleted is the root still, and another one in its place is not")
        func emptied() throws {
            try Self.run { disk in
                try disk.write("a.jpg", 1)
                let client = try disk.begin()
                try disk.remove("a.jpg")
                try client.sync()
                try disk.unmount()
                let other = disk.daemon.scratch.location + "other"
                try Disk.makeFolder(other)
                try disk.namespace.mountMemory(at: other)
                try Disk.writePhoto(2, to: disk.namespace.outside(other + "b.jpg"))
                try disk.namespace.bind(other, to: disk.daemon.root)
                try client.sync()
                #expect(try ids(client).isEmpty && state(client) == "offline")
                try disk.unmount()
                try disk.write("c.jpg", 3)
                try disk.mount()
                try client.sync()
                #expect(try ids(client).keys.sorted() == ["c.jpg"])
            }
        }

        @Test("an unmounted root is offline: its photos stay, count and say so; back again, it is compared")
        func comesBack() throws {
            try Self.run { disk in
                try disk.write("a.jpg", 1)
                try disk.write("b.jpg", 2)
                try disk.mount()
                try disk.daemon.start()
                let client = try disk.daemon.connect()
                let clock = try client.sync()
                let before = try ids(client)
                #expect(before.count == 2)
                #expect(try client.allItems().allSatisfy { $0["state"]?.string == "ok" })

                try disk.unmount()
                try client.sync()
                try expectOffline(client, keeping: before)
                #expect(try client.ask("changes since=\(clock)").count == 1)

                // Elsewhere one goes, one comes, and one gets another name.
                try disk.write("c.jpg", 3)
                try Disk.rename(
                    disk.namespace.outside(disk.disk + "a.jpg"),
                    to: disk.namespace.outside(disk.disk + "renamed.jpg")
                )
                try disk.remove("b.jpg")
                try disk.mount()
                try client.sync()
                #expect(try state(client) == "online")
                let after = try ids(client)
                #expect(Set(after.keys) == ["renamed.jpg", "c.jpg"])
                #expect(after["renamed.jpg"] == before["a.jpg"])
                #expect(try client.allItems().allSatisfy { $0["state"]?.string == "ok" })

                // It is watched as it was at first.
                try disk.write("d.jpg", 4)
                try client.sync()
                #expect(try client.count() == 3)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("another file system in its place leaves the root offline, and nothing is deleted")
        func anotherFileSystem() throws {
            try Self.run { disk in
                try disk.write("a.jpg", 1)
                let client = try disk.begin()
                let before = try ids(client)

                try disk.unmount()
                try disk.namespace.mountMemory(at: disk.daemon.root)
                var stranger = PhotoFile(dateTimeOriginal: "2011:01:02 03:04:05")
                stranger.serial = 9
                let inside = disk.namespace.outside(disk.daemon.root)
                try Disk.write(stranger.bytes, to: inside + "stranger.jpg")
                try client.sync()
                try expectOffline(client, keeping: before)

                // A restart does not make it more familiar.
                try disk.daemon.restart()
                let second = try disk.daemon.connect()
                try second.sync()
                try expectOffline(second, keeping: before)

                try disk.unmount()
                try disk.mount()
                try second.sync()
                #expect(try state(second) == "online")
                #expect(try ids(second) == before)
            }
        }

        @Test("a file system that is unmounted for good raises its event, and the root is offline")
        func unmountedForGood() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                try namespace.mountMemory(at: daemon.root)
                let photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes
                let folder = namespace.outside(daemon.root) + "trip"
                try Disk.makeFolder(folder)
                try Disk.write(photo, to: folder + "a.jpg")
                let (client, _) = try loseRoot(daemon, namespace)
                #expect(try client.status()["watches"]?["used"]?.integer == 0)
            }
        }

        @Test("a root that is not mounted at the start is found when it is, by itself")
        func missingAtTheStart() throws {
            try Self.run { disk in
                try disk.write("a.jpg", 1)
                let first = try disk.begin()
                let before = try ids(first)
                try disk.daemon.stop()
                try disk.unmount()
                try disk.write("b.jpg", 2)
                try disk.daemon.start()
                let client = try disk.daemon.connect()
                try client.sync()
                try expectOffline(client, keeping: before)

                try disk.mount()
                try client.sync()
                #expect(try state(client) == "online")
                let after = try ids(client)
                #expect(after.count == 2)
                #expect(after["a.jpg"] == before["a.jpg"])
            }
        }

        @Test("going and coming are noticed at once, without anybody asking")
        func noticedAtOnce() throws {
            try Self.run { disk in
                try disk.write("a.jpg", 1)
                _ = try disk.begin()
                let subscriber = try disk.daemon.connect()
                try subscriber.send(Array("subscribe status\n".utf8))
                try disk.unmount()
                try wait(for: "offline", subscriber)
                // An offline root is looked at every 20 seconds anyhow: well below that, it was the mount.
                let start = ContinuousClock.now
                try disk.mount()
                try wait(for: "online", subscriber)
                #expect(ContinuousClock.now - start < .seconds(10))
            }
        }

        /// Waits for a status event that tells of a root's state.
        private func wait(for state: String, _ subscriber: Connection) throws {
            while let line = try subscriber.nextLine() {
                let roots = try JSONValue.parse(line)["roots"]?.array
                if roots?.first?["state"]?.string == state { return }
            }
        }

        @Test("a folder of the same file system that was bound to the root and is no longer is offline")
        func boundFromTheSameFileSystem() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let real = daemon.scratch.location + "real"
                try Disk.makeFolder(real)
                try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes, to: real + "a.jpg")
                try namespace.bind(real, to: daemon.root)
                let before = try loseRoot(daemon, namespace).ids
                try daemon.restart()
                let second = try daemon.connect()
                try second.sync()
                try expectOffline(second, keeping: before)
                try namespace.bind(real, to: daemon.root)
                try second.sync()
                #expect(try ids(second) == before)
                #expect(try state(second) == "online")
            }
        }
    }
}
