import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Thumbnails that are prepared")
    struct PreparationTests {
        private func folder(_ daemon: DaemonFixture, _ size: String) -> FilePath {
            daemon.scratch.location + ".cache/thumbnails/\(size)"
        }

        private func names(_ daemon: DaemonFixture, _ size: String) -> Set<FileName> {
            let names = (try? Disk.names(in: folder(daemon, size))) ?? []
            return Set(names.filter { !$0.display.hasPrefix(".") })
        }

        private func prepare(_ daemon: DaemonFixture, _ sizes: String) throws {
            try daemon.configure(libraries: [daemon.root], more: "[thumbnails]\nprepare = [\(sizes)]")
        }

        private func write(_ daemon: DaemonFixture, _ names: String...) throws {
            for name in names {
                // Each has a size of its own, so that none is another's twin.
                let picture = QuarteredPicture(
                    width: 300,
                    height: 100 + name.utf8.reduce(0) { $0 + Int($1) } % 90
                )
                try Disk.write(picture.png, to: daemon.root + name)
            }
        }

        private func waitUntilReady(_ daemon: DaemonFixture, made: Int64) throws {
            let client = try daemon.connect()
            try client.sync()
            try Waiting.until("\(made) are made", below: daemon.scratch.location) {
                let stats = try client.ask("stats").first?["thumbnails"]?["prepared"]
                return try stats?["made"]?.integer ?? 0 >= made
                    && client.status()["prepare"]?["state"]?.string == "ready"
            }
            #expect(try self.made(client) == made)
        }

        private func made(_ client: Connection) throws -> Int64? {
            try client.ask("stats").first?["thumbnails"]?["prepared"]?["made"]?.integer
        }

        @Test("are those of photos that are there and of new ones, and a restart makes only what is missing")
        func making() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try prepare(daemon, "\"large\", \"normal\"")
                try write(daemon, "a.png", "b.png")
                try Disk.write("no picture", to: daemon.root + "bad.jpg")
                try daemon.start()
                try waitUntilReady(daemon, made: 4)
                #expect(
                    names(daemon, "normal").count == 2 && names(daemon, "large") == names(daemon, "normal")
                )
                try write(daemon, "c.png")
                try Waiting.until("a new one's are made", below: daemon.scratch.location) {
                    // In either order.
                    names(daemon, "large").count == 3 && names(daemon, "normal").count == 3
                }
                let client = try daemon.connect()
                let line = try #require(
                    try client.ask("thumbnail \"\((daemon.root + "c.png").display)\"").first
                )
                #expect(line["cached"]?.bool == true, "\(line.json)")
                try waitUntilReady(daemon, made: 6)
                let status = try client.status()
                #expect(status["prepare"]?["sizes"]?.json == "[\"normal\",\"large\"]")
                #expect(
                    status["state"]?.string == "ready"
                        && status["workers"]?["render"]?["crashes"]?.integer == 0
                )
                // Two sizes of the four files that are there.
                #expect(status["workers"]?["render"]?["jobs"]?.integer == 8)

                try daemon.stop()
                try write(daemon, "d.png")
                try daemon.start()
                try waitUntilReady(daemon, made: 2)
                // The others' are not even looked for: it goes on where it was.
                let stats = try daemon.connect().ask("stats").first?["thumbnails"]?["prepared"]
                #expect(stats?["cached"]?.integer == 0, "\(stats?.json ?? "")")
                #expect(names(daemon, "large").count == 4)
            }
        }

        @Test("follow the configuration that is in force")
        func reloading() throws {
            try DaemonFixture.run { daemon in
                try write(daemon, "a.png", "b.png")
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.status()["prepare"]?["state"]?.string == "off")
                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe status\n".utf8))
                try prepare(daemon, "\"normal\"")
                _ = try client.ask("reload")
                // What stood between two tellings may be told by none of them: two are made sooner than the next one.
                while let line = try subscriber.nextLine() {
                    if try JSONValue.parse(line)["prepare"]?["state"]?.string == "ready" { break }
                }
                try waitUntilReady(daemon, made: 2)
                #expect(names(daemon, "normal").count == 2 && names(daemon, "large").isEmpty)
                // One more has all gone through again, and makes only what is not there.
                try prepare(daemon, "\"normal\", \"x-large\"")
                _ = try client.ask("reload")
                try waitUntilReady(daemon, made: 4)
                #expect(names(daemon, "x-large").count == 2)
                try daemon.configure(libraries: [daemon.root])
                _ = try client.ask("reload")
                #expect(try client.status()["prepare"]?["state"]?.string == "off")
                try Disk.write("[thumbnails]\nprepare = [\"huge\"]", to: daemon.configuration)
                #expect(try client.refusal("reload").message.contains("thumbnails.prepare"))
            }
        }

        @Test("go along with a photo that is renamed, and are not drawn again")
        func renaming() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try prepare(daemon, "\"normal\"")
                try write(daemon, "a.png")
                try daemon.start()
                try waitUntilReady(daemon, made: 1)
                let before = names(daemon, "normal")
                try Disk.rename(daemon.root + "a.png", to: daemon.root + "b.png")
                try write(daemon, "c.png")
                try Waiting.until("it has moved", below: daemon.scratch.location) {
                    names(daemon, "normal").count == 2 && names(daemon, "normal").isDisjoint(with: before)
                }
                try waitUntilReady(daemon, made: 2)
            }
        }

        @Test("are made of photos whose disk was away, when it is back")
        func gaps() throws {
            try DaemonFixture.run { daemon in
                try write(daemon, "a.png")
                do { try daemon.connect().sync() }
                try daemon.stop()
                let away = daemon.scratch.location + "away"
                try Disk.rename(daemon.root, to: away)
                try prepare(daemon, "\"normal\"")
                try daemon.start()
                let client = try daemon.connect()
                try Waiting.until("all was gone through", below: daemon.scratch.location) {
                    try client.status()["prepare"]?["state"]?.string == "ready"
                }
                #expect(try made(client) == 0)
                try Disk.rename(away, to: daemon.root)
                try waitUntilReady(daemon, made: 1)
            }
        }

        @Test("are made by a worker that comes after everybody else, and is gone afterwards")
        func priority() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try prepare(daemon, "\"normal\"")
                try write(daemon, "a.png")
                try daemon.start()
                try waitUntilReady(daemon, made: 1)
                let process = try daemon.running.identifier
                let worker = try #require(
                    try ProcessFigures.children(of: process, called: "photod-render").first
                )
                #expect(try Set(ProcessFigures.niceness(of: worker)) == [19])
                if let ionice = Programs.system("ionice") {
                    let output = daemon.scratch.location + "ionice"
                    let run = try ChildProcess(
                        ionice,
                        ["-p", "\(worker)"],
                        environment: ["PATH=/usr/bin:/bin"],
                        output: output,
                        log: daemon.scratch.location + "ionice-errors"
                    )
                    #expect(try run.wait() == .exited(0))
                    #expect(String(decoding: try Disk.read(output), as: UTF8.self).hasPrefix("idle"))
                }
                let client = try daemon.connect()
                try Waiting.until("the worker is gone") {
                    try client.status()["workers"]?["render"]?["running"]?.integer == 0
                }
            }
        }

        @Test("are a problem where photod-render is missing")
        func withoutWorker() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.replaceExtract(by: "photod-extract")
                try prepare(daemon, "\"normal\"")
                try daemon.start()
                let status = try daemon.connect().status()
                #expect(status["problems"]?.json.contains("photod-render") == true, "\(status.json)")
            }
        }
    }
}
