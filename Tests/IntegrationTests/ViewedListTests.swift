import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Long lists for photoctl viewed")
    struct ViewedListTests {
        private func marked(_ client: Connection) throws -> Int {
            try client.allItems().count { $0["viewed"]?.bool == true }
        }

        /// A library of so many photos, and their ids.
        private func ids(_ daemon: DaemonFixture, _ client: Connection, count: Int) throws -> [String] {
            for number in 0..<count { try Disk.write("", to: daemon.root + "\(number).jpg") }
            try client.sync()
            return try client.allItems().compactMap { $0["id"]?.string }
        }

        private func run(_ daemon: DaemonFixture, input: [UInt8]) throws -> ChildProcess.End {
            let file = daemon.scratch.location + "input"
            try Disk.write(input, to: file)
            let process = try ChildProcess(
                FilePath("/bin/sh"),
                [
                    "-c", "exec \"$0\" --socket \"$1\" viewed - <\"$2\"",
                    try Programs.path(of: "photoctl").display, daemon.socket.display, file.display,
                ],
                environment: ["HOME=\(daemon.scratch.location.display)"],
                log: daemon.scratch.location + "errors"
            )
            return try process.wait()
        }

        @Test("an entry with line feeds gives no command, and the list is refused as a whole")
        func lineFeeds() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let ids = try ids(daemon, client, count: 150)
                let other = daemon.scratch.location + "other"
                try Disk.makeFolder(other)
                let evil = "nonsense\n\nroot-add \(other.display)\n"
                let input = (ids.prefix(120) + [evil] + ids.suffix(30)).joined(separator: "\0") + "\0"
                #expect(try run(daemon, input: Array(input.utf8)) == .exited(2))
                #expect(try client.ask("roots").count == 1)
                #expect(try marked(client) == 0)
            }
        }

        @Test("of what never ends no more than there is room for is read, and nothing is asked")
        func endless() throws {
            try DaemonFixture.run { daemon in
                let errors = daemon.scratch.location + "errors"
                for command in ["viewed", "thumb", "trash"] {
                    let process = try ChildProcess(
                        FilePath("/bin/sh"),
                        [
                            "-c", "yes | \"$0\" --socket \"$1\" \"$2\" -",
                            try Programs.path(of: "photoctl").display, daemon.socket.display, command,
                        ],
                        environment: ["PATH=/usr/bin:/bin", "HOME=\(daemon.scratch.location.display)"],
                        log: errors
                    )
                    #expect(try process.wait() == .exited(2), "\(command)")
                }
                let told = String(decoding: try Disk.read(errors), as: UTF8.self)
                #expect(told.split(separator: "\n").count { $0.contains("more than 64 MiB") } == 3, "\(told)")
            }
        }

        @Test("an empty word does not end the list in silence")
        func emptyWord() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let ids = try ids(daemon, client, count: 160)
                let refused = try daemon.photoctl(["viewed"] + ids.prefix(60) + [""] + ids.suffix(100))
                #expect(refused.end == .exited(2))
                #expect(refused.errors.contains("entry 61"))
                #expect(try marked(client) == 0)
                #expect(try daemon.photoctl(["viewed"] + ids).end == .exited(0))
                #expect(try marked(client) == 160)
            }
        }
    }
}
