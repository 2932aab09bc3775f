import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("An index that is damaged while photod runs")
    struct LiveDamageTests {
        private static let count = 120

        /// What must not change: the id, the mark and the month of each photo, by its path.
        private struct Known: Equatable {
            let id: String?
            let viewed: Bool?
            let month: String?
        }

        private static func photo(_ serial: Int) -> PhotoFile {
            var photo = PhotoFile(dateTimeOriginal: "2016:\(10 + serial % 3):05 12:34:56")
            photo.serial = serial
            photo.description = "Trip \(serial % 7) with some words that take their room in a page"
            return photo
        }

        private static func known(_ client: Connection) throws -> [String: Known] {
            var known: [String: Known] = [:]
            for item in try client.allItems() {
                known[item["uri"]?.string ?? "?"] = Known(
                    id: item["id"]?.string,
                    viewed: item["viewed"]?.bool,
                    month: item["monthKey"]?.string
                )
            }
            return known
        }

        /// Photos of which every third has a mark, all of it in the documents when this returns.
        private static func fill(_ daemon: DaemonFixture) throws -> [String: Known] {
            for serial in 0..<count { try Disk.write(photo(serial).bytes, to: daemon.root + "\(serial).jpg") }
            let client = try daemon.connect()
            try client.sync()
            let ids = try client.allItems().compactMap { $0["id"]?.string }
            let marked = stride(from: 0, to: ids.count, by: 3).map { ids[$0] }
            _ = try client.ask("viewed \(marked.joined(separator: " "))")
            try daemon.restart()
            let again = try daemon.connect()
            // An audit comes behind all that the end of a sweep still writes: what is damaged while photod itself is writing to
            // the file shows where it is read, and to sync only then.
            _ = try again.ask("verify")
            let known = try known(again)
            #expect(known.count == count)
            #expect(known.values.filter { $0.viewed == true }.count == marked.count)
            return known
        }

        /// Answers and errors are both right, a wrong answer is not; what has no answer throws.
        private static func askAnything(_ client: Connection, _ random: inout SeededGenerator) throws {
            for _ in 0..<random.below(3) {
                let question = random.pick(["months", "groups", "find Trip", "photos 2016-11", "status"])
                do { _ = try client.ask(question ?? "ping") } catch ClientError.refused(let refusal) {
                    #expect(refusal.replyCode == .system)
                }
            }
        }

        @Test(
            "whatever the damage, one verify later every photo is known with its id and its marks, and goes on so"
        )
        func random() throws {
            var random = SeededGenerator.fromEnvironment()
            let seed = random.seed
            var other: [UInt8] = []
            try DaemonFixture.run { daemon in
                _ = try Self.fill(daemon)
                try daemon.stop()
                other = try Disk.read(daemon.state + "index.sqlite")
            }
            try DaemonFixture.run { daemon in
                let expected = try Self.fill(daemon)
                let kinds = IndexDamage.allCases.shuffled(using: &random)
                try Soak.rounds(else: { $0 < kinds.count }) { round in
                    let kind = kinds[(round - 1) % kinds.count]
                    let isLive = random.chance(75)
                    let what: Comment = "seed \(seed), round \(round): \(kind), live: \(isLive)"
                    if !isLive { try daemon.stop() }
                    try kind.inflict(on: daemon.state, other: other, &random)
                    if !isLive { try daemon.start() }
                    let client = try daemon.connect()
                    let added = daemon.root + "added.jpg"
                    try Disk.write(Self.photo(Self.count + round).bytes, to: added)
                    try Self.askAnything(client, &random)
                    try client.sync()
                    _ = try client.ask("verify")
                    try client.sync()
                    var found = try Self.known(client)
                    #expect(found.removeValue(forKey: added.uri) != nil, what)
                    #expect(found == expected, what)
                    let total = try client.ask("months").compactMap { $0["totalCount"]?.integer }
                    #expect(total.reduce(0, +) == Int64(Self.count + 1), what)
                    try Disk.remove(added)
                    try client.sync()
                }
                try daemon.restart()
                let client = try daemon.connect()
                try client.sync()
                #expect(try Self.known(client) == expected, "seed \(seed)")
            }
        }

        @Test(
            "an index that is made anew again and again leaves neither watches nor threads of former ones behind"
        )
        func leavesNothing() throws {
            try DaemonFixture.run { daemon in
                let expected = try Self.fill(daemon)
                let client = try daemon.connect()
                let process = FilePath("/proc/\(try daemon.running.identifier)")
                let watches = try Self.inotifyDescriptors(process)
                #expect(watches > 0)
                var random = SeededGenerator(seed: 1)
                for _ in 0..<3 {
                    try IndexDamage.allButTheFirst.inflict(on: daemon.state, other: [], &random)
                    _ = try client.ask("verify")
                    #expect(try Self.known(client) == expected)
                }
                #expect(try Self.inotifyDescriptors(process) == watches)
                // libdispatch's workers bring a monitor that wakes once a second for good.
                #expect(try Self.threads(process).filter { $0.contains("qos") } == [])
                #expect(try Self.threads(process).filter { $0 == "watch" }.count == 1)
            }
        }

        private static func inotifyDescriptors(_ process: FilePath) throws -> Int {
            let folder = process + "fd"
            return try Disk.names(in: folder).filter { name in
                // One that was open when the folder was listed may be closed by now.
                (try? Disk.linkTarget(folder.appending(name)).display)?.contains("inotify") ?? false
            }.count
        }

        private static func threads(_ process: FilePath) throws -> [String] {
            let folder = process + "task"
            return try Disk.names(in: folder).compactMap { name in
                let file = folder.appending(name) + "comm"
                guard let bytes = try? Disk.read(file) else { return nil }
                return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
            }
        }

        @Test("a state folder that is removed whole is made again, and all photos are known")
        func removedFolder() throws {
            try DaemonFixture.run { daemon in
                _ = try Self.fill(daemon)
                let client = try daemon.connect()
                try Disk.removeTree(daemon.state)
                try client.sync()
                #expect(Disk.status(daemon.state).map { $0.st_mode & 0o777 } == 0o700)
                #expect(try client.allItems().count == Self.count)
                try Disk.write(Self.photo(Self.count).bytes, to: daemon.root + "new.jpg")
                try client.sync()
                let ids = try client.allItems().compactMap { $0["id"]?.string }
                _ = try client.ask("viewed \(ids[0])")
                #expect(try client.ask("edit \(ids[0]) title=Kitchen write=index").outcomes == ["ok"])
                #expect(try client.ask("batches").count == 1)
                // All of it lasts.
                try daemon.restart()
                let again = try daemon.connect()
                try again.sync()
                #expect(Set(try again.allItems().compactMap { $0["id"]?.string }) == Set(ids))
                #expect(try again.allItems().filter { $0["viewed"]?.bool == true }.count == 1)
                #expect(try again.ask("batches").count == 1)
            }
        }

        @Test(
            "status says what was found, subscribers are told to read anew, and a sync waits for the new index"
        )
        func course() throws {
            try DaemonFixture.run { daemon in
                let expected = try Self.fill(daemon)
                let client = try daemon.connect()
                let clock = try client.sync()
                let process = try client.status()["pid"]?.integer
                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe photos months since=\(clock)\n".utf8))
                while let line = try subscriber.nextLine() {
                    if try JSONValue.parse(line)["event"]?.string == "ready" { break }
                }
                var random = SeededGenerator(seed: 1)
                try IndexDamage.allButTheFirst.inflict(on: daemon.state, other: [], &random)
                let newer = try client.sync()
                #expect(try Self.known(client) == expected)
                #expect(newer.split(separator: ":")[1] != clock.split(separator: ":")[1])

                let last = try #require(try subscriber.nextLine())
                let event = try JSONValue.parse(last)
                #expect(event["event"]?.string == "overflow")
                #expect(event["clock"]?.string == clock)
                let lines = try client.ask("changes since=\(clock)")
                #expect(lines.last?["isFreshInstance"]?.bool == true)
                #expect(lines.count == Self.count + 1)

                let status = try client.status()
                #expect(status["state"]?.string == "degraded")
                #expect(status["pid"]?.integer == process)
                let problem = status["problems"]?.array?.first?["problem"]?.string
                #expect(problem?.contains("the index was damaged: moved to") == true)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                for name in try Disk.names(in: daemon.state) where name.display.contains(".broken-") {
                    try Disk.remove(daemon.state.appending(name))
                }
                #expect(try client.status()["state"]?.string == "ready")
            }
        }
    }

    @Suite("An index that is damaged on a full disk", .inMountNamespace)
    struct DamageWithoutRoomTests {
        @Test(
            "status says so, sync does not pass and verify is refused, until there is room; then all is as it was"
        )
        func waitsForRoom() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Disk.makeFolder(daemon.state)
                let namespace = try Namespace(
                    .mount,
                    setup: "mount -t tmpfs -o mode=700,size=6m tmpfs '\(daemon.state.display)'",
                    in: daemon.scratch.location,
                    log: daemon.log
                )
                daemon.launcher = try namespace.launcher
                try daemon.start()
                for serial in 0..<50 {
                    var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                    photo.serial = serial
                    try Disk.write(photo.bytes, to: daemon.root + "\(serial).jpg")
                }
                try daemon.connect().sync()
                try daemon.restart()
                let client = try daemon.connect()
                try client.sync()
                let ids = try (0..<50).map { try client.id(of: daemon.root + "\($0).jpg") }

                let filler = daemon.state + "filler"
                try namespace.run("head -c 8M /dev/zero > '\(filler.display)' 2> /dev/null || true")
                var random = SeededGenerator(seed: 1)
                let state = namespace.path(daemon.state)
                try IndexDamage.allButTheFirst.inflict(on: state, other: [], &random)
                #expect(try client.refusal("sync timeout=2").replyCode == .timeout)
                #expect(try client.refusal("verify").replyCode == .system)
                #expect(try client.refusal("months").replyCode == .system)
                let status = try client.status()
                #expect(status["state"]?.string == "degraded")
                #expect(status["photos"] == nil)
                #expect(try client.ask("roots").count == 1)

                try namespace.run("rm '\(filler.display)'")
                try client.sync()
                #expect(try (0..<50).map { try client.id(of: daemon.root + "\($0).jpg") } == ids)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }
    }
}
