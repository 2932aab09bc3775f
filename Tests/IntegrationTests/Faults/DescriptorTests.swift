import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "When descriptors run out",
        .enabled(if: Programs.system("prlimit") != nil, "prlimit is needed, of the package util-linux")
    )
    struct DescriptorTests {
        /// Less than a daemon has open, and as much as its threads wait for at once: poll(2) takes no more than the limit.
        private static let none = 8

        private static func prlimit() throws -> FilePath { try #require(Programs.system("prlimit")) }

        /// Photos of several months in a folder; their times say this month. Every tenth has a sidecar, by which it is of
        /// the group Beach.
        private static func fill(_ folder: FilePath, with count: Int, from first: Int = 0) throws {
            try Disk.makeFolders(folder)
            for number in first..<first + count {
                var photo = PhotoFile(dateTimeOriginal: "2016:0\(1 + number % 6):05 12:34:56")
                photo.serial = number
                try Disk.write(photo.bytes, to: folder + "\(number).jpg")
                if number % 10 == 0 { try Disk.write(sidecar, to: folder + "\(number).xmp") }
            }
        }

        private static let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>\
            <rdf:li xml:lang="x-default">Beach</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF>\
            </x:xmpmeta>
            """

        /// Whether every photo is read, and in its month and group.
        private static func check(_ client: Connection, count: Int) throws {
            try client.sync()
            let status = try client.status()
            #expect(status["photos"]?.integer == Int64(count))
            #expect(status["unreadable"]?.json == "{}")
            let months = try client.ask("months").map {
                ($0["monthKey"]?.string ?? "", $0["totalCount"]?.integer ?? 0)
            }
            let expected = (1...6).reversed().map { ("2016-0\($0)", Int64(count / 6)) }
            #expect(months.map(\.0) == expected.map(\.0))
            #expect(months.map(\.1) == expected.map(\.1))
            let groups = try client.ask("groups")
            let beach = groups.first { $0["group"]?.string == "Beach" }
            #expect(beach?["totalCount"]?.integer == Int64(count / 10))
        }

        /// Changes how many descriptors the running daemon may have.
        private static func limit(_ daemon: DaemonFixture, to count: Int) throws {
            let arguments = ["--pid", "\(try daemon.running.identifier)", "--nofile=\(count):"]
            let change = try ChildProcess(try prlimit(), arguments, log: daemon.log)
            #expect(try change.wait() == .exited(0))
        }

        private static func lines(_ daemon: DaemonFixture, with text: String) -> Int {
            daemon.logText.split(separator: "\n").filter { $0.contains(text) }.count
        }

        /// User and system time in hundredths of a second (`/proc/PID/stat`, proc(5)).
        private static func processorTime(_ daemon: DaemonFixture) throws -> Int {
            let path = FilePath("/proc/\(try daemon.running.identifier)/stat")
            let text = String(decoding: try Disk.read(path), as: UTF8.self)
            let fields = try #require(text.split(separator: ")").last).split(separator: " ")
            return try #require(Int(fields[11])) + #require(Int(fields[12]))
        }

        @Test("a sweep of many files keeps within a limit of 256, and all of them are read")
        func lowLimit() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                for folder in 0..<2 {
                    try Self.fill(daemon.root + "\(folder)", with: 600, from: 600 * folder)
                }
                daemon.launcher = [try Self.prlimit().display, "--nofile=256:256"]
                try daemon.start()
                try Self.check(try daemon.connect(), count: 1200)
                #expect(Self.lines(daemon, with: "cannot be opened") == 0)
            }
        }

        @Test("while nothing can be opened photos wait, and sync; it is told once, and the daemon is at rest")
        func nothingCanBeOpened() throws {
            try DaemonFixture.run { daemon in
                try Self.fill(daemon.root + "a", with: 60)
                let client = try daemon.connect()
                try Self.check(client, count: 60)

                try Self.limit(daemon, to: Self.none)
                try Self.fill(daemon.root + "a", with: 60, from: 60)
                try Self.fill(daemon.root + "new", with: 60, from: 120)
                let waiting = try RawClient(daemon.socket)
                let before = try Self.processorTime(daemon)
                #expect(try client.refusal("sync timeout=2").replyCode == .timeout)
                // A third of the two seconds, and what was not finished before they began.
                #expect(try Self.processorTime(daemon) - before < 60)
                let status = try client.status()
                #expect(status["unreadable"]?.json == "{}")
                #expect(status["state"]?.string == "degraded")
                let problem = try #require(status["problems"]?.array?.first)
                #expect(problem["problem"]?.string?.contains("Too many open files") == true)
                #expect(problem["remedy"]?.string?.contains("LimitNOFILE=") == true)

                try Self.limit(daemon, to: 1000)
                try Self.check(client, count: 180)
                #expect(try waiting.readLine() == "OK photod 1")
                try Waiting.until("status tells of no problem") {
                    try client.status()["problems"]?.array?.isEmpty == true
                }
                #expect(Self.lines(daemon, with: "files cannot be opened") == 1)
                #expect(Self.lines(daemon, with: "files are opened again") == 1)
            }
        }

        @Test("clients get their share of a limit of 256, the next is told why, and all photos are read")
        func manyClients() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                daemon.launcher = [try Self.prlimit().display, "--nofile=256:256"]
                try daemon.start()
                let client = try daemon.connect()
                var others: [RawClient] = []
                var refusal: String?
                while refusal == nil, others.count < 256 {
                    let other = try RawClient(daemon.socket)
                    let line = try other.readLine()
                    if line == "OK photod 1" { others.append(other) } else { refusal = line }
                }
                #expect((100...230).contains(others.count), "\(others.count)")
                let words = try #require(refusal)
                #expect(words.hasPrefix("ACK [54@0] {} busy: "))
                #expect(words.contains("LimitNOFILE="))

                for folder in 0..<2 {
                    try Self.fill(daemon.root + "\(folder)", with: 300, from: 300 * folder)
                }
                try Self.check(client, count: 600)
                let problem = try #require(try client.status()["problems"]?.array?.first)
                #expect(problem["problem"]?.string?.contains("clients") == true)
                #expect(Self.lines(daemon, with: "files cannot be opened") == 0, "\(daemon.logText)")

                others.removeFirst(50)
                try Waiting.until("status tells of no problem") {
                    try client.status()["problems"]?.array?.isEmpty == true
                }
                #expect(try daemon.connect().count() == 600)
                #expect(Self.lines(daemon, with: "more are refused") == 1)
                #expect(Self.lines(daemon, with: "room for clients again") == 1)
            }
        }

        @Test("a socket that is removed while nothing can be opened is made again when something can")
        func socket() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Self.limit(daemon, to: Self.none)
                try Disk.remove(daemon.socket)
                try Waiting.until("it is told", below: daemon.scratch.location) {
                    Self.lines(daemon, with: "cannot be made again") == 1
                }
                try Self.limit(daemon, to: 1000)
                try Waiting.until("it is there", below: daemon.scratch.location) {
                    Self.lines(daemon, with: "was made again") == 1
                }
                #expect(try daemon.connect().count() == 0)
                #expect(try client.count() == 0)
            }
        }

        @Test("what an import folder gets while nothing can be opened is imported later, where it belongs")
        func importFolder() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                daemon.arguments += ["--import", "\(inbox.display)=\(daemon.root.display)"]
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                try Self.limit(daemon, to: Self.none)
                try Self.fill(inbox + "card", with: 30)
                try Waiting.until("status tells of it") {
                    try client.status()["problems"]?.array?.isEmpty == false
                }
                try Self.limit(daemon, to: 1000)
                try Waiting.until("all is imported", below: daemon.root) { try client.count() == 30 }
                try Self.check(client, count: 30)
                #expect(try Contents.files(below: inbox).isEmpty)
            }
        }
    }
}
