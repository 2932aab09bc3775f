import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "Ids and marks where the machine's clock is wrong",
        .enabled(if: OwnClock.compiler != nil, "a clock that can be set needs a C compiler: install gcc")
    )
    struct WrongClockTests {
        private static func run(_ body: (DaemonFixture, OwnClock) throws -> Void) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let clock = try OwnClock(in: daemon.scratch.location)
                daemon.variables = clock.variables
                try body(daemon, clock)
            }
        }

        @Test(
            "are kept where a disk was away while it was wrong, whenever it was set right",
            arguments: [-40, 40],
            [false, true]
        )
        func diskAway(days: Int, isSetWhileRunning: Bool) throws {
            try Self.run { daemon, clock in
                let (disk, away) = (daemon.root + "disk", daemon.scratch.location + "away")
                try Disk.makeFolder(disk)
                for serial in 1...5 { try Disk.writePhoto(serial, to: disk + "\(serial).jpg") }
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                func ids() throws -> [String] { try (1...5).map { try client.id(of: disk + "\($0).jpg") } }
                let known = try ids()
                _ = try client.ask("viewed \(known[2])")
                try daemon.stop()
                // Started by a machine that does not know the time, and before the disk was mounted.
                try clock.set(days: days)
                try Disk.rename(disk, to: away)
                try Disk.makeFolder(disk)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 0)
                if isSetWhileRunning { try clock.set(days: 0) }
                try daemon.stop()
                try clock.set(days: 0)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                try Disk.removeTree(disk)
                try Disk.rename(away, to: disk)
                try client.sync()
                #expect(try ids() == known)
                #expect(try client.item(disk + "3.jpg")?["viewed"]?.bool == true)
            }
        }

        @Test(
            "a file whose time lies ahead is dated by it at the first start a day before that, also after one in vain"
        )
        func timesAhead() throws {
            try Self.run { daemon, clock in
                let path = daemon.root + "plain.png"
                try Disk.write(QuarteredPicture(width: 4, height: 4).png, to: path)
                try Disk.setTime(path, seconds: time(nil) + 100 * 3600)
                // 24 hours before it are 76 from now.
                for (days, source) in [(0, "none"), (3, "none"), (4, "mtime")] {
                    try clock.set(days: days)
                    try daemon.start()
                    let client = try daemon.connect()
                    try client.sync()
                    #expect(try client.item(path)?["dateSource"]?.string == source, "after \(days) days")
                    try daemon.stop()
                }
            }
        }

        @Test(
            "a photo of today stays in its month, and another is imported into it, where it is behind after a start"
        )
        func behind() throws {
            try Self.run { daemon, clock in
                let today = LocalTime(microseconds: Int64(time(nil)) * 1_000_000).text()
                let inbox = daemon.scratch.location + "inbox"
                let (known, new) = (daemon.root + "a.jpg", inbox + "b.jpg")
                try Disk.makeFolder(inbox)
                for (serial, path) in [known, new].enumerated() {
                    let date = String(today.map { $0 == "-" ? ":" : $0 == "T" ? " " : $0 })
                    try Disk.write(
                        PhotoFile(dateTimeOriginal: date, description: "\(serial)").bytes,
                        to: path
                    )
                    // What is dated by this is not dated by the photo.
                    try Disk.setTime(path, seconds: 1_480_352_531)
                }
                try daemon.start()
                try daemon.connect().sync()
                try daemon.stop()
                try clock.set(days: -40)
                try daemon.start()
                let client = try daemon.connect()
                #expect(try client.ask("rescan").isEmpty)
                try client.sync()
                let item = try #require(try client.item(known))
                #expect(item["localTime"]?.string == today)
                #expect(item["dateSource"]?.string == "exif:DateTimeOriginal")
                let lines = try client.ask("import \(inbox.display) dry-run=1 layout={year}-{month}")
                let folder = "\(daemon.root.display)/\(today.prefix(7))"
                #expect(lines.first?["to"]?.string == folder + "/b.jpg", "\(lines)")
            }
        }

        @Test("stay with what was deleted while it was ahead, under a name that another photo has now")
        func reusedName() throws {
            try Self.run { daemon, clock in
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: path)
                try clock.set(days: 40)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("viewed \(id)")
                try Disk.remove(path)
                try client.sync()
                try clock.set(days: 0)
                try Disk.writePhoto(2, to: path)
                try client.sync()
                #expect(try client.id(of: path) != id)
                #expect(try client.item(path)?["viewed"]?.bool == false)
            }
        }

        @Test("stay with a photo that was met while it was ahead, and is edited by way of another file")
        func editorsSave() throws {
            try Self.run { daemon, clock in
                let (path, temporary) = (daemon.root + "a.jpg", daemon.root + "b.jpg")
                try Disk.writePhoto(1, to: path)
                try clock.set(days: 40)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("viewed \(id)")
                try clock.set(days: 0)
                try Disk.writePhoto(2, to: temporary)
                try client.sync()
                try Disk.rename(temporary, to: path)
                try client.sync()
                #expect(try client.id(of: path) == id)
                #expect(try client.item(path)?["viewed"]?.bool == true)
            }
        }
    }
}
