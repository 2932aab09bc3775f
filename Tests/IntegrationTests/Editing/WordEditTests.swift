import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Titles, stars and keywords: read, found and edited.
    @Suite("Titles, stars and keywords")
    struct WordEditTests {
        /// As another program writes them.
        private static let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
             xmp:Rating="3"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Pier</rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag><rdf:li>New York</rdf:li><rdf:li>Work</rdf:li></rdf:Bag></dc:subject></rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """

        private static func library(_ daemon: DaemonFixture) throws -> (Connection, [String]) {
            let client = try daemon.connect()
            for serial in 1...3 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
            try Disk.write(sidecar, to: daemon.root + "1.jpg.xmp")
            try client.sync()
            return (client, try (1...3).map { try client.id(of: daemon.root + "\($0).jpg") })
        }

        private static func found(_ request: String, _ client: Connection) throws -> [String] {
            let reply = try client.ask(request)
            let names = reply.compactMap { $0["filename"]?.string }.sorted()
            #expect(reply.last?["page"]?["total"]?.integer == Int64(names.count), "\(request)")
            return names
        }

        @Test("are those of the sidecar, and found")
        func found() throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try Self.library(daemon)
                let item = try #require(try client.item(daemon.root + "1.jpg"))
                #expect(item["title"]?.string == "Pier" && item["rating"]?.integer == 3)
                #expect(item["keywords"]?.texts == ["New York", "Work"])
                #expect(item["favorite"] == nil)
                let whole = try #require(try client.ask("photo \(ids[0])").first)
                #expect(whole["rating"]?.integer == 3 && whole["keywords"]?.texts?.count == 2)
                _ = try client.ask(
                    "edit \(ids[1]) keywords=\"new york city,Home,❤,&\" rating=5 title=Kitchen"
                )
                for (request, names) in [
                    ("find rating=3", ["1.jpg"]), ("find rating=3..5", ["1.jpg", "2.jpg"]),
                    ("find rating=unset", ["3.jpg"]), ("find rating=4", []), ("favorites", ["2.jpg"]),
                    ("find keyword=\"new york\"", ["1.jpg"]), ("find keyword=york", []),
                    ("find york", ["1.jpg", "2.jpg"]), ("find kitch", ["2.jpg"]), ("find pier", ["1.jpg"]),
                    ("find keyword=HOME rating=5", ["2.jpg"]), ("find york keyword=work", ["1.jpg"]),
                    ("find keyword=home rating=3", []),
                    ("find keyword=❤", ["2.jpg"]), ("find keyword=☆", []), ("find keyword=&", ["2.jpg"]),
                ] { #expect(try Self.found(request, client) == names, "\(request)") }
                for request in ["find rating=6", "find rating=3..", "find rating=5..3", "find keyword=\" \""]
                {
                    #expect(try client.refusal(request).replyCode == .argument, "\(request)")
                }
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "change in the sidecar, are the daemon's own where they shall be, and are taken back",
            arguments: ["sidecar", "index"]
        )
        func edited(layer: String) throws {
            try DaemonFixture.run { daemon in
                var (client, ids) = try Self.library(daemon)
                let (files, before) = (try Contents.files(below: daemon.root), try client.allItems())
                let all = ids.joined(separator: " ")
                let reply = try client.ask(
                    "edit \(all) title=\"In town\" rating=4 keywords=+Family,-work write=\(layer)"
                )
                #expect(reply.outcomes == ["ok", "ok", "ok"])
                func expectEdited() throws {
                    let items = try client.allItems()
                    #expect(
                        items.allSatisfy { $0["title"]?.string == "In town" && $0["rating"]?.integer == 4 }
                    )
                    let item = try client.item(daemon.root + "1.jpg")
                    #expect(item?["keywords"]?.texts == ["New York", "Family"])
                    #expect(try client.item(daemon.root + "2.jpg")?["keywords"]?.texts == ["Family"])
                    #expect(try Self.found("find keyword=family", client).count == 3)
                    #expect(try Self.found("find keyword=work", client).isEmpty)
                    #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                }
                try expectEdited()
                #expect((try Contents.files(below: daemon.root) == files) == (layer == "index"))
                let again = try client.ask(
                    "edit \(all) title=\"In town\" rating=4 keywords=+Family,-work write=\(layer)"
                )
                #expect(again.outcomes == ["unchanged", "unchanged", "unchanged"])
                try daemon.stop()
                try daemon.loseIndex()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                try expectEdited()
                let told = try client.ask("batch \(try reply.batch)").first
                #expect(told?["now"]?["rating"]?.integer == 4)
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok", "ok", "ok"])
                #expect(try client.allItems() == before)
                #expect(try Contents.files(below: daemon.root) == files)
            }
        }

        @Test("that there are none is said by photod, and nothing of them stays in the sidecar")
        func none() throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try Self.library(daemon)
                let files = try Contents.files(below: daemon.root)
                let reply = try client.ask("edit \(ids[0]) title= keywords= rating=unset")
                #expect(reply.outcomes == ["ok"])
                let item = try #require(try client.item(daemon.root + "1.jpg"))
                #expect(item["title"] == nil && item["keywords"] == nil && item["rating"] == nil)
                let text = String(decoding: try Disk.read(daemon.root + "1.jpg.xmp"), as: UTF8.self)
                #expect(!text.contains("Pier") && !text.contains("Work") && !text.contains("Rating"))
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok"])
                #expect(try Contents.files(below: daemon.root) == files)
                #expect(try client.item(daemon.root + "1.jpg")?["title"]?.string == "Pier")
                // Where no sidecar is there is none afterwards.
                #expect(try client.ask("edit \(ids[1]) title= keywords=").outcomes == ["unchanged"])
                #expect(try Contents.files(below: daemon.root) == files)
            }
        }

        @Test(
            "a keyword that another program has written a moment ago stays; of more than are read none is changed"
        )
        func others() throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try Self.library(daemon)
                for round in 1...10 {
                    let text = Self.sidecar.replacing("Work", with: "Work\(round)")
                    try Disk.write(text, to: daemon.root + "1.jpg.xmp")
                    #expect(try client.ask("edit \(ids[0]) keywords=+mine").outcomes == ["ok"])
                    let words = try client.item(daemon.root + "1.jpg")?["keywords"]?.texts
                    #expect(words == ["New York", "Work\(round)", "mine"])
                }
                let many = (1...2_000).map { "<rdf:li>keyword\($0)</rdf:li>" }.joined()
                let text = Self.sidecar.replacing("<rdf:li>Work</rdf:li>", with: many)
                try Disk.write(text, to: daemon.root + "1.jpg.xmp")
                let refused = try client.ask("edit \(ids[0]) keywords=+mine")
                #expect(refused.outcomes == ["error"])
                #expect(try Disk.read(daemon.root + "1.jpg.xmp") == Array(text.utf8))
                #expect(try client.ask("edit \(ids[0]) keywords=mine").outcomes == ["ok"])
                #expect(try client.item(daemon.root + "1.jpg")?["keywords"]?.texts == ["mine"])
            }
        }

        @Test("stars that somebody gives in photod alone make a favourite, or take what five stars made")
        func favorites() throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try Self.library(daemon)
                _ = try client.ask("edit \(ids[0]) rating=5 write=index")
                #expect(try client.item(daemon.root + "1.jpg")?["favorite"]?.bool == true)
                _ = try client.ask("edit \(ids[0]) rating=5 write=sidecar")
                _ = try client.ask("edit \(ids[0]) rating=2 write=index")
                #expect(try client.item(daemon.root + "1.jpg")?["favorite"] == nil)
                #expect(try client.item(daemon.root + "1.jpg")?["rating"]?.integer == 2)
                _ = try client.ask("edit \(ids[0]) unset=rating write=index")
                #expect(try client.item(daemon.root + "1.jpg")?["rating"]?.integer == 5)
                #expect(try client.item(daemon.root + "1.jpg")?["favorite"]?.bool == true)
            }
        }

        @Test("a keyword with a control character, which another program has written, may be taken away")
        func control() throws {
            try DaemonFixture.run { daemon in
                try Disk.writePhoto(1, to: daemon.root + "1.jpg")
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: daemon.root + "1.jpg")
                #expect(try client.ask("edit \(id) keywords=\"+sun,-a\u{1}b\"").outcomes == ["ok"])
                #expect(try client.item(daemon.root + "1.jpg")?["keywords"]?.texts == ["sun"])
                #expect(try client.ask("edit \(id) keywords=\"-a\u{1}b\"").outcomes == ["unchanged"])
            }
        }

        @Test(
            "that make no sense are refused, with what to write",
            arguments: [
                "rating=6", "rating=x", "keywords=a,+b", "keywords=+", "title=x unset=title", "unset=stars",
                "keywords=\"a\u{1}b\"", "keywords=\"+a\u{1}b,-c\"",
            ]
        )
        func refused(words: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let refusal = try client.refusal("edit x \(words)")
                #expect(
                    refusal.replyCode == .argument && refusal.message.contains("write")
                        || words.contains("title")
                )
            }
        }
    }
}
