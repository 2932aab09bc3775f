import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("verify")
    struct VerifyTests {
        @Test("says how much was compared, and photoctl exits with 0 where nothing differs")
        func clean() throws {
            try DaemonFixture.run { daemon in
                for number in 1...3 {
                    let photo = PhotoFile(dateTimeOriginal: "2016:11:0\(number) 12:34:56")
                    try Disk.write(photo.bytes, to: daemon.root + "\(number).jpg")
                }
                let client = try daemon.connect()
                try client.sync()
                let lines = try client.ask("verify")
                #expect(lines.count == 1)
                #expect(lines.last?["checked"]?.integer == 3)
                #expect(lines.last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "a subscriber hears nothing of an audit that finds nothing, and other requests are answered meanwhile"
        )
        func isQuiet() throws {
            try DaemonFixture.run { daemon in
                try Disk.write(
                    PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                    to: daemon.root + "a.jpg"
                )
                let client = try daemon.connect()
                let clock = try client.sync()
                let other = try daemon.connect()
                try client.send(Array("verify\n".utf8))
                #expect(try other.ask("ping").isEmpty)
                #expect(try client.readReply().last?["differences"]?.integer == 0)
                #expect(try other.ask("changes since=\(clock)").count == 1)
            }
        }

        @Test("that is under way when photod is ended ends with it, and photod ends as ever")
        func ended() throws {
            try DaemonFixture.run { daemon in
                for number in 1...300 {
                    try Disk.write(
                        PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                        to: daemon.root + "\(number).jpg"
                    )
                }
                for isUnderWay in [false, true, true] {
                    let (client, other) = (try daemon.connect(), try daemon.connect())
                    try client.sync()
                    try client.send(Array("verify\n".utf8))
                    // One loop reads both, in the order in which they come.
                    if isUnderWay { _ = try other.ask("ping") }
                    try daemon.stop()
                    try daemon.start()
                }
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("verify").last?["checked"]?.integer == 300)
            }
        }
    }
}
