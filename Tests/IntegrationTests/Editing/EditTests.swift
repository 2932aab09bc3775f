import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Favourites and groups that somebody edits, for one photo or a thousand.
    @Suite("Editing")
    struct EditTests {
        @Test("says of each what came of it, and everybody sees it at once")
        func mixed() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 1...3 {
                    try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg", description: "Beach trip")
                }
                try client.sync()
                let paths = (1...3).map { daemon.root + "\($0).jpg" }
                let ids = try paths.map { try client.id(of: $0) }
                let words = [ids[0], "nonsense", paths[1].display, ids[0], paths[1].uri]
                try client.send(
                    Request("edit").adding("write", "index").adding("favorite", "yes").adding(
                        "group",
                        "Summer  2016"
                    ),
                    identifiers: words
                )
                let reply = try client.readReply()
                let name = try #require(reply.first?["batch"]?.string)
                #expect(reply.outcomes == ["ok", "error", "ok", "unchanged", "unchanged"])
                #expect(reply[1]["id"]?.string == ids[0] && reply[3]["id"]?.string == ids[1])
                #expect(reply[1]["layers"]?.array == [.string("index")])
                #expect(reply[2]["name"]?.string == "no-such")
                let sums = try #require(reply.last)
                #expect(sums["batch"]?.string == name)
                #expect(sums["ok"]?.integer == 2 && sums["unchanged"]?.integer == 2)
                #expect(sums["errors"]?.integer == 1 && sums["pending"]?.integer == 0)

                // No `sync` between.
                let item = try #require(try client.item(paths[0]))
                #expect(item["favorite"]?.bool == true && item["group"]?.string == "Summer 2016")
                let groups = try client.ask("groups")
                #expect(groups.first { $0["group"]?.string == "Summer 2016" }?["totalCount"]?.integer == 2)
                #expect(groups.first { $0["group"]?.string == "Beach trip" }?["totalCount"]?.integer == 1)
                #expect(try client.items("favorites").count == 2)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                let listed = try #require(try client.ask("batches").first)
                #expect(listed["kind"]?.string == "edit" && listed["state"]?.string == "done")
                #expect(listed["ok"]?.integer == 2)
            }
        }

        @Test("is taken back photo by photo: each has the value that it had")
        func undone() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let paths = (1...3).map { daemon.root + "\($0).jpg" }
                for (serial, path) in paths.enumerated() {
                    try Disk.writePhoto(serial, to: path, description: "Beach trip")
                }
                try client.sync()
                let ids = try paths.map { try client.id(of: $0) }
                _ = try client.ask("edit \(ids[0]) favorite=no other=1 write=index")
                let before = try client.allItems()
                let all = ids.joined(separator: " ")
                let name = try #require(
                    try client.ask("edit \(all) favorite=yes group=Snow write=index").first?["batch"]?.string
                )
                #expect(try client.items("group Snow").count == 3)
                let lines = try client.ask("batch \(name)")
                #expect(lines.count == 4 && lines.allSatisfy { $0["undone"]?.bool != true })
                #expect(
                    lines[0]["was"]?["favorite"]?.bool == false && lines[0]["was"]?["other"]?.bool == true
                )
                #expect(lines[1]["now"]?["group"]?.string == "Snow" && lines[1]["result"]?.string == "ok")
                // One is somebody else's word since.
                _ = try client.ask("edit \(ids[2]) favorite=no write=index")
                let reply = try client.ask("undo \(name)")
                #expect(reply.outcomes.sorted() == ["error", "ok", "ok"])
                let refused = try #require(reply.first { $0["result"]?.string == "error" })
                #expect(refused["id"]?.string == ids[2] && refused["name"]?.string == "busy")
                let after = try client.allItems()
                #expect(Array(after.filter { $0["id"]?.string != ids[2] }).count == 2)
                for item in after where item["id"]?.string != ids[2] {
                    #expect(before.contains(item), "\(item.json)")
                }
                let told = try client.ask("batch \(name)")
                #expect(told.count { $0["undone"]?.bool == true } == 2)
                #expect(told.last?["state"]?.string == "undone")
                // What was refused can be tried again once it is as the edit left it.
                _ = try client.ask("edit \(ids[2]) favorite=yes write=index")
                #expect(try client.ask("undo \(name)").outcomes == ["ok"])
                #expect(try client.refusal("undo \(name)").replyCode == .exists)
                #expect(try client.allItems() == before)
            }
        }

        @Test("a group that is no more said is the one of the description again, and Other is Other")
        func groups() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "1.jpg"
                try Disk.writePhoto(1, to: path, description: "Beach trip")
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("edit \(id) other=1")
                #expect(try #require(try client.item(path))["group"] == JSONValue.null)
                #expect(try client.items("group other=1").count == 1)
                _ = try client.ask("edit \(id) group=Other")
                #expect(try client.item(path)?["group"]?.string == "Other")
                #expect(try client.items("group other=1").isEmpty)
                #expect(try client.ask("edit \(id) group=\"\"").outcomes == ["ok"])
                #expect(try client.item(path)?["group"]?.string == "Beach trip")
                #expect(try client.ask("edit \(id) group=\"\"").outcomes == ["unchanged"])
            }
        }

        @Test("tells what it would do, and does nothing of it")
        func dryRun() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "1.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "1.jpg")
                let clock = try client.ask("status").first?["clock"]
                let reply = try client.ask("edit \(id) favorite=yes group=Snow dry-run=1 write=index")
                #expect(reply.outcomes == ["planned"])
                let planned = try #require(reply.first)
                #expect(
                    planned["was"]?["favorite"] == JSONValue.null
                        && planned["was"]?["group"] == JSONValue.null
                )
                #expect(
                    planned["now"]?["favorite"]?.bool == true && planned["now"]?["group"]?.string == "Snow"
                )
                #expect(reply.last?["batch"] == JSONValue.null)
                #expect(try client.ask("status").first?["clock"] == clock)
                #expect(try client.ask("batches").isEmpty)
            }
        }

        @Test("outlives the index: what was edited is in the identity documents")
        func lostIndex() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let path = daemon.root + "1.jpg"
                try Disk.writePhoto(1, to: path)
                try client.sync()
                let id = try client.id(of: path)
                let name = try #require(
                    try client.ask("edit \(id) favorite=yes group=Snow write=index").first?["batch"]?.string
                )
                try daemon.stop()
                try daemon.loseIndex()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let item = try #require(try client.item(path))
                #expect(item["id"]?.string == id)
                #expect(item["favorite"]?.bool == true && item["group"]?.string == "Snow")
                #expect(try client.ask("undo \(name)").outcomes == ["ok"])
                #expect(try client.item(path)?["group"] == JSONValue.null)
            }
        }

        @Test("what was deleted meanwhile has its old values when it comes back after an undo")
        func deleted() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "1.jpg"
                try Disk.writePhoto(1, to: path)
                let bytes = try Disk.read(path)
                try client.sync()
                let id = try client.id(of: path)
                let name = try #require(
                    try client.ask("edit \(id) favorite=yes write=index").first?["batch"]?.string
                )
                try Disk.remove(path)
                try client.sync()
                #expect(try client.ask("edit \(id) favorite=no write=index").outcomes == ["error"])
                #expect(try client.ask("undo \(name)").outcomes == ["ok"])
                try Disk.write(bytes, to: path)
                try client.sync()
                let item = try #require(try client.item(path))
                #expect(item["id"]?.string == id && item["favorite"]?.bool != true)
            }
        }

        @Test(
            "refuses what it does not understand, as a whole, and says what to write",
            arguments: [
                ("favorite=maybe", ReplyCode.argument, "yes, no or unset"),
                ("group=\"  \"", .argument, "not blank"),
                ("group=Snow other=1", .argument, "exclude"),
                ("", .argument, "what shall be edited"),
                ("favorite=yes write=paper", .argument, "write=index"),
                ("favourite=yes", .argument, "favorite="),
            ]
        )
        func wrongWords(words: String, code: ReplyCode, remedy: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "1.jpg")
                try client.sync()
                let refusal = try client.refusal("edit \((daemon.root + "1.jpg").display) \(words)")
                #expect(refusal.replyCode == code)
                #expect(refusal.message.contains(remedy), "\(refusal.message)")
                #expect(try client.ask("batches").isEmpty)
            }
        }

        @Test("finds a file that was written a moment ago")
        func unseen() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try client.sync()
                try Disk.writePhoto(1, to: daemon.root + "1.jpg")
                #expect(
                    try client.ask("edit \((daemon.root + "1.jpg").display) favorite=yes write=index")
                        .outcomes == [
                            "ok"
                        ]
                )
            }
        }

        /// Whatever a kill hits: once the batch's name is told, the edit is done when photod runs again.
        @Test("a kill in the middle leaves nothing half done", arguments: 1...3)
        func killed(round: Int) throws {
            try DaemonFixture.run { daemon in
                let count = 1500
                for serial in 0..<count { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                var client = try daemon.connect()
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                try #require(ids.count == count)
                try client.send(
                    Request("edit").adding("write", "index").adding("favorite", "yes"),
                    identifiers: ids
                )
                let name = try #require(
                    try client.nextLine().map { try JSONValue.parse($0) }?["batch"]?.string
                )
                try daemon.kill()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let items = try client.allItems()
                #expect(items.count { $0["favorite"]?.bool == true } == count)
                #expect(Set(items.compactMap { $0["id"]?.string }) == Set(ids))
                let batch = try #require(try client.ask("batches").first)
                #expect(batch["batch"]?.string == name && batch["ok"]?.integer == Int64(count))
                #expect(["done", "recovered"].contains(batch["state"]?.string))
                let undone = try client.ask("undo \(name)")
                #expect(undone.last?["ok"]?.integer == Int64(count))
                #expect(try client.allItems().allSatisfy { $0["favorite"]?.bool != true })
            }
        }

        /// Its journal has no end then, and the one of the batch before is damaged.
        @Test("an undo that was interrupted is brought to its end, and nothing of an earlier one done again")
        func interruptedUndo() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let paths = (0...1).map { daemon.root + "\($0).jpg" }
                for (serial, path) in paths.enumerated() { try Disk.writePhoto(serial, to: path) }
                try client.sync()
                let ids = try paths.map { try client.id(of: $0) }
                func name(_ line: String) throws -> String {
                    try #require(try client.ask(line).first?["batch"]?.string)
                }
                let damaged = try name("edit \(ids[0]) group=Snow")
                let batch = try name("edit \(ids.joined(separator: " ")) favorite=yes write=index")
                _ = try client.ask("edit \(ids[1]) favorite=no write=index")
                #expect(try client.ask("undo \(batch)").outcomes.sorted() == ["error", "ok"])
                // Somebody says again what was taken back.
                _ = try client.ask("edit \(ids.joined(separator: " ")) favorite=yes write=index")
                #expect(try client.ask("undo \(batch)").outcomes == ["ok"])
                try daemon.stop()
                for (name, torn) in [(batch, ""), (damaged, "nonsense\n{\"undo\":\"now\"}\n")] {
                    let journal = daemon.state + "batches/\(name).jsonl"
                    let lines = try Disk.read(journal).split(separator: UInt8(ascii: "\n")).dropLast()
                    let text = lines.flatMap { $0 + [UInt8(ascii: "\n")] } + Array(torn.utf8)
                    try Disk.write(text, to: journal)
                }
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.items("favorites").compactMap { $0["id"]?.string } == [ids[0]])
                let state = try client.ask("batches").first { $0["batch"]?.string == batch }?["state"]
                #expect(state?.string == "undone")
            }
        }

        @Test("what was answered survives a power cut that takes all of the index that was not synced")
        func powerCut() throws {
            try DaemonFixture.run { daemon in
                for serial in 0..<20 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                var client = try daemon.connect()
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                let all = ids.joined(separator: " ")
                #expect(try client.ask("edit \(all) favorite=yes write=index").last?["ok"]?.integer == 20)
                try daemon.kill()
                let log = try WriteAheadLog(of: daemon.state + "index.sqlite")
                try log.cut(to: log.synced, andBytes: 0)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.items("favorites").count == 20)
                #expect(Set(try client.allItems().compactMap { $0["id"]?.string }) == Set(ids))
            }
        }

        @Test("photoctl chooses photos by month, group or words, and undoes what was last")
        func commandLine() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 1...4 {
                    try Disk.writePhoto(
                        serial,
                        to: daemon.root + "\(serial).jpg",
                        description: serial < 3 ? "Beach trip" : "Snow"
                    )
                }
                try client.sync()
                let planned = try daemon.photoctl([
                    "edit", "--in-group", "Snow", "--favorite", "yes", "--write", "index", "--dry-run",
                ])
                #expect(planned.end == .exited(0))
                #expect(planned.text.contains("planned"))
                #expect(try client.items("favorites").isEmpty)
                #expect(
                    try daemon.photoctl(["edit", "--find", "beach", "--favorite", "yes", "--write", "index"])
                        .end == .exited(0)
                )
                #expect(try client.items("favorites").count == 2)
                #expect(
                    try daemon.photoctl(["edit", "--in-group", "Snow", "--group", "Ice"]).end == .exited(0)
                )
                #expect(try client.items("group Ice").count == 2)
                #expect(try daemon.photoctl(["undo", "--last"]).end == .exited(0))
                #expect(try client.items("group Snow").count == 2)
                #expect(try daemon.photoctl(["undo", "--last"]).end == .exited(0))
                #expect(try client.items("favorites").isEmpty)
                let undone = try daemon.photoctl(["undo", "--last"])
                #expect(undone.end == .exited(1) && undone.text.isEmpty)
                #expect(undone.errors.contains("there is nothing to undo: “photoctl batches”"))
                #expect(
                    try daemon.photoctl(["edit", "--find", "absent", "--favorite", "yes", "--write", "index"])
                        .end == .exited(1)
                )
                #expect(try daemon.photoctl(["edit", "--favorite", "yes"]).end == .exited(2))
                let failed = try daemon.photoctl(["edit", "nonsense", "--favorite", "yes"])
                #expect(failed.end == .exited(4) && failed.errors.contains("1 of 1 failed"))
            }
        }
    }
}
