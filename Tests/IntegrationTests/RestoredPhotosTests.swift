import Glibc
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Photos that were deleted and are put back")
    struct RestoredPhotosTests {
        /// How whoever puts a photo back writes it.
        enum Writing: String, CaseIterable {
            case atOnce, inHalves, acrossSync
        }

        /// How much of a file in a new folder the daemon sees first is up to chance.
        @Test(
            "are themselves again, marks included, in a folder that is made for them",
            arguments: Writing.allCases
        )
        func intoNewFolder(writing: Writing) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for number in 0..<30 {
                    var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                    photo.serial = number
                    let bytes = photo.bytes
                    let old = daemon.root + "\(number).jpg"
                    try Disk.write(bytes, to: old)
                    try client.sync()
                    let id = try client.id(of: old)
                    _ = try client.ask("viewed \(id)")
                    try Disk.remove(old)
                    try client.sync()
                    let folder = daemon.root + "restored-\(number)"
                    try Disk.makeFolder(folder)
                    let new = folder + "photo.jpg"
                    switch writing {
                    case .atOnce: try Disk.write(bytes, to: new)
                    case .inHalves: try Disk.write(bytes, to: new, parts: 2)
                    case .acrossSync:
                        let file = try OpenFile(new, O_WRONLY | O_CREAT | O_EXCL)
                        try file.write(bytes[..<(bytes.count / 2)])
                        try client.sync()
                        try file.write(bytes[(bytes.count / 2)...])
                    }
                    try client.sync()
                    let item = try client.item(new)
                    #expect(item?["id"]?.string == id, "photo \(number)")
                    #expect(item?["viewed"]?.bool == true, "photo \(number)")
                }
                #expect(try client.count() == 30)
            }
        }

        @Test("are the shot that they were, whose files had gone one by one and come back at once")
        func shotInParts() throws {
            try DaemonFixture.run { daemon in
                let away = daemon.scratch.location + "away"
                try Disk.makeFolder(away)
                let (still, raw) = ("IMG_1.jpg", "IMG_1.NEF")
                try Disk.write(
                    PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                    to: daemon.root + still
                )
                try Disk.write("a RAW file", to: daemon.root + raw)
                var client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: daemon.root + still)
                _ = try client.ask("viewed \(id)")
                for name in [still, raw] {
                    try Disk.rename(daemon.root + name, to: away + name)
                    try client.sync()
                }
                #expect(try client.count() == 0)
                try daemon.stop()
                for name in [still, raw] { try Disk.rename(away + name, to: daemon.root + name) }
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 1)
                let item = try client.item(daemon.root + still)
                #expect(item?["id"]?.string == id && item?["viewed"]?.bool == true)
            }
        }

        @Test("are the one that left last, where several had their content; but first the one of their name")
        func leftLast() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let bytes = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes
                var ids: [String: String] = [:]
                for name in ["a", "b", "c"] {
                    let path = daemon.root + "\(name).jpg"
                    try Disk.write(bytes, to: path)
                    try client.sync()
                    ids[name] = try client.id(of: path)
                    _ = try client.ask("viewed \(path.uri)")
                }
                #expect(Set(ids.values).count == 3)
                for name in ["a", "b"] {
                    try Disk.remove(daemon.root + "\(name).jpg")
                    try client.sync()
                }
                // Its going is not seen before it is back.
                try daemon.running.halt()
                try Disk.remove(daemon.root + "c.jpg")
                try Disk.write(bytes, to: daemon.root + "other.jpg")
                try daemon.running.signal(SIGCONT)
                try client.sync()
                #expect(try client.id(of: daemon.root + "other.jpg") == ids["c"])
                try Disk.write(bytes, to: daemon.root + "a.jpg")
                try client.sync()
                #expect(try client.id(of: daemon.root + "a.jpg") == ids["a"])
                try Disk.write(bytes, to: daemon.root + "third.jpg")
                try client.sync()
                #expect(try client.id(of: daemon.root + "third.jpg") == ids["b"])
            }
        }
    }
}
