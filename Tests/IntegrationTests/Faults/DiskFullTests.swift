import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "A state folder without room",
        .inMountNamespace
    )
    struct DiskFullTests {
        private static func write(_ serial: Int, in folder: FilePath) throws {
            var photo = PhotoFile(dateTimeOriginal: "2016:\(10 + serial % 3):05 12:34:56")
            photo.serial = serial
            photo.description = "A description that takes its room, number \(serial)"
            try Disk.write(photo.bytes, to: folder + "\(serial).jpg")
        }

        private static func mount(_ daemon: DaemonFixture, options: String) throws -> Namespace {
            try Disk.makeFolder(daemon.state)
            let namespace = try Namespace(
                .mount,
                setup: "mount -t tmpfs -o mode=700,\(options) tmpfs '\(daemon.state.display)'",
                in: daemon.scratch.location,
                log: daemon.log
            )
            daemon.launcher = try namespace.launcher
            return namespace
        }

        /// Reads status events until one has problems, or none any more.
        private static func wait(_ subscriber: Connection, hasProblems: Bool) throws -> [JSONValue] {
            while let line = try subscriber.nextLine() {
                guard let problems = try JSONValue.parse(line)["problems"]?.array else { continue }
                if problems.isEmpty != hasProblems { return problems }
            }
            throw TimedOut(what: "the status to change")
        }

        /// Starts the daemon, with 50 photos.
        private static func start(_ daemon: DaemonFixture) throws -> Connection {
            try daemon.start()
            for serial in 0..<50 { try write(serial, in: daemon.root) }
            let client = try daemon.connect()
            try check(client, daemon, 50)
            return client
        }

        private static func statusEvents(of daemon: DaemonFixture) throws -> Connection {
            let subscriber = try daemon.connect()
            try subscriber.send(Array("subscribe status\n".utf8))
            return subscriber
        }

        /// Takes all room, and has more photos come than can be told without.
        private static func overfill(_ daemon: DaemonFixture, _ namespace: Namespace) throws {
            try fill(daemon, namespace, "40M")
            for serial in 50..<1_050 { try write(serial, in: daemon.root) }
        }

        private static func fill(_ daemon: DaemonFixture, _ namespace: Namespace, _ size: String) throws {
            try namespace.run("head -c \(size) /dev/zero > '\(filler(daemon))' 2> /dev/null || true")
        }

        private static func makeRoom(_ daemon: DaemonFixture, _ namespace: Namespace) throws {
            try namespace.run("rm '\(filler(daemon))'")
        }

        private static func filler(_ daemon: DaemonFixture) -> String { (daemon.state + "filler").display }

        private static func check(_ client: Connection, _ daemon: DaemonFixture, _ count: Int) throws {
            try client.sync()
            let uris = try client.allItems().compactMap { $0["uri"]?.string }
            #expect(uris.sorted() == (0..<count).map { (daemon.root + "\($0).jpg").uri }.sorted())
            let total = try client.ask("months").compactMap { $0["totalCount"]?.integer }.reduce(0, +)
            #expect(total == Int64(count))
        }

        @Test(
            "a full disk is told of, questions are answered, nothing is damaged, and room makes all exact again"
        )
        func recovers() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                // With room for the index's log, which grows to 16 MB where photos come one by one.
                let namespace = try Self.mount(daemon, options: "size=32m")
                var client = try Self.start(daemon)
                let ids = try (0..<50).map { try client.id(of: daemon.root + "\($0).jpg") }
                let clock = try client.sync()
                let subscriber = try Self.statusEvents(of: daemon)

                try Self.overfill(daemon, namespace)
                let problems = try Self.wait(subscriber, hasProblems: true)
                let told = problems.json
                #expect(told.contains("free some space") || told.contains("No space left"), "\(told)")
                #expect(try client.refusal("sync timeout=1").replyCode == .timeout)
                #expect(try client.status()["state"]?.string == "degraded")
                #expect(try client.ask("months").count == 3)
                #expect(try client.item(daemon.root + "7.jpg")?["id"]?.string == ids[7])
                #expect(
                    daemon.logText.split(separator: "\n").filter { $0.contains("SQLite code") }.count == 1
                )

                try Self.makeRoom(daemon, namespace)
                try Self.check(client, daemon, 1_050)
                #expect(try (0..<50).map { try client.id(of: daemon.root + "\($0).jpg") } == ids)
                let lines = try client.ask("changes since=\(clock)")
                #expect(lines.last?["isFreshInstance"]?.bool == false)
                #expect(lines.dropLast().allSatisfy { $0["change"]?.string == "inserted" })
                #expect(lines.count == 1_001)
                _ = try Self.wait(subscriber, hasProblems: false)
                #expect(try client.status()["state"]?.string == "ready")

                try daemon.restart()
                client = try daemon.connect()
                try Self.check(client, daemon, 1_050)
                #expect(try (0..<50).map { try client.id(of: daemon.root + "\($0).jpg") } == ids)
                #expect(Disk.isFile(namespace.path(daemon.state + "photos/2016-10.json")))
                #expect(!daemon.logText.contains("damaged"))
            }
        }

        @Test(
            "an import or a trash that cannot know the library is refused with the reason, and does nothing"
        )
        func refusesBatches() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Self.mount(daemon, options: "size=32m")
                let client = try Self.start(daemon)
                try Self.overfill(daemon, namespace)
                let card = daemon.scratch.location + "card"
                try Disk.makeFolder(card)
                try Self.write(1_050, in: card)
                for request in ["trash \((daemon.root + "7.jpg").display)", "import \(card.display)"] {
                    let refusal = try client.refusal(request)
                    #expect(refusal.replyCode == .system)
                    #expect(
                        refusal.message.contains("free some space")
                            || refusal.message.contains("No space left"),
                        "\(refusal.message)"
                    )
                }
                #expect(Disk.isFile(daemon.root + "7.jpg"))
                #expect(Disk.isFile(card + "1050.jpg"))
                try Self.makeRoom(daemon, namespace)
                try Self.check(client, daemon, 1_050)
            }
        }

        @Test(
            "what came into an import folder waits and says why, a trash behind it is answered, and room has it imported"
        )
        func importFolder() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Self.mount(daemon, options: "size=32m")
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                try daemon.configure(
                    libraries: [daemon.root],
                    libraryOptions: "[[import]]\npath = \"\(inbox.display)\""
                )
                let client = try Self.start(daemon)
                let subscriber = try Self.statusEvents(of: daemon)
                try Self.overfill(daemon, namespace)
                _ = try Self.wait(subscriber, hasProblems: true)
                try Self.write(1_050, in: inbox)
                while !(try Self.wait(subscriber, hasProblems: true)).json.contains("import folder") {}
                #expect(Disk.isFile(inbox + "1050.jpg"))
                #expect(try client.refusal("trash \((daemon.root + "7.jpg").display)").replyCode == .system)

                try Self.makeRoom(daemon, namespace)
                try client.sync()
                _ = try client.ask("rescan \(inbox.display)")
                try client.sync()
                #expect(!Disk.isFile(inbox + "1050.jpg"))
                #expect(try client.count() == 1_051)
            }
        }

        @Test("an edit of a photo that the index does not know yet is refused with the reason")
        func refusesEdits() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Self.mount(daemon, options: "size=32m")
                let client = try Self.start(daemon)
                let subscriber = try Self.statusEvents(of: daemon)
                try Self.overfill(daemon, namespace)
                _ = try Self.wait(subscriber, hasProblems: true)
                try Self.write(1_050, in: daemon.root)
                let refusal = try client.refusal("edit \((daemon.root + "1050.jpg").display) group=Family")
                #expect(refusal.replyCode == .system)
                #expect(refusal.message.contains("not known exactly"), "\(refusal.message)")
                try Self.makeRoom(daemon, namespace)
                try Self.check(client, daemon, 1_051)
            }
        }

        @Test("the room that the index's log has taken by and by is given back where the disk is full")
        func emptiesTheLog() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Self.mount(daemon, options: "size=4m")
                try daemon.start()
                let client = try daemon.connect()
                // One transaction each, and every one writes a dozen pages.
                for serial in 0..<60 {
                    try Self.write(serial, in: daemon.root)
                    try client.sync()
                }
                let log = namespace.path(daemon.state + "index.sqlite-wal")
                let size = Disk.status(log)?.st_size ?? 0
                #expect(size > 1_000_000)
                try Self.fill(daemon, namespace, "8M")
                for serial in 60..<660 { try Self.write(serial, in: daemon.root) }
                #expect(try client.refusal("sync timeout=1").replyCode == .timeout)
                // What the user gives is not enough for what waits to be written, but for the log to be emptied.
                try namespace.run("truncate -s -1M '\(Self.filler(daemon))'")
                try Self.check(client, daemon, 660)
                #expect(Disk.status(log)?.st_size ?? 0 < size + 1_000_000)
            }
        }

        @Test("a daemon that ends on a full disk ends well, and nothing of what it had said is lost")
        func ends() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Self.mount(daemon, options: "size=4m")
                try daemon.start()
                for serial in 0..<60 {
                    try Self.write(serial, in: daemon.root)
                    try daemon.connect().sync()
                }
                var client = try daemon.connect()
                let ids = try (0..<60).map { try client.id(of: daemon.root + "\($0).jpg") }
                // What the log holds cannot be taken into the file: that would have to grow.
                try Self.fill(daemon, namespace, "8M")
                try daemon.stop()
                try Self.makeRoom(daemon, namespace)
                try daemon.start()
                client = try daemon.connect()
                try Self.check(client, daemon, 60)
                #expect(try (0..<60).map { try client.id(of: daemon.root + "\($0).jpg") } == ids)
                #expect(!daemon.logText.contains("damaged"))
            }
        }

        @Test("one that may not be written at start is refused with its name and the remedy, and status 1")
        func refusesReadOnly() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Self.mount(daemon, options: "ro,size=1m")
                let refused = try daemon.spawn()
                #expect(try refused.wait() == .exited(1))
                #expect(daemon.logText.contains("\(daemon.state.display)/lock: Read-only file system"))
                #expect(daemon.logText.contains("make the folder writable for this user, or choose another"))
                #expect(try Disk.names(in: namespace.path(daemon.state)).isEmpty)
            }
        }

        @Test("one that is full at start is refused with the remedy, and used once there is room")
        func refusesFull() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Self.mount(daemon, options: "size=1m")
                try Self.fill(daemon, namespace, "8M")
                let refused = try daemon.spawn()
                #expect(try refused.wait() == .exited(1))
                #expect(daemon.logText.contains("free some space"))
                try Self.makeRoom(daemon, namespace)
                try Self.write(0, in: daemon.root)
                try daemon.start()
                try Self.check(daemon.connect(), daemon, 1)
            }
        }

        @Test("a batch that it cuts off is told of, and brought to its end by a sync once there is room")
        func cutOffBatch() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Self.mount(daemon, options: "size=8m")
                let card = daemon.scratch.location + "card"
                try Disk.makeFolder(card)
                for serial in 0..<800 { try Self.write(serial, in: card) }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                // What is left is room for the names of a few hundred photos.
                let left = "$(df --output=avail -B1 '\(daemon.state.display)' | tail -1)"
                try Self.fill(daemon, namespace, "$((\(left) - 250000))")
                let subscriber = try Self.statusEvents(of: daemon)
                #expect(throws: (any Error).self) { try client.ask("import \(card.display) action=move") }
                func batch() throws -> JSONValue? { try client.ask("batches").first }
                // The end of a journal is a line: where the index has let go of its log there may be room for it after all.
                try Waiting.until("it is told") {
                    let problems = try client.status()["problems"]?.array ?? []
                    return try batch()?["state"]?.string == "recovered"
                        || problems.contains { $0["remedy"]?.string?.contains("photoctl sync") == true }
                }

                try Self.makeRoom(daemon, namespace)
                try client.sync()
                #expect(try batch()?["state"]?.string == "recovered")
                // Its documents are written a moment later, if there was no room for them either.
                while let line = try subscriber.nextLine() {
                    if try JSONValue.parse(line)["problems"]?.array?.isEmpty == true { break }
                }
                let moved = try client.count()
                #expect(moved > 0)
                #expect(try Disk.names(in: card).count == 800 - Int(moved))
                let name = try #require(try batch()?["batch"]?.string)
                #expect(try client.ask("undo \(name)").last?["ok"]?.integer == moved)
                try client.sync()
                #expect(try client.count() == 0)
            }
        }
    }
}
