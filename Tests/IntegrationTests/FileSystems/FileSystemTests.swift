import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Whose id and whose mark is whose, on the file systems that people mount. What a kernel does not tell proves nothing.
    @Suite("File systems", .inMountNamespace)
    struct FileSystemTests {
        /// On one root, and on two of the kind at once.
        private func play(_ kind: TrialFileSystem) throws {
            let random = SeededGenerator.fromEnvironment()
            print("\(kind.rawValue): seed \(random.seed)")
            for isPair in [false, true] {
                try DaemonFixture.runInNamespace { daemon, namespace in
                    let scratch = daemon.scratch.location
                    let places = isPair ? [scratch + "first", scratch + "second"] : [daemon.root]
                    if isPair {
                        try daemon.configure(libraries: places)
                        for place in places { try Disk.makeFolder(place) }
                    }
                    let trials = places.map {
                        MountedTrial(kind, in: scratch, at: $0, named: "store-\($0.lastName.display)")
                    }
                    let rounds = FileSystemRounds(daemon, namespace, trials, random)
                    try rounds.begin()
                    try Soak.rounds(else: { $0 < 8 }) { try rounds.play($0) }
                    rounds.report()
                }
            }
        }

        @Test("tmpfs keeps ids and marks", .enabled(if: TrialFileSystem.memory.isAvailable, "no tmpfs"))
        func memory() throws { try play(.memory) }

        @Test("ext4 keeps ids and marks", .enabled(if: TrialFileSystem.ext4.isAvailable, "no loop devices"))
        func ext4() throws { try play(.ext4) }

        @Test(
            "ext4 without birth times keeps ids and marks",
            .enabled(if: TrialFileSystem.ext4WithoutBirthTimes.isAvailable, "no loop devices")
        )
        func ext4WithoutBirthTimes() throws { try play(.ext4WithoutBirthTimes) }

        @Test(
            "a bind mount keeps ids and marks",
            .enabled(if: TrialFileSystem.bound.isAvailable, "no mounts")
        )
        func bound() throws { try play(.bound) }

        @Test(
            "sshfs keeps ids and marks",
            .enabled(
                if: TrialFileSystem.sshfs.isAvailable,
                "install sshfs and openssh-sftp-server, or no /dev/fuse"
            )
        )
        func sshfs() throws { try play(.sshfs) }

        @Test(
            "bindfs keeps ids and marks",
            .enabled(if: TrialFileSystem.bindfs.isAvailable, "install bindfs, or no /dev/fuse")
        )
        func bindfs() throws { try play(.bindfs) }

        @Test(
            "vFAT keeps ids and marks",
            .enabled(if: TrialFileSystem.fat.isAvailable, "this kernel has no vFAT")
        )
        func fat() throws { try play(.fat) }

        @Test(
            "exFAT keeps ids and marks",
            .enabled(
                if: TrialFileSystem.exfat.isAvailable,
                "install exfat-fuse and exfatprogs, or no loop devices"
            )
        )
        func exfat() throws { try play(.exfat) }

        private static let needsShares: Comment = "install sshfs and openssh-sftp-server, or no /dev/fuse"

        @Test(
            "a photo that is written twice within a second is what was written last, where files are told by seconds",
            .enabled(
                if: TrialFileSystem.exfat.isAvailable,
                "install exfat-fuse and exfatprogs, or no loop devices"
            )
        )
        func writtenTwice() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let place = daemon.root + "card"
                try Disk.makeFolder(place)
                try namespace.mount(MountedTrial(.exfat, in: daemon.scratch.location, at: place))
                try daemon.start()
                let client = try daemon.connect()
                var equalStamps = 0
                for round in 0..<10 where equalStamps < 3 {
                    let photo = namespace.outside(place) + "\(round).jpg"
                    func write(_ description: String) throws -> [Int] {
                        let bytes = PhotoFile(description: description, serial: round).bytes
                        try Disk.write(bytes, to: photo)
                        try client.sync()
                        let status = try #require(Disk.status(photo))
                        return [Int(status.st_mtim.tv_sec), status.st_mtim.tv_nsec]
                            + [Int(status.st_ctim.tv_sec), status.st_ctim.tv_nsec]
                    }
                    let stamps = [try write("Snow"), try write("Rain")]
                    let item = try client.item(place + "\(round).jpg")
                    #expect(item?["description"]?.string == "Rain")
                    if stamps[0] == stamps[1] { equalStamps += 1 }
                }
                #expect(equalStamps > 0, "nothing was tested")
            }
        }

        @Test(
            "two shares are two, although nothing tells them apart",
            .enabled(if: TrialFileSystem.sshfs.isAvailable, needsShares)
        )
        func twoShares() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let places = [daemon.root + "one", daemon.scratch.location + "two"]
                try daemon.configure(libraries: places)
                for (number, place) in places.enumerated() {
                    try Disk.makeFolder(place)
                    try namespace.mount(
                        MountedTrial(.sshfs, in: daemon.scratch.location, at: place, named: "store\(number)")
                    )
                    for serial in 0..<10 {
                        try Disk.writePhoto(
                            number * 100 + serial,
                            to: namespace.outside(place) + "p\(serial).jpg"
                        )
                    }
                }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 20)
                let before = try client.allItems()
                try client.mark(before)
                for serial in 10..<20 {
                    try Disk.writePhoto(serial, to: namespace.outside(places[0]) + "p\(serial).jpg")
                }
                // Their numbers are those of files of the other share, which stay what they are.
                for serial in 0..<5 {
                    try Disk.writePhoto(
                        500 + serial,
                        to: namespace.outside(places[0]) + "p\(serial).jpg",
                        description: "Snow"
                    )
                }
                for _ in 0..<3 {
                    _ = try client.ask("rescan")
                    try client.sync()
                    #expect(try client.count() == 30)
                    #expect(try client.items("group Snow limit=100").count == 5)
                }
                let after = try client.allItems()
                let ids = Dictionary(
                    uniqueKeysWithValues: after.map { ($0["path"]?.string, $0["id"]?.string) }
                )
                for item in before { #expect(ids[item["path"]?.string] == item["id"]?.string) }
                #expect(after.count { $0["viewed"]?.bool == true } == 20)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        /// Two copies of one photo and another one, of one second; what `body` does the daemon sees at once.
        ///
        /// - Parameter expected: of each file there is then, whose it was.
        private func onShare(
            expecting expected: [String: String],
            _ body: (FilePath) throws -> Void
        ) throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let trial = MountedTrial(.sshfs, in: daemon.scratch.location, at: daemon.root, named: "store")
                try namespace.mount(trial)
                let outside = namespace.outside(daemon.root)
                for (name, serial) in [("one", 1), ("copy", 1), ("other", 2)] {
                    let description = String(repeating: "x", count: 20 * serial)
                    let path = outside + "\(name).jpg"
                    try Disk.writePhoto(serial, to: path, description: description)
                    try Disk.setTime(path, seconds: 1_500_000_000)
                }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                var ids: [String: String] = [:]
                for name in ["one", "copy", "other"] {
                    ids[name] = try client.id(of: daemon.root + "\(name).jpg")
                    _ = try client.ask("viewed \((daemon.root + "\(name).jpg").uri)")
                }
                try daemon.running.halt()
                try body(outside)
                try daemon.running.signal(SIGCONT)
                try client.sync()
                let names = Dictionary(uniqueKeysWithValues: ids.map { ($0.value, $0.key) })
                var found: [String: String] = [:]
                for item in try client.allItems() {
                    let name = item["filename"]?.string?.split(separator: ".").first.map(String.init)
                    found[name ?? ""] = names[item["id"]?.string ?? ""] ?? "new"
                }
                #expect(found == expected)
            }
        }

        private func exchange(_ one: String, _ other: String, in folder: FilePath) throws {
            try Disk.rename(folder + "\(one).jpg", to: folder + "between.tmp")
            try Disk.rename(folder + "\(other).jpg", to: folder + "\(one).jpg")
            try Disk.rename(folder + "between.tmp", to: folder + "\(other).jpg")
        }

        @Test(
            "a photo whose time is set stays itself while its copy changes places with another",
            .enabled(if: TrialFileSystem.sshfs.isAvailable, needsShares)
        )
        func touchedCopy() throws {
            try onShare(expecting: ["one": "one", "copy": "other", "other": "copy"]) {
                try Disk.setTime($0 + "one.jpg", seconds: 1_400_000_000)
                try exchange("copy", "other", in: $0)
            }
        }

        @Test(
            "a photo whose time is set once it was copied with the time it had stays itself, and the copy is new",
            .enabled(if: TrialFileSystem.sshfs.isAvailable, needsShares)
        )
        func touchedAfterCopy() throws {
            let expected = ["one": "one", "copy": "copy", "other": "other", "kept": "new"]
            try onShare(expecting: expected) { folder in
                try Disk.makeFolder(folder + "away")
                let kept = folder + "away/kept.jpg"
                try Disk.write(try Disk.read(folder + "other.jpg"), to: kept)
                try Disk.setTime(kept, seconds: 1_500_000_000)
                try Disk.setTime(folder + "other.jpg", seconds: 1_400_000_000)
            }
        }

        @Test(
            "a photo that changed places with another, and was put elsewhere in the same moment, is itself there",
            .enabled(if: TrialFileSystem.sshfs.isAvailable, needsShares)
        )
        func exchangedAndPut() throws {
            try onShare(expecting: ["put": "other", "other": "one", "copy": "copy"]) {
                try exchange("one", "other", in: $0)
                let bytes = try Disk.read($0 + "one.jpg")
                try Disk.remove($0 + "one.jpg")
                try Disk.write(bytes, to: $0 + "put.jpg")
            }
        }

        @Test(
            "a photo that changed places with another, for which another was written in the same moment, is itself",
            .enabled(if: TrialFileSystem.sshfs.isAvailable, needsShares),
            arguments: [("other", 2, "copy"), ("copy", 1, "other")]
        )
        func exchangedAndReplaced(_ replaced: String, _ serial: Int, _ kept: String) throws {
            try onShare(expecting: ["one": "one", kept: replaced, replaced: "new"]) { folder in
                try exchange(replaced, kept, in: folder)
                // As long as the photo that was there, which might have been written to.
                let description = String(repeating: "y", count: 20 * serial)
                try Disk.writePhoto(serial, to: folder + ".new.tmp", description: description)
                try Disk.rename(folder + ".new.tmp", to: folder + "\(replaced).jpg")
            }
        }

        @Test(
            "of two photos that are the same, the one that was moved is itself, though the other was written to meanwhile",
            .enabled(if: TrialFileSystem.sshfs.isAvailable, needsShares),
            arguments: ["moved.jpg", "away/copy.jpg"]
        )
        func movedCopy(_ name: String) throws {
            let moved = FilePath(name).lastName.display.split(separator: ".").first.map(String.init) ?? ""
            try onShare(expecting: ["one": "one", moved: "copy", "other": "other"]) { folder in
                try Disk.makeFolder(folder + "away")
                try Disk.rename(folder + "copy.jpg", to: folder + name)
                try Disk.writePhoto(3, to: folder + "one.jpg", description: "written to since")
            }
        }

        @Test(
            "where a is A, what is renamed in the case of its letters alone is what it was, and is there once",
            .enabled(if: TrialFileSystem.exfat.isAvailable, "install exfat-fuse, or no /dev/fuse"),
            arguments: [true, false]
        )
        func caseAlone(_ isRunning: Bool) throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let trial = MountedTrial(.exfat, in: daemon.scratch.location, at: daemon.root, named: "store")
                try namespace.mount(trial)
                let outside = namespace.outside(daemon.root)
                try Disk.makeFolder(outside + "Trip")
                for (serial, name) in ["IMG_1.JPG", "Trip/IMG_2.JPG", "Trip/IMG_3.JPG"].enumerated() {
                    let description = String(repeating: "x", count: 20 * serial)
                    try Disk.writePhoto(serial, to: outside + name, description: description)
                }
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let ids = try client.allItems().map { $0["id"]?.string }
                #expect(ids.count == 3)
                try client.mark(try client.allItems())
                if !isRunning { try daemon.stop() }
                try Disk.rename(outside + "IMG_1.JPG", to: outside + "img_1.jpg")
                try Disk.rename(outside + "Trip", to: outside + "trip")
                if !isRunning {
                    try daemon.start()
                    client = try daemon.connect()
                }
                // One that nobody has renamed is asked for by more names than it has.
                try Disk.write("<x/>", to: outside + "img_1.jpg.xmp")
                try client.sync()
                let items = try client.allItems()
                let names = ["img_1.jpg", "trip/IMG_2.JPG", "trip/IMG_3.JPG"].map {
                    (daemon.root + $0).display
                }
                #expect(Set(items.compactMap { $0["path"]?.string }) == Set(names) && items.count == 3)
                #expect(Set(items.map { $0["id"]?.string }) == Set(ids))
                #expect(items.allSatisfy { $0["viewed"]?.bool == true })
                let photo = try client.item(daemon.root + "img_1.jpg")
                #expect(
                    photo?["companions"]?.array?.compactMap(\.string) == [(daemon.root + "img_1.jpg.xmp").uri]
                )
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "another disk at the same place is not taken for the first, and its photos get no marks; the first is known anywhere",
            .enabled(
                if: TrialFileSystem.sshfs.isAvailable || TrialFileSystem.squashfs.isAvailable,
                "install sshfs, openssh-sftp-server and squashfs-tools, or neither /dev/fuse nor loop devices"
            ),
            arguments: [TrialFileSystem.sshfs, .squashfs].filter(\.isAvailable)
        )
        func otherDisk(_ kind: TrialFileSystem) throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let scratch = daemon.scratch.location
                let elsewhere = scratch + "elsewhere"
                try Disk.makeFolder(elsewhere)
                let disks = ["first", "second"].map {
                    MountedTrial(kind, in: scratch, at: daemon.root, named: $0)
                }
                for (number, disk) in disks.enumerated() {
                    try namespace.make(disk)
                    for serial in 0..<5 {
                        try Disk.writePhoto(number * 100 + serial, to: disk.files + "IMG_\(serial).jpg")
                    }
                }
                try namespace.mount(disks[0])
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let before = try client.allItems()
                #expect(before.count == 5)
                try client.mark(before)
                try daemon.stop()
                try namespace.unmount(daemon.root)
                try namespace.mount(disks[1])
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("roots").first?["state"]?.string == "offline")
                #expect(try client.allItems().count == 5, "an offline root keeps its photos")
                try daemon.stop()
                try namespace.unmount(daemon.root)
                // The first disk's device is the second one's now.
                try namespace.mount(MountedTrial(kind, in: scratch, at: elsewhere, named: "second"))
                try namespace.mount(disks[0])
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("roots").first?["state"]?.string != "offline")
                let after = try client.allItems()
                #expect(
                    Set(after.compactMap { $0["id"]?.string }) == Set(before.compactMap { $0["id"]?.string })
                )
                #expect(after.allSatisfy { $0["viewed"]?.bool == true })
            }
        }
    }
}
