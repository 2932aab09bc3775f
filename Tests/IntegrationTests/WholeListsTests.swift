import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("What photoctl lists where nobody said how many")
    struct WholeListsTests {
        private static let count = 1050

        private func run(_ body: (DaemonFixture) throws -> Void) throws {
            try DaemonFixture.run { daemon in
                for number in 0..<Self.count { try Disk.write("", to: daemon.root + "\(number).jpg") }
                try daemon.connect().sync()
                try body(daemon)
            }
        }

        @Test("is everything where it is no table, page after page")
        func everything() throws {
            try run { daemon in
                let month = try #require(
                    try daemon.connect().ask("months").first?["monthKey"]?.string
                )
                let names = Set((0..<Self.count).map { "\($0).jpg" })
                for command in [
                    ["photos", month], ["photos", "--from", "1970"], ["find", "jpg"], ["group", "--other"],
                    ["photos", "--all"], ["photos", "--all", "--order", "oldest"],
                ] {
                    let lines = try daemon.photoctl(command + ["--fields", "filename"])
                    #expect(lines.end == .exited(0))
                    #expect(lines.text.split(separator: "\n").count == Self.count, "\(command)")
                    #expect(Set(lines.text.split(separator: "\n").map(String.init)) == names, "\(command)")
                    #expect(try daemon.photoctl(["-0"] + command).output.count { $0 == 0 } == Self.count)
                    let items = try daemon.photoctl(["--json"] + command).lines.filter { $0["id"] != nil }
                    #expect(items.count == Self.count)
                    let few = try daemon.photoctl(command + ["--limit", "7"])
                    #expect(few.text.split(separator: "\n").count == 7)
                    let rest = try daemon.photoctl(command + ["--offset", "1040"])
                    #expect(rest.text.split(separator: "\n").count == 10)
                }
                #expect(try daemon.photoctl(["favorites"]).end == .exited(1))
                // Where something else chooses, --all says how many.
                for command in [
                    ["find", "jpg"], ["photos", month], ["photos", "--from", "1970"], ["videos"],
                ] {
                    let refused = try daemon.photoctl(command + ["--all", "--limit", "5"])
                    #expect(refused.end == .exited(2), "\(command)")
                }
            }
        }

        @Test(
            "is a page in a table on a terminal, and everything there with --all",
            .enabled(if: Terminal() != nil, "wants a file system of terminals on /dev/pts")
        )
        func tables() throws {
            try run { daemon in
                let page = try onTerminal(daemon, ["find", "jpg"])
                #expect(page.contains("20 of 1050; more with --offset 20"))
                let whole = try onTerminal(daemon, ["find", "jpg", "--all"])
                #expect(whole.contains("1050 of 1050\n"))
                for number in 0..<Self.count { #expect(whole.contains("/\(number).jpg")) }
                let rest = try onTerminal(daemon, ["find", "jpg", "--all", "--offset", "1009"])
                #expect(rest.contains("41 of 1050\n"))
            }
        }

        @Test("goes on after the cursor of a page, which begins with a hyphen for a photo of our days")
        func cursors() throws {
            try run { daemon in
                let page = try daemon.photoctl(["--json", "photos", "--from", "1970", "--limit", "1000"])
                let cursor = try #require(try page.lines.last?["page"]?["nextCursor"]?.string)
                #expect(cursor.hasPrefix("-"))
                for after in [["--after", cursor], ["--after=\(cursor)"]] {
                    let rest = try daemon.photoctl(["photos", "--from", "1970"] + after)
                    #expect(rest.end == .exited(0))
                    #expect(rest.text.split(separator: "\n").count == Self.count - 1000)
                }
            }
        }

        /// What photoctl writes on a terminal.
        private func onTerminal(_ daemon: DaemonFixture, _ arguments: [String]) throws -> String {
            let terminal = try #require(Terminal(), "there was one when the tests began")
            let process = try ChildProcess(
                try Programs.path(of: "photoctl"),
                ["--socket", daemon.socket.display] + arguments,
                output: terminal.path,
                log: daemon.scratch.location + "errors"
            )
            let text = terminal.readToEnd()
            try process.wait()
            return text
        }
    }
}
