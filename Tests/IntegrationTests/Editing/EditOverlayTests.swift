import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Dates, places and descriptions that somebody says in place of what the files say.
    @Suite("Editing what is shown")
    struct EditOverlayTests {
        /// Forty prints of one box, photographed today.
        @Test("photos of a box of prints go to the month and the place where they were taken, and back")
        func attic() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.makeFolder(daemon.root + "box")
                for serial in 1...40 {
                    try Disk.writePhoto(serial, to: daemon.root + "box/\(serial).jpg", description: "Scan")
                }
                try client.sync()
                let before = try client.allItems()
                let first = daemon.root + "box/1.jpg"
                let (bytes, files) = (try Disk.read(first), try Disk.names(in: daemon.root + "box"))
                let words = before.compactMap { $0["id"]?.string }
                try client.send(
                    Request("edit").adding("write", "index").adding("date", "2004-12-24").adding(
                        "location",
                        "-23.55,-46.63,760"
                    )
                    .adding("description", "Natal em casa"),
                    identifiers: words
                )
                let reply = try client.readReply()
                #expect(reply.last?["ok"]?.integer == 40)
                // No `sync` between.
                let months = try client.ask("months")
                #expect(months.compactMap { $0["monthKey"]?.string } == ["2004-12"])
                #expect(months.first?["photoCount"]?.integer == 40)
                #expect(try client.items("photos 2004-12").count == 40)
                #expect(try client.items("photos 2016-11").isEmpty)
                #expect(try client.items("find natal").count == 40)
                let item = try #require(try client.item(daemon.root + "box/1.jpg"))
                #expect(item["monthKey"]?.string == "2004-12" && item["dateSource"]?.string == "overlay")
                #expect(item["precision"]?.string == "day")
                #expect(item["latitude"]?.double == -23.55 && item["altitude"]?.double == 760)
                #expect(item["description"]?.string == "Natal em casa")
                #expect(item["group"]?.string == "Natal em casa")
                let id = try #require(item["id"]?.string)
                let why = try #require(try client.ask("photo \(id)").first?["why"])
                #expect(why["date"]?["rule"]?.string == "overlay")
                #expect(why["description"]?["rule"]?.string == "overlay")
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                // No file is touched.
                #expect(try Disk.read(first) == bytes && Disk.names(in: daemon.root + "box") == files)

                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 40)
                #expect(try client.allItems() == before)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("outlives the index, a move, a deletion and a file that is written anew")
        func outlives() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let path = daemon.root + "1.jpg"
                try Disk.writePhoto(1, to: path, description: "Scan")
                try client.sync()
                let id = try client.id(of: path)
                let name = try client.ask(
                    "edit \(id) date=2004-12 location=none description=\"Natal\" group=Family write=index"
                ).batch
                func expectEdited(_ path: FilePath) throws {
                    let item = try #require(try client.item(path))
                    #expect(item["id"]?.string == id && item["monthKey"]?.string == "2004-12")
                    #expect(item["precision"]?.string == "month")
                    #expect(item["description"]?.string == "Natal" && item["group"]?.string == "Family")
                    #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                }
                try daemon.stop()
                try daemon.loseIndex()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                try expectEdited(path)

                let moved = daemon.root + "album/2.jpg"
                try Disk.makeFolder(daemon.root + "album")
                try Disk.rename(path, to: moved)
                try client.sync()
                try expectEdited(moved)

                let bytes = try Disk.read(moved)
                try Disk.remove(moved)
                try client.sync()
                try Disk.write(bytes, to: path)
                try client.sync()
                try expectEdited(path)

                // What the file says now is shown once nobody says anything else.
                var photo = PhotoFile(dateTimeOriginal: "2017:01:02 03:04:05")
                photo.description = "Album"
                try Disk.write(photo.bytes, to: path)
                try client.sync()
                try expectEdited(path)
                #expect(try client.ask("undo \(name)").outcomes == ["ok"])
                let item = try #require(try client.item(path))
                #expect(item["id"]?.string == id && item["monthKey"]?.string == "2017-01")
                #expect(item["description"]?.string == "Album" && item["group"]?.string == "Album")
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("dates are moved, taken from names, times and other photos, and said to be of another zone")
        func dates() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let paths = ["IMG_20031225_101112.jpg", "b.jpg", "c.jpg"].map { daemon.root + $0 }
                for (serial, path) in paths.enumerated() { try Disk.writePhoto(serial, to: path) }
                try client.sync()
                let ids = try paths.map { try client.id(of: $0) }
                func date(_ index: Int) throws -> String? {
                    let item = try client.item(paths[index])
                    return item?["localTime"]?.string.map { $0 + (item?["offset"]?.string ?? "") }
                }
                _ = try client.ask("edit \(ids[1]) shift=+1h30m offset=-03:00 write=index")
                #expect(try date(1)?.hasPrefix("2016-11-05T14:04:56") == true)
                #expect(try date(1)?.hasSuffix("-03:00") == true)
                _ = try client.ask("edit \(ids[1]) shift=-1h30m write=index")
                #expect(try date(1)?.hasPrefix("2016-11-05T12:34:56") == true)
                _ = try client.ask("edit \(ids[0]) date=filename write=index")
                #expect(try date(0)?.hasPrefix("2003-12-25T10:11:12") == true)
                _ = try client.ask("edit \(ids[2]) date=photo:\(ids[0])+1d write=index")
                #expect(try date(2)?.hasPrefix("2003-12-26T10:11:12") == true)
                let reply = try client.ask("edit \(ids.joined(separator: " ")) date=filename write=index")
                #expect(reply.outcomes == ["unchanged", "error", "error"])
                #expect(reply.first { $0["result"]?.string == "error" }?["name"]?.string == "no-such")
                #expect(try client.refusal("edit \(ids[0]) date=photo:nobody").replyCode == .noSuch)
                _ = try client.ask("edit \(ids.joined(separator: " ")) unset=date write=index")
                for index in 0...2 { #expect(try date(index)?.hasPrefix("2016-11-05T12:34:56") == true) }
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "a date that only the name or the time suggests is said, and stays when both change",
            arguments: ["index", "sidecar"]
        )
        func suggestedDates(layer: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (named, timed) = (daemon.root + "IMG_20031225_101112.jpg", daemon.root + "b.jpg")
                for (serial, path) in [named, timed].enumerated() {
                    try Disk.write(PhotoFile(serial: serial).bytes, to: path)
                }
                try Disk.setTime(timed, seconds: 1_000_000_000)
                try client.sync()
                let before = try #require(try client.item(timed)?["localTime"]?.string)
                let (id, other) = (try client.id(of: named), try client.id(of: timed))
                #expect(try client.ask("edit \(id) date=filename write=\(layer)").outcomes == ["ok"])
                #expect(try client.ask("edit \(other) date=mtime write=\(layer)").outcomes == ["ok"])
                try client.sync()
                #expect(try client.ask("edit \(id) date=filename write=\(layer)").outcomes == ["unchanged"])
                let moved = daemon.root + "holiday.jpg"
                for name in try Disk.names(in: daemon.root)
                where name.display.hasPrefix("IMG_20031225_101112") {
                    let end = name.display.dropFirst("IMG_20031225_101112".count)
                    try Disk.rename(daemon.root.appending(name), to: daemon.root + "holiday\(end)")
                }
                try Disk.setTime(timed, seconds: 1_400_000_000)
                try client.sync()
                let item = try #require(try client.item(moved))
                #expect(item["id"]?.string == id && item["localTime"]?.string == "2003-12-25T10:11:12")
                #expect(try client.item(timed)?["localTime"]?.string?.hasPrefix(before.prefix(19)) == true)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("what is so already is unchanged, whether an edit said it or the file does")
        func unchanged() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "1.jpg"
                try Disk.writePhoto(1, to: path, description: "Scan")
                try client.sync()
                let id = try client.id(of: path)
                let same = "edit \(id) date=2016-11-05T12:34:56 location=none description=Scan write=index"
                #expect(try client.ask(same).outcomes == ["unchanged"])
                #expect(try client.ask("edit \(id) description=Natal write=index").outcomes == ["ok"])
                #expect(try client.ask("edit \(id) description=Natal write=index").outcomes == ["unchanged"])
                let planned = try #require(try client.ask("edit \(id) date=2004 dry-run=1 write=index").first)
                #expect(planned["was"]?["date"]?.string?.hasPrefix("2016-11-05T12:34:56") == true)
                #expect(planned["now"]?["date"]?.string == "2004")
                // A description that says nothing is none, and its group goes with it.
                _ = try client.ask("edit \(id) description=\"\" write=index")
                let item = try #require(try client.item(path))
                #expect(item["description"] == JSONValue.null || item["description"] == nil)
                #expect(item["group"] == JSONValue.null)
            }
        }

        @Test("a document that somebody edits by hand says it as well")
        func byHand() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let path = daemon.root + "1.jpg"
                try Disk.writePhoto(1, to: path)
                try client.sync()
                let id = try client.id(of: path)
                try daemon.stop()
                let document = daemon.state + "photos/2016-11.json"
                let text = String(decoding: try Disk.read(document), as: UTF8.self)
                let edited = text.replacing(
                    "\"rev\":",
                    with: "\"overlay\":{\"date\":\"2004-12-24T18:00\",\"offset\":\"-03:00\"},\"rev\":"
                )
                try #require(edited != text)
                try Disk.write(Array(edited.utf8), to: document)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let item = try #require(try client.item(path))
                #expect(item["id"]?.string == id && item["monthKey"]?.string == "2004-12")
                #expect(
                    item["localTime"]?.string == "2004-12-24T18:00:00" && item["offset"]?.string == "-03:00"
                )
                #expect(try client.ask("edit \(id) unset=date write=index").outcomes == ["ok"])
                #expect(try client.item(path)?["monthKey"]?.string == "2016-11")
            }
        }

        @Test("the options of a folder hold for what is said there, when they change too")
        func folderOptions() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + "scans/1.jpg"
                try Disk.makeFolder(daemon.root + "scans")
                try Disk.writePhoto(1, to: path, description: "Scan")
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("edit \(id) date=2004-12-24T18:00:00 description=\"\" write=index")
                func item() throws -> JSONValue { try #require(try client.item(path)) }
                let timestamp = try item()["timestamp"]?.integer
                #expect(try item()["group"] == JSONValue.null)
                try Disk.write(
                    Array("group = \"Prints\"\ntimezone = \"Asia/Tokyo\"\n".utf8),
                    to: daemon.root + "scans/.photod.toml"
                )
                try client.sync()
                #expect(try item()["group"]?.string == "Prints")
                // 09:00 UTC.
                #expect(try item()["timestamp"]?.integer == 1_103_878_800_000)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                try Disk.remove(daemon.root + "scans/.photod.toml")
                try client.sync()
                #expect(try item()["group"] == JSONValue.null)
                #expect(try item()["timestamp"]?.integer == timestamp)
            }
        }

        @Test(
            "refuses what is no date, place or time, and says what to write",
            arguments: [
                ("date=2004-02-30", "2004-12-24T18:00:00"), ("location=91,0", "LAT,LON"),
                ("shift=soon", "+1h30m"),
                ("offset=east", "+02:00"), ("date=2004 shift=+1h", "exclude"),
                ("unset=mood", "date, location"),
                ("date=2004 unset=date", "one of both"), ("description=Natal unset=description", "exclude"),
            ]
        )
        func wrongWords(words: String, remedy: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "1.jpg")
                try client.sync()
                let refusal = try client.refusal("edit \((daemon.root + "1.jpg").display) \(words)")
                #expect(refusal.replyCode == .argument)
                #expect(refusal.message.contains(remedy), "\(refusal.message)")
            }
        }

        @Test(
            "a kill in the middle leaves each photo in its old month or its new one, and finishes at the next start"
        )
        func killed() throws {
            try DaemonFixture.run { daemon in
                let count = 1500
                for serial in 0..<count { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                var client = try daemon.connect()
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                try client.send(
                    Request("edit").adding("write", "index").adding("date", "2004-12").adding(
                        "description",
                        "Natal"
                    ),
                    identifiers: ids
                )
                _ = try client.nextLine()
                try daemon.kill()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let months = try client.ask("months")
                #expect(months.compactMap { $0["monthKey"]?.string } == ["2004-12"])
                #expect(months.first?["photoCount"]?.integer == Int64(count))
                #expect(Set(try client.allItems().compactMap { $0["id"]?.string }) == Set(ids))
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("says of each photo something else, all in one batch")
        func each() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let paths = (1...3).map { daemon.root + "\($0).jpg" }
                for (serial, path) in paths.enumerated() { try Disk.writePhoto(serial, to: path) }
                try client.sync()
                let ids = try paths.map { try client.id(of: $0) }
                let request = Request("edit").adding("write", "index").adding("each", flag: true)
                try client.send(
                    request,
                    identifiers: [
                        "\(ids[0]) location=48.86,2.29,35",
                        "\"\(paths[1].display)\" date=2004-12 description=\"Natal em casa\"",
                        "nobody favorite=yes", "\(ids[2]) favorite=yes",
                    ]
                )
                let reply = try client.readReply()
                #expect(reply.outcomes == ["ok", "ok", "error", "ok"])
                #expect(try client.item(paths[0])?["altitude"]?.double == 35)
                #expect(try client.item(paths[1])?["description"]?.string == "Natal em casa")
                #expect(try client.item(paths[1])?["monthKey"]?.string == "2004-12")
                #expect(try client.item(paths[2])?["favorite"]?.bool == true)
                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 3)
                #expect(try client.item(paths[1])?["monthKey"]?.string == "2016-11")
                // Of two lines for one photo the second is not taken for what is so already.
                try client.send(request, identifiers: ["\(ids[0]) description=A", "\(ids[0]) date=2004"])
                #expect(try client.readReply().outcomes == ["ok", "error"])
                // One line that makes no sense, and nothing is done.
                try client.send(request, identifiers: ["\(ids[0]) favorite=yes", "\(ids[1]) favorite=maybe"])
                let refusal = try #require(throws: ClientError.self) { try client.readReply() }
                #expect("\(refusal)".contains("line 2 of the list"))
                #expect(try client.items("favorites").isEmpty)
                #expect(
                    try client.refusal("edit \(ids[0]) each=1 favorite=yes").message.contains(
                        "each photo by itself"
                    )
                )
            }
        }

        @Test("photoctl geotag says where photos were taken by where one was at that time")
        func geotag() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                // 12:34:56 by the library's clock.
                for serial in 1...2 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try client.sync()
                let item = try #require(try client.item(daemon.root + "1.jpg"))
                let time = try #require(item["timestamp"]?.integer) / 1000
                func point(_ seconds: Int64, _ place: String) -> String {
                    let time = LocalTime(microseconds: seconds * 1_000_000).text()
                    return "<trkpt \(place)><time>\(time)Z</time></trkpt>"
                }
                // Names are bytes, and this is how photoctl hands those on that are no text.
                let track = daemon.root.appending(FileName(Array("caf".utf8) + [0xE9] + Array(".gpx".utf8)))
                let word = PathWord.uri(of: track.bytes)
                try Disk.write(
                    "<gpx><trk><trkseg>\(point(time - 60, "lat=\"10\" lon=\"20\""))"
                        + "\(point(time + 60, "lat=\"20\" lon=\"30\""))</trkseg></trk></gpx>",
                    to: track
                )
                let planned = try daemon.photoctl([
                    "geotag", word, "--month", "2016-11", "--dry-run",
                ])
                #expect(planned.end == .exited(0))
                #expect(planned.text.contains("place=15,25"))
                #expect(try client.item(daemon.root + "1.jpg")?["latitude"]?.double == nil)
                #expect(
                    try daemon.photoctl(["geotag", word, (daemon.root + "1.jpg").display]).end
                        == .exited(0)
                )
                #expect(try client.item(daemon.root + "1.jpg")?["latitude"]?.double == 15)
                // What gets none has no line, and is told beside the reply.
                let located = try daemon.photoctl([
                    "--json", "geotag", word, (daemon.root + "1.jpg").display,
                    (daemon.root + "2.jpg").display,
                    "--dry-run",
                ])
                #expect(located.end == .exited(0) && located.text.contains("planned"))
                #expect(located.errors.contains("photoctl: 1 has a position already"))
                // What has a position keeps it; the clock of the camera may have been wrong.
                let later = try daemon.photoctl([
                    "geotag", word, "--month", "2016-11", "--offset", "-60",
                ])
                #expect(later.end == .exited(0))
                #expect(try client.item(daemon.root + "1.jpg")?["latitude"]?.double == 15)
                #expect(try client.item(daemon.root + "2.jpg")?["longitude"]?.double == 20)
                #expect(
                    try daemon.photoctl([
                        "geotag", word, "--month", "2016-11", "--offset", "2h", "--overwrite",
                    ]).end == .exited(1)
                )
                for choice in [["--in-other"], ["--in-group=Unknown"], ["--group=Unknown"]] {
                    let chosen = try daemon.photoctl(["geotag", word] + choice)
                    #expect(chosen.end == .exited(choice == ["--in-other"] ? 1 : 4), "\(chosen.errors)")
                }
                let nothing = try daemon.photoctl(["geotag", word, "--month", "1999-01"])
                #expect(nothing.end == .exited(1) && nothing.errors.contains("nothing is chosen"))
                try Disk.write("no track", to: track)
                let broken = try daemon.photoctl(["geotag", word, "--month", "2016-11"])
                #expect(broken.end == .exited(2))
            }
        }
    }
}
