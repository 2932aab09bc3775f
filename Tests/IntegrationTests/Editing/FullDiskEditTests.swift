import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Sidecars on disks that take no more, or nothing at all.
    @Suite("Edits in sidecars, on disks that do not take them", .inMountNamespace)
    struct FullDiskEditTests {
        /// How often; `PHOTOD_EDIT_DISKS` says otherwise.
        private static let rounds = getenv("PHOTOD_EDIT_DISKS").flatMap { Int(String(cString: $0)) } ?? 4
        private static let count = 200
        private static let page = 4_096

        /// 200 photos on a disk of their own, half of them with a sidecar of somebody else's.
        private static func fill(_ root: FilePath) throws {
            for serial in 1...count { try Disk.writePhoto(serial, to: root + "\(serial).jpg") }
            for serial in 1...(count / 2) {
                try Disk.write(
                    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><!-- \(serial) --></rdf:RDF></x:xmpmeta>",
                    to: root + "\(serial).jpg.xmp"
                )
            }
        }

        /// Leaves so many pages of a disk.
        private static func leave(_ pages: Int, of root: FilePath) throws {
            var status = statvfs()
            try SystemFailure.check(root.withCString { statvfs($0, &status) }, "statvfs")
            let free = Int(status.f_bavail) * Int(status.f_frsize) / page
            try Disk.write(
                [UInt8](repeating: 0, count: max(free - pages, 0) * page),
                to: root + "ballast.bin"
            )
        }

        @Test(
            "a full disk leaves each file old or new, and what it did not take is written when there is room",
            arguments: ["sidecar", "file"]
        )
        func full(layer: String) throws {
            var generator = SeededGenerator.fromEnvironment()
            try DaemonFixture.runInNamespace { daemon, namespace in
                try namespace.mountMemory(at: daemon.root)
                let disk = namespace.outside(daemon.root)
                try Self.fill(disk)
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let (files, before) = (try Contents.files(below: disk), try client.allItems())
                let ids = before.compactMap { $0["id"]?.string }
                var (met, waited) = (0, 0)
                for round in 0..<Self.rounds {
                    try Self.leave(generator.below(130), of: disk)
                    try client.send(
                        Request("edit").adding("date", "2004-12").adding("description", "Natal \(round)")
                            .adding("write", layer),
                        identifiers: ids
                    )
                    let reply = try client.readReply()
                    let sums = try #require(reply.last)
                    let pending = try #require(sums["pending"]?.integer)
                    #expect(
                        sums["errors"]?.integer == 0
                            && (sums["ok"]?.integer ?? 0) + pending == Int64(Self.count)
                    )
                    if pending > 0 { met += 1 }
                    waited += Int(pending)
                    var written = 0
                    for (file, bytes) in try Contents.files(below: disk)
                    where files[file] != bytes && file.lastName != FileName("ballast.bin") {
                        let isWhole = String(decoding: bytes, as: UTF8.self).contains("Natal \(round)")
                        #expect(isWhole && !file.lastName.isHidden, "\(generator.seed): \(file.display)")
                        written += 1
                    }
                    // A photo of which the sidecar alone was not written waits as well.
                    let isEach = written + Int(pending) == Self.count
                    #expect(layer == "file" ? written + Int(pending) >= Self.count : isEach)
                    let items = try client.allItems()
                    #expect(items.allSatisfy { $0["description"]?.string == "Natal \(round)" })
                    #expect(items.allSatisfy { $0["monthKey"]?.string == "2004-12" })
                    try Disk.remove(disk + "ballast.bin")
                    try daemon.restart()
                    client = try daemon.connect()
                    try client.sync()
                    #expect(try client.ask("batches").allSatisfy { $0["pending"] == nil })
                    #expect(try client.allItems().allSatisfy { $0["dateSource"]?.string != "overlay" })
                    let undone = try client.ask("undo \(try reply.batch)")
                    #expect(undone.last?["ok"]?.integer == Int64(Self.count))
                    #expect(try Contents.files(below: disk) == files, "\(generator.seed)")
                    #expect(try client.allItems() == before)
                }
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                print(
                    "seed \(generator.seed): \(met) of \(Self.rounds) edits met the full disk, \(waited) sidecars waited"
                )
                #expect(met * 10 >= Self.rounds * 8)
            }
        }

        @Test("what a killed run has left beside a file is removed once the disk takes the file")
        func leftover() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                try namespace.mountMemory(at: daemon.root)
                let disk = namespace.outside(daemon.root)
                try Self.fill(disk)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                try Self.leave(0, of: disk)
                let reply = try client.ask("edit \(try client.id(of: daemon.root + "1.jpg")) date=2004-12")
                #expect(reply.outcomes == ["pending"])
                let journal = try Disk.read(daemon.state + "batches/\(try reply.batch).jsonl")
                let token = try #require(
                    String(decoding: journal, as: UTF8.self).firstMatch(of: /"token":"([0-9a-f]+)"/)?.1
                )
                try daemon.stop()
                try Disk.remove(disk + "ballast.bin")
                try Disk.write("half", to: disk + ".photod-edit-\(token)-1")
                // The same file is not to be written any more, so what is written has another number.
                try Disk.write(
                    String(decoding: try Disk.read(disk + "1.jpg.xmp"), as: UTF8.self)
                        .replacing("<!-- 1 -->", with: "<!-- one -->"),
                    to: disk + "1.jpg.xmp"
                )
                try daemon.start()
                try daemon.connect().sync()
                let text = String(decoding: try Disk.read(disk + "1.jpg.xmp"), as: UTF8.self)
                #expect(text.contains("2004-12") && text.contains("<!-- one -->"))
                #expect(try Disk.names(in: disk).filter(\.isHidden).isEmpty)
            }
        }

        @Test("a medium that is read-only and a folder that is closed to photod are told apart")
        func readOnly() throws {
            try DaemonFixture.runInNamespace { daemon, namespace in
                let folders = ["medium", "closed"].map { daemon.root + $0 }
                for folder in folders {
                    try Disk.makeFolder(folder)
                    try namespace.mountMemory(at: folder)
                    try Disk.writePhoto(1, to: namespace.outside(folder) + "1.jpg")
                }
                // With its source named, as the options the table has of it speak of ids that a namespace does not know.
                try namespace.run("mount", "-t", "tmpfs", "-o", "remount,ro", "tmpfs", folders[0].display)
                try namespace.run("mount", "-o", "remount,bind,ro", folders[1].display)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let ids = try folders.map { try client.id(of: $0 + "1.jpg") }
                let reply = try client.ask("edit \(ids.joined(separator: " ")) date=2004-12")
                #expect(reply.outcomes == ["pending", "pending"])
                let messages = reply.compactMap { $0["message"]?.string }
                #expect(
                    messages.first?.contains("mount -o remount,rw \(folders[0].display)") == true,
                    "\(messages)"
                )
                #expect(
                    messages.last?.contains("ReadWritePaths=\(folders[1].display)") == true,
                    "\(messages)"
                )
                #expect(try client.allItems().allSatisfy { $0["monthKey"]?.string == "2004-12" })
            }
        }
    }
}
