import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The protocol, and clients without manners")
    struct ProtocolTests {
        @Test(
            "what makes no sense is refused with its code, and the connection lives on",
            arguments: [
                ("frobnicate", ReplyCode.unknownCommand), ("photos 2016-13", .argument),
                ("photos 2016-11 limit=0", .argument), ("photos 2016-11 limit=1001", .argument),
                ("photos 2016-11 after=nonsense", .argument), ("count", .argument),
                ("photo nonsense", .noSuch),
                ("photo 00000000-0000-4000-8000-000000000000/L0/001", .noSuch),
                ("changes since=nonsense", .argument),
                ("photos 2016-11 colour=red", .argument), ("ping \"unfinished", .argument),
                ("viewed", .argument), ("find", .argument), ("find near=1,2", .argument),
                ("find a after=nonsense", .argument), ("favorites beach", .argument),
                ("unreadable nonsense", .argument), ("unreadable type=photo", .argument),
                ("rescan /nowhere", .noSuch), ("unsubscribe extra", .argument),
                ("command_list_end", .argument),
            ]
        )
        func refuses(line: String, code: ReplyCode) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let refusal = try client.refusal(line)
                #expect(refusal.replyCode == code)
                #expect(!refusal.message.isEmpty)
                #expect(try client.ask("ping").isEmpty)
            }
        }

        @Test(
            "bytes that are no request: each gets its refusal or its closed connection, and others notice nothing"
        )
        func survivesNonsense() throws {
            try DaemonFixture.run { daemon in
                let other = try daemon.connect()
                let closed: [[UInt8]] = [
                    Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8), [0x16, 0x03, 0x01, 0x02, 0x00],
                    Array(repeating: 0x61, count: 70_000),
                ]
                for bytes in closed {
                    let client = try RawClient(daemon.socket)
                    try client.send(bytes)
                    let answer = try client.readToEnd()
                    #expect(answer.hasPrefix("OK photod 1\n"))
                    #expect(try other.ask("ping").isEmpty)
                }
                let refused: [[UInt8]] = [
                    [0x70, 0x80, 0xFF, 0x0A], Array("ping \0\n".utf8), Array("ping\r\n".utf8),
                ]
                for bytes in refused {
                    let client = try RawClient(daemon.socket)
                    try client.send(bytes + Array("close\n".utf8))
                    let answer = try client.readToEnd()
                    #expect(answer.contains("ACK ["), "\(bytes): \(answer)")
                    #expect(answer.hasSuffix("OK\n"))
                }
                let half = try RawClient(daemon.socket)
                try half.send(Array("photos 2016".utf8))
                #expect(try half.hangUp())
                #expect(try other.ask("ping").isEmpty)
            }
        }

        @Test("a line over 64 KiB is refused as too large")
        func refusesLongLines() throws {
            try DaemonFixture.run { daemon in
                let client = try RawClient(daemon.socket)
                try client.send(Array("photo ".utf8) + Array(repeating: 0x61, count: 66_000) + [0x0A])
                let answer = try client.readToEnd()
                #expect(answer.contains("ACK [58@0]") && answer.contains("send long lists with ids=@"))
            }
        }

        @Test("requests sent ahead are answered in their order, waiting ones included")
        func keepsOrder() throws {
            try DaemonFixture.run { daemon in
                let client = try RawClient(daemon.socket)
                let requests = "ping\n\nsync\nmonths\nphotos 2016-13\ncount 2016-11\nping\nclose\n"
                try client.send(Array(requests.utf8))
                let answer = try client.readToEnd().split(separator: "\n").dropFirst()
                #expect(answer.first == "OK")
                #expect(answer.dropFirst().first?.hasPrefix("{\"clock\"") == true)
                let kinds = answer.map { $0.hasPrefix("ACK") ? "ACK" : $0 == "OK" ? "OK" : "{}" }
                #expect(kinds == ["OK", "{}", "OK", "OK", "ACK", "{}", "OK", "OK", "OK"])
            }
        }

        @Test("replies of every kind keep their order while the client reads nothing")
        func keepsOrderWithoutReader() throws {
            try DaemonFixture.run { daemon in
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                for serial in 0..<100 {
                    photo.serial = serial
                    try Disk.write(photo.bytes, to: daemon.root + "\(serial).jpg")
                }
                try daemon.connect().sync()
                let client = try RawClient(daemon.socket)
                // Long ones from a reader's thread, short ones at once, waiting ones: megabytes, so that the socket is
                // full again and again.
                var requests = ""
                for number in 0..<100 {
                    requests += "photos from=2016 to=2017 limit=1000\ncount first\(number)\n"
                    requests += number % 3 == 0 ? "sync\n" : "photos 2016-11 limit=100\n"
                    requests += "ping\ncount second\(number)\n"
                }
                try client.send(Array((requests + "close\n").utf8))
                let lines = try client.readToEnd().split(separator: "\n").dropFirst()
                let kinds = lines.map { line in
                    line.hasPrefix("{\"page")
                        ? "page"
                        : line.hasPrefix("{\"clock")
                            ? "clock"
                            : line.hasPrefix("{")
                                ? "item"
                                : line == "OK"
                                    ? "OK"
                                    : line.hasPrefix("ACK")
                                        ? String(line.split(separator: " ")[7].dropLast()) : String(line)
                }
                let items = [String](repeating: "item", count: 100) + ["page", "OK"]
                var wanted: [String] = []
                for number in 0..<100 {
                    wanted += items + ["first\(number)"]
                    wanted += number % 3 == 0 ? ["clock", "OK"] : items
                    wanted += ["OK", "second\(number)"]
                }
                wanted.append("OK")
                #expect(kinds.count == wanted.count)
                let wrong = zip(kinds, wanted).enumerated().first { $1.0 != $1.1 }
                #expect(wrong == nil)
            }
        }

        @Test("a list is answered from one snapshot and stops at its first refusal, naming its place")
        func answersLists() throws {
            try DaemonFixture.run { daemon in
                let client = try RawClient(daemon.socket)
                let list = "command_list_begin\nping\ncount 2016-11\nphotos 2016-13\nping\ncommand_list_end\n"
                try client.send(
                    Array((list + "command_list_begin\nsync\ncommand_list_end\nping\nclose\n").utf8)
                )
                let lines = try client.readToEnd().split(separator: "\n").map(String.init)
                #expect(lines[1] == "list_OK")
                #expect(lines[3] == "list_OK")
                #expect(lines[4].hasPrefix("ACK [2@2] {photos}"))
                #expect(lines[5].hasPrefix("ACK [2@0] {sync}"))
                #expect(lines[6...] == ["OK", "OK"])
            }
        }

        @Test(
            "a thousand connections within one moment: none is refused, all are greeted, and one more is answered"
        )
        func servesAThousand() throws {
            try DaemonFixture.run { daemon in
                try raiseDescriptorLimit()
                // While it stands still it accepts none: all of them wait in the socket's queue.
                try daemon.running.halt()
                let crowd = try (0..<1000).map { _ in try RawClient(daemon.socket, waitsForRoom: false) }
                try daemon.running.signal(SIGCONT)
                for client in crowd { #expect(try client.readLine() == "OK photod 1") }
                #expect(try daemon.connect().ask("ping").isEmpty)
            }
        }

        @Test(
            "a subscriber that never reads is let go, memory stays bounded, and with since it misses nothing"
        )
        func letsSlowReadersGo() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let start = try client.sync()
                let slow = try RawClient(daemon.socket)
                try slow.send(Array("subscribe photos\n".utf8))
                let before = try daemon.heapKilobytes()
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                for serial in 0..<400 {
                    photo.serial = serial
                    try Disk.write(photo.bytes, to: daemon.root + "\(serial).jpg")
                }
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                // All of them change, over and over, until the reader is far behind.
                for round in 0..<60 {
                    for serial in 0..<400 {
                        try Disk.setTime(daemon.root + "\(serial).jpg", seconds: 1_500_000_000 + round)
                    }
                    try client.sync()
                }
                #expect(try daemon.heapKilobytes() - before < 30_000)
                #expect(try client.ask("ping").isEmpty)
                let heard = try slow.readToEnd()
                #expect(heard.contains("\"event\":\"overflow\""))
                // Another, that goes on from the start, hears of every photo.
                let second = try RawClient(daemon.socket)
                try second.send(Array("subscribe photos since=\(start)\n".utf8))
                var seen: Set<String> = []
                while true {
                    let event = try JSONValue.parse(Array(try second.readLine(skippingGreeting: true).utf8))
                    if event["event"]?.string == "ready" { break }
                    if let id = event["id"]?.string { seen.insert(id) }
                }
                #expect(seen == Set(ids))
            }
        }

        @Test("changes come in parts, net, and a foreign clock is a fresh instance")
        func listsChanges() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let start = try client.sync()
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                for serial in 0..<10 {
                    photo.serial = serial
                    try Disk.write(photo.bytes, to: daemon.root + "\(serial).jpg")
                }
                try client.sync()
                try Disk.remove(daemon.root + "0.jpg")
                try client.sync()
                var clock = start
                var ids: [String] = []
                while true {
                    var lines = try client.ask("changes since=\(clock) limit=4")
                    let last = lines.popLast()
                    let end = try #require(last)
                    #expect(lines.count <= 4)
                    #expect(end["isFreshInstance"]?.bool == false)
                    ids += lines.filter { $0["change"]?.string == "inserted" }.compactMap { $0["id"]?.string }
                    for line in lines where line["change"]?.string == "deleted" {
                        ids.removeAll { $0 == line["id"]?.string }
                    }
                    clock = try #require(end["clock"]?.string)
                    if end["more"]?.bool != true { break }
                }
                #expect(ids.count == 9)
                let present = try client.allItems().compactMap { $0["id"]?.string }
                #expect(Set(ids) == Set(present))
                let fresh = try client.ask("changes since=c:0123456789abcdef:5")
                #expect(fresh.last?["isFreshInstance"]?.bool == true)
                #expect(fresh.count == 10)
            }
        }

        @Test("what names no photo is told whole by every command that takes many, however long it is")
        func tellsUnknownWhole() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let word = (daemon.root + String(repeating: "ä", count: 120) + ".jpg").display
                for command in ["items", "viewed", "edit", "trash"] {
                    let options = command == "edit" ? " favorite=yes" : ""
                    let line = try client.ask("\(command) \"\(word)\"\(options)").first
                    #expect(line?["id"]?.string == word, "\(command)")
                }
            }
        }

        @Test("stats counts what was read of photos and of videos")
        func countsVideosRead() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                // The beginning of one, by which its reader is asked.
                let header: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
                try Disk.write(header, to: daemon.root + "b.mp4")
                try client.sync()
                let workers = try #require(try client.ask("status").first?["workers"])
                #expect(workers["jobs"]?.integer == 1 && workers["media"]?["jobs"]?.integer == 1)
                #expect(try client.ask("stats").first?["filesRead"]?.integer == 2)
            }
        }

        @Test("a long list of ids is sent with ids=@, one result an id")
        func takesLongLists() throws {
            try DaemonFixture.run { daemon in
                try Disk.write(
                    PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                    to: daemon.root + "a.jpg"
                )
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: daemon.root + "a.jpg")
                let raw = try RawClient(daemon.socket)
                try raw.send(Array("viewed ids=@\n\(id)\n\(id)\nnonsense\n\nclose\n".utf8))
                let lines = try raw.readToEnd().split(separator: "\n").dropFirst().map(String.init)
                #expect(lines[0].contains("\"result\":\"ok\""))
                #expect(lines[1].contains("\"result\":\"unchanged\""))
                #expect(lines[2].contains("\"name\":\"no-such\""))
                #expect(lines[3].contains("\"ok\":1,\"unchanged\":1,\"pending\":0,\"errors\":1"))
            }
        }

        private func raiseDescriptorLimit() throws {
            var limit = rlimit()
            try SystemFailure.check(
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit),
                "getrlimit"
            )
            limit.rlim_cur = limit.rlim_max
            try SystemFailure.check(
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit),
                "setrlimit"
            )
        }
    }
}
