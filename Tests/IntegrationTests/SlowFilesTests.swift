import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What the worker in place of the real one does is in the files: see `photod-extract-misbehaving`.
    @Suite("Slow files")
    struct SlowFilesTests {
        @Test("a slow sidecar and a slow photo hold up no others, are waited for by sync, and get their time")
        func holdsUpNobody() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.replaceExtract(by: "photod-extract-misbehaving")
                let pipes = try ["sidecar", "photo"].map { try NamedPipe(daemon.scratch.location + $0) }
                let texts = pipes.map { "held:\($0.path.display)" }
                try Disk.write("without its sidecar", to: daemon.root + "a.jpg")
                try Disk.write(texts[0], to: daemon.root + "a.jpg.xmp")
                try Disk.write(texts[1], to: daemon.root + "b.jpg")
                // More than a batch, in the same folder and behind it.
                for number in 0..<80 { try Disk.write("\(number)", to: daemon.root + "c\(number).jpg") }
                try daemon.start()
                let client = try daemon.connect()
                let waiting = try daemon.connect()
                try waiting.send(Array("sync\n".utf8))
                try Waiting.until("all others are there") { try client.count() == 81 }
                #expect(try description(daemon.root + "a.jpg", client) == "without its sidecar")
                #expect(try client.status()["state"]?.string == "scanning")
                // What comes meanwhile is not held up either.
                try Disk.write("new", to: daemon.root + "new.jpg")
                try Waiting.until("a newcomer is there") { try client.count() == 82 }
                #expect(try description(daemon.root + "new.jpg", client) == "new")
                #expect(try client.status()["state"]?.string == "scanning")

                for pipe in pipes { try pipe.release() }
                #expect(try waiting.readReply().first?["unreachable"]?.array?.isEmpty == true)
                #expect(try client.count() == 83)
                #expect(try description(daemon.root + "a.jpg", client) == texts[0])
                #expect(try description(daemon.root + "b.jpg", client) == texts[1])
                #expect(try client.status()["unreadable"]?.members?.isEmpty == true)
                #expect(try client.status()["workers"]?["crashes"]?.integer == 0)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        /// The one test that waits for a deadline.
        @Test(
            "what was given up is named by its own path and not read again, over restarts, until it changes"
        )
        func givenUp() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.replaceExtract(by: "photod-extract-misbehaving")
                let folder = daemon.root + "folder"
                try Disk.makeFolder(folder)
                try Disk.write("a", to: daemon.root + "a.jpg")
                try Disk.write("spin", to: daemon.root + "a.xmp")
                try Disk.write("spin", to: daemon.root + "b.jpg")
                try Disk.write("c", to: folder + "c.jpg")
                try Disk.write("crash", to: folder + "c.jpg.xmp")
                try Disk.write("d", to: daemon.root + "d.jpg")
                let all = [
                    Line(path: daemon.root + "a.xmp", reason: "timed-out"),
                    Line(path: daemon.root + "b.jpg", reason: "timed-out"),
                    Line(path: folder + "c.jpg.xmp", reason: "crashed-reader"),
                ]
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                try expectListed(all, client)
                #expect(try client.count() == 4)
                #expect(try description(daemon.root + "a.jpg", client) == "a")
                #expect(try description(folder + "c.jpg", client) == "c")
                let owner = try client.ask("unreadable fields=filename").first {
                    $0["filename"]?.string == "a.xmp"
                }
                #expect(owner?["companionOf"]?.string == (try client.id(of: daemon.root + "a.jpg")))
                let why = try client.ask("photo \((daemon.root + "a.jpg").uri)").first?["why"]
                #expect(why?["companions"]?.array?.first?["uri"]?.string == (daemon.root + "a.xmp").uri)
                #expect(why?["companions"]?.array?.first?["unreadable"]?.string == "timed-out")
                let listed = try daemon.photoctl(["--tsv", "status", "--unreadable"])
                #expect(listed.text.contains("timed-out\t\((daemon.root + "a.xmp").display)\t"))

                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                try expectListed(all, client)
                try daemon.kill()
                try daemon.start()
                client = try daemon.connect()
                // Looks that have everything around them read again.
                try Disk.write("a, changed", to: daemon.root + "a.jpg")
                try Disk.write("group = \"Group\"", to: daemon.root + ".photod.toml")
                try client.sync()
                try expectListed(all, client)
                #expect(try description(daemon.root + "a.jpg", client) == "a, changed")
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                #expect(try crashes(client) == 0)

                // Who asks is served.
                try client.send(Array("rescan \(folder.display)\n".utf8))
                _ = try client.readReply()
                try client.sync()
                #expect(try crashes(client) == 2)
                try expectListed(all, client)
                try Disk.write("sidecar of c", to: folder + "c.jpg.xmp")
                try Disk.write("sidecar of a", to: daemon.root + "a.xmp")
                try Disk.write("b", to: daemon.root + "b.jpg")
                try client.sync()
                try expectListed([], client)
                #expect(try description(folder + "c.jpg", client) == "sidecar of c")
                #expect(try description(daemon.root + "a.jpg", client) == "sidecar of a")
                #expect(try crashes(client) == 2)
                try Disk.write("crash", to: folder + "c.jpg.xmp")
                try client.sync()
                try expectListed([all[2]], client)
                try Disk.remove(folder + "c.jpg.xmp")
                try client.sync()
                try expectListed([], client)
            }
        }

        @Test("what harmed its reader is read again for an import that somebody asks for")
        func isReadForImports() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.replaceExtract(by: "photod-extract-misbehaving")
                let card = daemon.scratch.location + "card"
                try Disk.makeFolder(card)
                try Disk.write("a", to: card + "a.jpg")
                try Disk.write("crash", to: card + "a.jpg.xmp")
                try daemon.start()
                let client = try daemon.connect()
                for crashes in [2, 4] {
                    _ = try client.ask("import \(card.display) dry-run=1")
                    #expect(try self.crashes(client) == Int64(crashes))
                }
            }
        }

        private struct Line: Hashable, Comparable {
            let path: FilePath
            let reason: String

            static func < (left: Line, right: Line) -> Bool { left.path.display < right.path.display }
        }

        /// Compares the list, whole, by pages of one and by reason, and the counts.
        private func expectListed(_ lines: [Line], _ client: Connection) throws {
            func listed(_ request: String) throws -> [Line] {
                try client.items(request).map { item in
                    Line(
                        path: FilePath(try #require(item["path"]?.string)),
                        reason: try #require(item["reason"]?.string)
                    )
                }.sorted()
            }
            #expect(try listed("unreadable limit=1000") == lines.sorted())
            #expect(try listed("unreadable limit=1") == lines.sorted())
            let counts = try #require(try client.status()["unreadable"]?.members)
            for reason in Set(lines.map(\.reason)).union(counts.map(\.name)) {
                let expected = lines.filter { $0.reason == reason }
                #expect(try listed("unreadable \(reason) limit=1") == expected.sorted())
                #expect(counts.first { $0.name == reason }?.value.integer == Int64(expected.count))
            }
            for offset in 0...lines.count {
                let page = try client.ask("unreadable offset=\(offset) limit=1")
                #expect(page.count == (offset < lines.count ? 2 : 1))
                #expect(page.last?["page"]?["total"]?.integer == Int64(lines.count))
                #expect(page.last?["page"]?["hasMore"]?.bool == (offset + 1 < lines.count))
            }
        }

        private func description(_ path: FilePath, _ client: Connection) throws -> String? {
            try client.ask("photo \(path.uri) refresh=0").first?["description"]?.string
        }

        private func crashes(_ client: Connection) throws -> Int64 {
            try #require(try client.status()["workers"]?["crashes"]?.integer)
        }
    }
}
