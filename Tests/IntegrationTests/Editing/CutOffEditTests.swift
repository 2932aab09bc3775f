import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Edits that an error of the state folder cuts off while photod goes on.
    @Suite("Edits that are cut off while photod goes on")
    struct CutOffEditTests {
        /// A photo whose edit was cut off as its original could not be kept.
        private struct Trial {
            let daemon: DaemonFixture
            let client: Connection
            let photo: FilePath
            let id: String
            let original: [UInt8]
            let batch: String
            private let obstacle: FilePath

            init(_ daemon: DaemonFixture, _ wish: String = "description=first") throws {
                self.daemon = daemon
                (client, _) = try daemon.withPhotos(1)
                photo = daemon.root + "1.jpg"
                id = try client.id(of: photo)
                original = try Disk.read(photo)
                // The next batch has the number after this one's.
                let earlier = try client.ask("edit \(id) title=Earlier write=index").batch
                #expect(earlier.hasSuffix("-0001"))
                batch = earlier.dropLast() + "2"
                obstacle = daemon.state + "batches/\(batch).kept"
                try Disk.write("no folder", to: obstacle)
                let refusal = try client.refusal("edit \(id) \(wish) write=file")
                #expect(refusal.message.contains("\(batch) to its end"), "\(refusal)")
            }

            func removeObstacle() throws { try Disk.remove(obstacle) }

            func state() throws -> String? {
                try client.ask("batches").first { $0["batch"]?.string == batch }?["state"]?.string
            }

            func problems() throws -> [JSONValue] { try client.status()["problems"]?.array ?? [] }

            func description() throws -> String? { try client.item(photo)?["description"]?.string }

            /// Whether the photo's file says what the edit that was cut off was to write.
            func isWritten(_ text: String = "first") throws -> Bool {
                String(decoding: try Disk.read(photo), as: UTF8.self).contains(text)
            }
        }

        @Test("one comes to its end before what is asked for next, which stands")
        func order() throws {
            try DaemonFixture.run { daemon in
                let trial = try Trial(daemon)
                try trial.removeObstacle()
                let reply = try trial.client.ask("edit \(trial.id) description=second write=index")
                #expect(reply.outcomes == ["ok"])
                #expect(try trial.state() == "recovered")
                #expect(try trial.isWritten())
                #expect(try trial.description() == "second")
                #expect(try trial.problems().isEmpty)
            }
        }

        @Test("one that cannot come to its end before that takes nothing back later, and writes no file")
        func overtaken() throws {
            try DaemonFixture.run { daemon in
                let trial = try Trial(daemon)
                // It is as before the edit that was cut off, and so nothing tells that somebody has said so.
                let reply = try trial.client.ask("edit \(trial.id) unset=description write=index")
                #expect(reply.outcomes == ["ok"])
                #expect(try trial.state() == "unfinished")
                try trial.removeObstacle()
                try trial.client.sync()
                #expect(try trial.state() == "recovered")
                #expect(try trial.description() == nil)
                #expect(try Disk.read(trial.photo) == trial.original)
            }
        }

        @Test("of one that says more than what was said otherwise since the rest comes to its end")
        func rest() throws {
            try DaemonFixture.run { daemon in
                let trial = try Trial(daemon, "description=first title=Mine")
                _ = try trial.client.ask("edit \(trial.id) unset=description write=index")
                try trial.removeObstacle()
                try trial.client.sync()
                #expect(try trial.state() == "recovered")
                #expect(try trial.isWritten("Mine"))
                #expect(try !trial.isWritten())
                let item = try #require(try trial.client.item(trial.photo))
                #expect(item["title"]?.string == "Mine" && item["description"] == nil, "\(item.json)")
            }
        }

        @Test("one is a problem of the status until a sync has brought it to its end")
        func told() throws {
            try DaemonFixture.run { daemon in
                let trial = try Trial(daemon)
                for _ in 1...2 {
                    let problems = try trial.problems()
                    #expect(problems.count == 1)
                    #expect(problems.first?.json.contains(trial.batch) == true, "\(problems)")
                    #expect(try trial.state() == "unfinished")
                    try trial.client.sync()
                }
                try trial.removeObstacle()
                try trial.client.sync()
                #expect(try trial.problems().isEmpty)
                #expect(try trial.state() == "recovered")
                #expect(try trial.isWritten())
            }
        }

        @Test("one can be undone as soon as it can come to its end")
        func undone() throws {
            try DaemonFixture.run { daemon in
                let trial = try Trial(daemon)
                #expect(try trial.client.refusal("undo \(trial.batch)").replyCode == .busy)
                try trial.removeObstacle()
                #expect(try trial.client.ask("undo \(trial.batch)").outcomes == ["ok"])
                #expect(try trial.state() == "undone")
                #expect(try trial.description() == nil)
                #expect(try Disk.read(trial.photo) == trial.original)
            }
        }

        @Test(
            "one of which nothing could be set has failed, and is not done later",
            .enabled(if: Programs.system("prlimit") != nil, "prlimit is needed, of the package util-linux")
        )
        func nothingSet() throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try daemon.withPhotos(1)
                let id = try #require(ids.first)
                // A journal is shorter than that, and a page of the index is not.
                try Self.limitFiles(of: daemon, to: "4096")
                let reply = try client.ask("edit \(id) description=A write=index")
                #expect(reply.outcomes == ["error"], "\(reply)")
                #expect(try client.item(daemon.root + "1.jpg")?["description"] == nil)
                let batch = try #require(try client.ask("batches").first)
                #expect(batch["state"]?.string == "done" && batch["errors"]?.integer == 1, "\(batch)")
                try Self.limitFiles(of: daemon, to: "unlimited")
                #expect(try client.ask("edit \(id) description=B write=index").outcomes == ["ok"])
                let name = try #require(try client.ask("batches").first?["batch"]?.string)
                #expect(try client.ask("undo \(name)").outcomes == ["ok"])
                #expect(try client.item(daemon.root + "1.jpg")?["description"] == nil)
            }
        }

        /// Changes how large the files may be that the running daemon writes.
        private static func limitFiles(of daemon: DaemonFixture, to size: String) throws {
            let change = try ChildProcess(
                try #require(Programs.system("prlimit")),
                ["--pid", "\(try daemon.running.identifier)", "--fsize=\(size):"],
                log: daemon.log
            )
            #expect(try change.wait() == .exited(0))
        }
    }
}
