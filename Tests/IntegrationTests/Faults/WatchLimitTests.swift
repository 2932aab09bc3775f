import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("When inotify watches run out")
    struct WatchLimitTests {
        private static func check(_ client: Connection, _ paths: [FilePath]) throws {
            try client.sync()
            let items = try client.items("photos 2016-11 limit=1000")
            #expect(items.compactMap { $0["uri"]?.string }.sorted() == paths.map(\.uri).sorted())
        }

        private static func lines(_ daemon: DaemonFixture, with text: String) -> Int {
            daemon.logText.split(separator: "\n").filter { $0.contains(text) }.count
        }

        @Test(
            "300 folders and 100 watches: every change is seen, status and log tell once, and more watches are taken",
            .inUserNamespace
        )
        func polls() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let folders = (0..<300).map { daemon.root + "d\($0)" }
                var paths = folders.map { $0 + "x.jpg" }
                for (serial, path) in paths.enumerated() {
                    try Disk.makeFolder(path.parent)
                    try Disk.writePhoto(serial, to: path)
                }
                // More are for the folder of identity documents, the socket, its folder and those above that.
                let limit = 102 + daemon.socket.parent.bytes.count { $0 == UInt8(ascii: "/") } + 1
                let namespace = try Namespace(
                    .user,
                    setup: "echo \(limit) > /proc/sys/user/max_inotify_watches",
                    in: daemon.scratch.location,
                    log: daemon.log
                )
                daemon.launcher = try namespace.launcher
                try daemon.start()
                let client = try daemon.connect()
                try Self.check(client, paths)

                let status = try client.status()
                #expect(status["state"]?.string == "degraded")
                #expect(status["watches"]?["used"]?.integer == 100)
                #expect(status["watches"]?["limit"]?.integer == Int64(limit))
                #expect(status["watches"]?["polled"]?.integer == 201)
                let problem = try #require(status["problems"]?.array?.first)
                #expect(problem["problem"]?.string?.hasPrefix("201 folders have no inotify watch") == true)
                #expect(problem["remedy"]?.string == "sysctl user.max_inotify_watches=65536")

                // In each folder, and in new ones: something comes, goes, changes its name or is written anew.
                for (number, folder) in folders.enumerated() {
                    switch number % 4 {
                    case 0:
                        try Disk.writePhoto(1_000 + number, to: folder + "y.jpg")
                        paths.append(folder + "y.jpg")
                    case 1:
                        try Disk.remove(folder + "x.jpg")
                        paths.removeAll { $0 == folder + "x.jpg" }
                    case 2:
                        try Disk.rename(folder + "x.jpg", to: folder + "z.jpg")
                        paths[paths.firstIndex(of: folder + "x.jpg") ?? 0] = folder + "z.jpg"
                    default:
                        try Disk.makeFolders(folder + "deep/er")
                        try Disk.writePhoto(2_000 + number, to: folder + "deep/er/w.jpg")
                        paths.append(folder + "deep/er/w.jpg")
                    }
                }
                try Self.check(client, paths)
                #expect(Self.lines(daemon, with: "no inotify watch is left") == 1)
                #expect(Self.lines(daemon, with: "sysctl user.max_inotify_watches=65536") == 1)
                if Soak.isOn { try Self.waitForPolling(daemon, folders) }

                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe status\n".utf8))
                try namespace.run("echo 1000 > /proc/sys/user/max_inotify_watches")
                try client.sync()
                while let line = try subscriber.nextLine() {
                    if try JSONValue.parse(line)["state"]?.string == "ready" { break }
                }
                let mended = try client.status()
                #expect(mended["watches"]?["polled"]?.integer == 0)
                #expect(mended["watches"]?["used"]?.integer == 451)
                #expect(mended["state"]?.string == "ready", "\(mended.json)")
                #expect(Self.lines(daemon, with: "every folder is watched again") == 1)
            }
        }

        /// Without `sync`, the next pass sees what no event tells.
        private static func waitForPolling(_ daemon: DaemonFixture, _ folders: [FilePath]) throws {
            let subscriber = try daemon.connect()
            try subscriber.send(Array("subscribe photos\n".utf8))
            while let line = try subscriber.nextLine() {
                if try JSONValue.parse(line)["event"]?.string == "ready" { break }
            }
            for (number, folder) in folders.enumerated() {
                try Disk.writePhoto(5_000 + number, to: folder + "polled.jpg")
            }
            for _ in folders {
                let line = try #require(try subscriber.nextLine())
                #expect(try JSONValue.parse(line)["change"]?.string == "inserted")
            }
            for folder in folders { try Disk.remove(folder + "polled.jpg") }
        }
    }
}
