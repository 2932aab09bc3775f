import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "Thumbnails that are shared",
        .enabled(if: Tumbler.isThere, "install tumbler, dbus-daemon and systemd")
    )
    struct TumblerTests {
        @Test(
            "Xfce's thumbnailer has the same names, keeps what photod made, and what it made itself is taken"
        )
        func sharing() throws {
            try DaemonFixture.run { daemon in
                let names = ["ours.png", "a b!$&'()*+,:=@.png", "ü%20[x]~#?;\"\\.png"]
                for name in names {
                    let photo = daemon.root + name
                    try Disk.write(QuarteredPicture(width: 400, height: 200).png, to: photo)
                    // It compares the time to the microsecond, and the standard's has seconds.
                    try Disk.setTime(photo, seconds: 1_478_349_296)
                }
                let client = try daemon.connect()
                try client.sync()
                let ours = try ask(client, daemon.root + names[0])
                #expect(ours["cached"]?.bool == false, "\(ours.json)")
                let path = FilePath(try #require(ours["path"]?.string))
                let before = try Disk.read(path)

                let tumbler = try Tumbler(daemon)
                try tumbler.queue(names.map { daemon.root + $0 })
                // It takes them in turn: with the last one there, the first has been looked at.
                let folder = daemon.scratch.location + ".cache/thumbnails"
                try Waiting.until("tumbler has made two", below: folder) {
                    // What it is writing has a longer name until it is whole: MD5 in digits, and ".png", is 36 bytes.
                    let pictures = try Disk.names(in: folder + "large").filter {
                        $0.bytes.count == 36 && $0.bytes.suffix(4).elementsEqual(".png".utf8)
                    }
                    return pictures.count == 3
                }
                for name in names {
                    let line = try ask(client, daemon.root + name)
                    #expect(line["cached"]?.bool == true, "\(line.json)")
                    #expect(line["width"]?.integer == 256 && line["height"]?.integer == 128, "\(line.json)")
                }
                #expect(try Disk.read(path) == before)
                #expect(try client.status()["workers"]?["render"]?["jobs"]?.integer == 1)
            }
        }

        private func ask(_ client: Connection, _ photo: FilePath) throws -> JSONValue {
            try #require(try client.ask("thumbnail \(try client.id(of: photo)) size=large").first)
        }
    }
}

/// tumbler on a message bus of its own, with the cache of a daemon's home directory.
private struct Tumbler {
    static let isThere =
        Programs.system("dbus-daemon") != nil && Programs.system("busctl") != nil
        && access("/usr/share/dbus-1/services/org.xfce.Tumbler.Thumbnailer1.service", R_OK) == 0

    private let bus: ChildProcess
    private let environment: [String]
    private let log: FilePath

    init(_ daemon: DaemonFixture) throws {
        let socket = daemon.scratch.location + "bus"
        log = daemon.scratch.location + "bus-log"
        environment = [
            "PATH=/usr/bin:/bin", "HOME=\(daemon.home.display)",
            "DBUS_SESSION_BUS_ADDRESS=unix:path=\(socket.display)",
        ]
        let program = try #require(Programs.system("dbus-daemon"))
        bus = try ChildProcess(
            program,
            ["--session", "--nofork", "--nosyslog", "--address=unix:path=\(socket.display)"],
            environment: environment,
            log: log
        )
        try Waiting.until("the bus listens", below: daemon.scratch.location) { Disk.status(socket) != nil }
    }

    /// Asks for large thumbnails.
    func queue(_ photos: [FilePath]) throws {
        let service = "org.freedesktop.thumbnails.Thumbnailer1"
        let count = "\(photos.count)"
        let call =
            [
                "--user", "call", service, "/org/freedesktop/thumbnails/Thumbnailer1", service, "Queue",
                "asasssu",
            ]
            + [count] + photos.map(uri)
            + [count] + photos.map { _ in "image/png" } + ["large", "foreground", "0"]
        let program = try #require(Programs.system("busctl"))
        let end = try ChildProcess(program, call, environment: environment, log: log).wait()
        let words = String(decoding: try Disk.read(log), as: UTF8.self)
        try #require(end == .exited(0), "\(words)")
    }

    /// As RFC 3986 and GLib have it.
    private func uri(_ path: FilePath) -> String {
        let plain = Set(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,:=@/".utf8
        )
        return path.bytes.reduce(into: "file://") { uri, byte in
            if plain.contains(byte) {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                uri += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }
}
