import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The daemon's commands over HTTP")
    struct GalleryCommandTests {
        /// What the socket says to a line, byte for byte, without the last one.
        private func socket(_ daemon: DaemonFixture, _ line: String) throws -> String {
            let client = try RawClient(daemon.socket)
            try client.send(Array("\(line)\n".utf8))
            var text = ""
            while case let line = try client.readLine(skippingGreeting: true), line != "OK" {
                text += line + "\n"
            }
            return text
        }

        @Test("reading commands are answered with the socket's lines, byte for byte")
        func lines() throws {
            try GalleryFixture.run { gallery in
                let daemon = gallery.daemon
                for serial in 0..<60 {
                    try Disk.writePhoto(
                        serial,
                        to: daemon.root + "\(serial).jpg",
                        description: serial < 3 ? "<b>Söhne</b> & \"Töchter\"" : nil
                    )
                }
                try daemon.connect().sync()
                let name = "%3Cb%3ES%C3%B6hne%3C%2Fb%3E+%26+%22T%C3%B6chter%22"
                for (address, line) in [
                    ("/api/months", "months"),
                    ("/api/photos?word=2016-11&limit=50", "photos 2016-11 limit=50"),
                    ("/api/group?word=\(name)&limit=2", "group \"<b>Söhne</b> & \\\"Töchter\\\"\" limit=2"),
                    ("/api/find?word=s%C3%B6hne", "find söhne"), ("/api/count?word=2016-11", "count 2016-11"),
                    ("/api/ping", "ping"), ("/api/groups", "groups"), ("/api/commands", "commands"),
                ] {
                    let answer = try gallery.get(address)
                    #expect(answer.status == 200, "\(address)")
                    #expect(answer.headers["content-type"] == "application/x-ndjson")
                    #expect(answer.text == (try socket(daemon, line)), "\(address)")
                    #expect(answer.headers["content-encoding"] == nil)
                    let compressed = try gallery.get(address, ["Accept-Encoding: gzip"])
                    guard !answer.body.isEmpty else { continue }
                    #expect(compressed.headers["content-encoding"] == "gzip", "\(address)")
                    #expect(try Gunzip.bytes(compressed.body) == answer.body, "\(address)")
                }
            }
        }

        @Test("what of a query is no text is named, and how a path that is none is written")
        func unreadable() throws {
            try GalleryFixture.run { gallery in
                for part in ["word=bad%FF.jpg", "word=%00", "word=%zz"] {
                    let answer = try gallery.get("/api/photos?\(part)")
                    #expect(answer.status == 400, "\(part)")
                    let message = try #require(try answer.json["message"]?.string)
                    #expect(message.contains(part) && message.contains("file://"), "\(message)")
                }
                #expect(try gallery.post("/upload?name=bad%FF.jpg").status == 400)
                #expect(try gallery.get("/search?q=%FF").status == 200)
            }
        }

        @Test("after HEAD no byte of a body comes, so that the next answer is that to the next question")
        func heads() throws {
            try GalleryFixture.run { gallery in
                let head = ["Host: \(gallery.host)", gallery.cookie]
                let connection = try gallery.connect()
                let addresses = [
                    "/page/index.html", "/gallery", "/api/count?word=nonsense", "/nothing", "/?token=x",
                ]
                for address in addresses {
                    let whole = try connection.ask(["GET \(address) HTTP/1.1"] + head)
                    let answer = try connection.ask(["HEAD \(address) HTTP/1.1"] + head)
                    #expect(answer.status == whole.status, "\(address)")
                    #expect(answer.headers["content-length"] == "\(whole.body.count)", "\(address)")
                }
                // What has no length ends the connection.
                for address in ["/api/status", "/events"] {
                    let connection = try gallery.connect()
                    let answer = try connection.ask(["HEAD \(address) HTTP/1.1"] + head)
                    #expect(answer.status == 200 && answer.headers["connection"] == "close", "\(address)")
                    #expect(try connection.rest().isEmpty, "\(address)")
                }
            }
        }

        @Test("a list as long as the library comes whole, over one connection after another question")
        func longLists() throws {
            try GalleryFixture.run { gallery in
                for serial in 0..<1500 {
                    try Disk.writePhoto(serial, to: gallery.daemon.root + "\(serial).jpg")
                }
                try gallery.daemon.connect().sync()
                let connection = try gallery.connect()
                let head = ["Host: \(gallery.host)", gallery.cookie]
                _ = try connection.ask(["GET /api/ping HTTP/1.1"] + head)
                let answer = try connection.ask(
                    ["GET /api/changes?since=c:0000000000000000:0 HTTP/1.1"] + head
                )
                #expect(try answer.lines.count == 1501)
            }
        }

        @Test("a refusal has the status of its code, and is the ACK as JSON")
        func refusals() throws {
            try GalleryFixture.run { gallery in
                for (address, status, code) in [
                    ("/api/count?word=nonsense", 400, 2), ("/api/cont", 404, 5),
                    ("/api/group?word=none", 404, 50),
                    ("/api/photo?word=none", 404, 50), ("/api/video?word=none", 404, 50),
                ] as [(String, Int, Int64)] {
                    let answer = try gallery.get(address)
                    #expect(answer.status == status, "\(address): \(answer.text)")
                    #expect(answer.headers["content-type"] == "application/json")
                    let refusal = try answer.json
                    #expect(refusal["code"]?.integer == code && refusal["index"]?.integer == 0)
                    #expect(refusal["name"] != nil && refusal["command"] != nil && refusal["message"] != nil)
                }
                let unknown = try gallery.get("/api/cont").json
                #expect(unknown["message"]?.string?.contains("did you mean count?") ?? false)
            }
        }

        @Test("what changes something is a POST, and what is about a connection is nothing")
        func methods() throws {
            try GalleryFixture.run { gallery in
                for command in ["rescan", "reload", "trash?word=x", "undo?word=x", "frame?word=x&as=library"]
                {
                    let answer = try gallery.get("/api/\(command)")
                    #expect(answer.status == 405 && answer.headers["allow"] == "POST", "\(command)")
                }
                for command in [
                    "close", "subscribe", "unsubscribe", "command_list_begin", "command_list_end",
                ] {
                    #expect(try gallery.get("/api/\(command)").status == 404, "\(command)")
                    #expect(try gallery.post("/api/\(command)").status == 404, "\(command)")
                }
                #expect(try gallery.get("/api/months", method: "DELETE").status == 501)
                for address in ["/gallery", "/thumbnail/x", "/original/x", "/months"] {
                    let answer = try gallery.post(address)
                    #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD", "\(address)")
                }
            }
        }

        @Test("every command that the daemon has can be asked as what it is")
        func table() throws {
            try GalleryFixture.run { gallery in
                for command in try gallery.daemon.connect().ask("commands") {
                    let name = try #require(command["command"]?.string)
                    // An option that none has, so that nothing is done.
                    let answer = try gallery.get("/api/\(name)?nonsense=1")
                    let expected: Set<Int> = command["inLists"]?.bool == true ? [400] : [400, 404, 405]
                    #expect(expected.contains(answer.status), "\(name): \(answer.status) \(answer.text)")
                }
            }
        }

        @Test("marks and edits are made by POST, with ids in the body, and are seen")
        func changes() throws {
            try GalleryFixture.run { gallery in
                let daemon = gallery.daemon
                for serial in 0..<10 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                let client = try daemon.connect()
                try client.sync()
                let ids = try client.ask("photos all=1").compactMap { $0["id"]?.string }
                let body = Array((ids.joined(separator: "\n") + "\n").utf8)
                let edited = try gallery.post(
                    "/api/edit?favorite=yes&group=Snow%20%26%20ice&write=index",
                    body
                ).lines
                #expect(edited.last?["ok"]?.integer == 10, "\(edited.json)")
                #expect(
                    try gallery.get("/api/group?word=Snow%20%26%20ice&limit=1").lines.last?["page"]?["total"]?
                        .integer == 10
                )
                let batch = try #require(edited.first?["batch"]?.string)
                #expect(try gallery.post("/api/undo?word=\(batch)").lines.last?["ok"]?.integer == 10)
                #expect(try gallery.get("/api/group?word=Snow%20%26%20ice").status == 404)
                let viewed = try gallery.post("/api/viewed?word=\(ids[0])").lines
                #expect(viewed.last?["ok"]?.integer == 1)
                let items = try gallery.post("/api/items?fields=id", body).lines
                #expect(items.compactMap { $0["id"]?.string } == ids)
            }
        }

        @Test("a body that is too long, or is no text, is refused and changes nothing")
        func bodies() throws {
            try GalleryFixture.run { gallery throws in
                let long = [UInt8](repeating: UInt8(ascii: "a"), count: 5 << 20)
                #expect(try gallery.post("/api/viewed", long).status == 413)
                #expect(try gallery.post("/api/viewed", [0xFF, 0x0A]).status == 400)
                #expect(try gallery.get("/api/ping").status == 200)
            }
        }

        @Test("while the daemon is away that is said, and when it is back it is asked again")
        func restarts() throws {
            try GalleryFixture.run { gallery in
                // One connection of the browser's stays open, and with it those to the daemon.
                let connection = try gallery.connect()
                let ping = ["GET /api/ping HTTP/1.1", "Host: \(gallery.host)", gallery.cookie]
                #expect(try connection.ask(ping).status == 200)
                try gallery.daemon.stop()
                let answer = try connection.ask(ping)
                #expect(answer.status == 503)
                #expect(try answer.json["name"]?.string == "unreachable")
                try gallery.daemon.start()
                #expect(try connection.ask(ping).status == 200)
                try gallery.daemon.restart()
                #expect(try connection.ask(ping).status == 200)
            }
        }
    }
}
