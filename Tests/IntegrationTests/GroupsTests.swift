import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("groups and group")
    struct GroupsTests {
        /// `Beach 2+1`: a name (`-`: Other), photos and videos, in the order of the reply.
        private func listed(_ client: Connection, _ request: String = "groups") throws -> [String] {
            try client.ask(request).map { Self.text($0) }
        }

        private static func text(_ line: JSONValue) -> String {
            let name = line["group"]?.string ?? (line["group"] == .null ? "-" : "?")
            return "\(name) \(line["photoCount"]?.integer ?? -1)+\(line["videoCount"]?.integer ?? -1)"
        }

        private func names(_ client: Connection, _ request: String) throws -> [String] {
            try client.items(request).compactMap { $0["filename"]?.string }
        }

        @Test("a description that another program edits changes the group at once, and no file moves")
        func editedElsewhere() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: path, description: "Beach  trip")
                try Disk.writePhoto(2, to: daemon.root + "b.jpg", description: "Beach trip")
                try client.sync()
                #expect(try listed(client) == ["Beach trip 2+0"])
                let id = try client.id(of: path)
                try Disk.writePhoto(1, to: path, description: "Forest")
                try client.sync()
                #expect(try listed(client) == ["Beach trip 1+0", "Forest 1+0"])
                #expect(try client.ask("group Forest").first?["id"]?.string == id)
                // As an editor saves: beside it, then over it.
                let copy = daemon.root + "a.jpg.tmp"
                try Disk.writePhoto(1, to: copy, description: nil)
                try Disk.rename(copy, to: path)
                try client.sync()
                #expect(try listed(client) == ["Beach trip 1+0", "- 1+0"])
                #expect(try client.ask("group other=1").first?["id"]?.string == id)
                #expect(try Disk.names(in: daemon.root).map(\.display).sorted() == ["a.jpg", "b.jpg"])
                #expect(try client.status()["groups"]?.integer == 1)
            }
        }

        @Test(
            "names that differ in case are two groups side by side, and one that is called Other is not Other"
        )
        func names() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let descriptions = ["Zoo", "beach", "Beach", "Other", "Äpfel", nil, "apple", "Beach"]
                for (number, description) in descriptions.enumerated() {
                    try Disk.writePhoto(
                        number,
                        to: daemon.root + "\(number).jpg",
                        description: description
                    )
                }
                try client.sync()
                let expected = [
                    "Äpfel 1+0", "apple 1+0", "Beach 2+0", "beach 1+0", "Other 1+0", "Zoo 1+0", "- 1+0",
                ]
                #expect(try listed(client) == expected)
                #expect(try listed(client, "groups limit=3") == Array(expected[..<3]))
                #expect(try listed(client, "groups type=video") == [])
                #expect(try names(client, "group beach") == ["1.jpg"])
                #expect(try names(client, "group Other") == ["3.jpg"])
                #expect(try names(client, "group other=1") == ["5.jpg"])
                #expect(try names(client, "photos 2016-11 other=1") == ["5.jpg"])
                #expect(try names(client, "photos 2016-11 group=\"A\u{308}pfel\"") == ["4.jpg"])
                // Written in another form of Unicode, with more blanks: the same group.
                #expect(try names(client, "group \" A\u{308}pfel \"") == ["4.jpg"])
                #expect(try client.status()["groups"]?.integer == 6)
            }
        }

        @Test("a group that is not there is refused, with the nearest that is")
        func unknown() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: path, description: "Beach trip")
                try client.sync()
                for wrong in ["\"Baech trip\"", "\"BEACH TRIP\""] {
                    let refusal = try client.refusal("group \(wrong)")
                    #expect(
                        refusal.replyCode == .noSuch && refusal.message.contains("did you mean Beach trip?")
                    )
                }
                #expect(try client.refusal("group Other").message.contains("other=1"))
                #expect(try client.refusal("group").replyCode == .argument)
                #expect(try client.ask("group other=1").last?["page"]?["total"]?.integer == 0)
                try Disk.remove(path)
                try client.sync()
                #expect(try client.refusal("group \"Beach trip\"").replyCode == .noSuch)
                #expect(try listed(client) == [])
            }
        }

        @Test("the cover is the newest photo that can be read, and follows what happens to it")
        func cover() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                func write(_ name: String, day: String, isDamaged: Bool = false) throws {
                    var photo = PhotoFile(dateTimeOriginal: "2016:11:\(day) 12:00:00", description: "Trip")
                    photo.serial = Int(day) ?? 0
                    try Disk.write(isDamaged ? [0xFF, 0xD8, 0xFF, 0] : photo.bytes, to: daemon.root + name)
                }
                func cover() throws -> String? {
                    try client.sync()
                    let id = try #require(try client.ask("groups").first?["cover"]?.string)
                    return try client.ask("photo \(id)").first?["filename"]?.string
                }
                try write("a.jpg", day: "01")
                try write("b.jpg", day: "02")
                #expect(try cover() == "b.jpg")
                try write("c.jpg", day: "03")
                #expect(try cover() == "c.jpg")
                // The counts stay as they are, and the cover does not.
                try write("a.jpg", day: "04")
                #expect(try cover() == "a.jpg")
                try Disk.remove(daemon.root + "a.jpg")
                #expect(try cover() == "c.jpg")
                try Disk.rename(daemon.root + "c.jpg", to: daemon.root + "d.jpg")
                #expect(try cover() == "d.jpg")
                try daemon.restart()
                #expect(try daemon.connect().ask("groups").first?["cover"]?.string != nil)
            }
        }

        @Test("pages of a group by cursor show what stays exactly once while others come and go")
        func pagesUnderChange() throws {
            try DaemonFixture.run { daemon in
                var random = SeededGenerator.fromEnvironment()
                print("group pages seed: \(random.seed)")
                let client = try daemon.connect()
                func write(_ serial: Int, _ description: String?) throws {
                    var photo = PhotoFile(
                        dateTimeOriginal: "2016:1\(serial % 2):05 12:3\(serial % 10):56",
                        description: description
                    )
                    photo.serial = serial
                    try Disk.write(photo.bytes, to: daemon.root + "\(serial).jpg")
                }
                for serial in 0..<60 { try write(serial, serial % 3 == 0 ? nil : "Trip") }
                try client.sync()
                var seen: [String] = []
                var fleeting: Set<String> = []
                var cursor = ""
                var serial = 60
                while true {
                    var lines = try client.ask("group Trip limit=3\(cursor)")
                    let page = try #require(lines.popLast()?["page"])
                    seen += lines.compactMap { $0["filename"]?.string }
                    guard let next = page["nextCursor"]?.string else { break }
                    cursor = " after=\(next)"
                    // One more, one that leaves the group, one that goes.
                    try write(serial, "Trip")
                    fleeting.insert("\(serial).jpg")
                    serial += 1
                    let (leaving, going) = (random.below(60), random.below(60))
                    try write(leaving, "Elsewhere")
                    if Disk.isFile(daemon.root + "\(going).jpg") {
                        try Disk.remove(daemon.root + "\(going).jpg")
                    }
                    fleeting.formUnion(["\(leaving).jpg", "\(going).jpg"])
                    try client.sync()
                }
                #expect(Set(seen).count == seen.count, "seed \(random.seed)")
                let stayed = (0..<60).filter { $0 % 3 != 0 }.map { "\($0).jpg" }.filter {
                    !fleeting.contains($0)
                }
                #expect(Set(seen).isSuperset(of: stayed), "seed \(random.seed)")
                let total = try client.ask("group Trip limit=1").last?["page"]?["total"]?.integer
                #expect(total == Int64(try names(client, "group Trip").count))
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("a subscriber gets all groups, then each that changes, one that vanishes with zeroes")
        func subscription() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: path, description: "Beach")
                try Disk.writePhoto(2, to: daemon.root + "b.jpg")
                try client.sync()
                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe groups\n".utf8))
                func events(until last: String) throws -> [String] {
                    var told: [String] = []
                    while told.last != last {
                        let event = try JSONValue.parse(try #require(try subscriber.nextLine()))
                        #expect(event["clock"]?.string != nil)
                        let isReady = event["event"]?.string == "ready"
                        if !isReady { #expect(event["event"]?.string == "groups") }
                        told.append(isReady ? "ready" : Self.text(event))
                    }
                    return told
                }
                #expect(try events(until: "ready") == ["Beach 1+0", "- 1+0", "ready"])
                try Disk.writePhoto(1, to: path, description: "Forest")
                #expect(try events(until: "Forest 1+0") == ["Beach 0+0", "Forest 1+0"])
                // A photo that moves within the root changes no count.
                try Disk.rename(path, to: daemon.root + "c.jpg")
                try client.sync()
                try Disk.remove(daemon.root + "b.jpg")
                #expect(try events(until: "- 0+0") == ["- 0+0"])
            }
        }

        @Test(
            "folder options, groups written by hand and removed roots count, in a first sweep and after it"
        )
        func otherSources() throws {
            try DaemonFixture.run { daemon in
                let second = daemon.scratch.location + "second"
                try Disk.makeFolder(second)
                try Disk.write("group = \"Album\"", to: second + ".photod.toml")
                try Disk.writePhoto(1, to: second + "a.jpg")
                try Disk.writePhoto(2, to: second + "b.jpg", description: "Trip")
                try Disk.writePhoto(3, to: daemon.root + "c.jpg")
                try daemon.connect().sync()
                _ = try daemon.connect().ask("root-add \(second.display)")
                try daemon.connect().sync()
                #expect(try listed(daemon.connect()) == ["Album 1+0", "Trip 1+0", "- 1+0"])
                let id = try daemon.connect().id(of: daemon.root + "c.jpg")
                try daemon.stop()
                let document = daemon.state + "photos/2016-11.json"
                let text = String(decoding: try Disk.read(document), as: UTF8.self)
                let mark = "\"id\":\"\(id)\","
                try #require(text.contains(mark))
                let edited = text.replacing(mark, with: mark + "\"groupOverride\":\" By   hand\",")
                try Disk.write(edited, to: document)
                try daemon.start()
                try daemon.connect().sync()
                #expect(try listed(daemon.connect()) == ["Album 1+0", "By hand 1+0", "Trip 1+0"])
                // The index is made anew, with the same groups.
                try daemon.stop()
                for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]
                where Disk.isFile(daemon.state + name) {
                    try Disk.remove(daemon.state + name)
                }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try listed(client) == ["Album 1+0", "By hand 1+0", "Trip 1+0"])
                _ = try client.ask("root-remove \(second.display)")
                try client.sync()
                #expect(try listed(client) == ["By hand 1+0"])
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("several questions of one moment have the same groups as one by one")
        func lists() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg", description: "Beach")
                try Disk.writePhoto(2, to: daemon.root + "b.jpg")
                try client.sync()
                let alone = try client.ask("groups")
                #expect(try client.ask("groups") == alone)
                try client.send(Array("command_list_begin\ngroups\ngroups limit=1\ncommand_list_end\n".utf8))
                // One reply a command, then that of the list.
                let replies = try (0..<3).map { _ in try client.readReply() }
                #expect(replies == [alone, [try #require(alone.first)], []])
            }
        }
    }
}
