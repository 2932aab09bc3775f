import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "photoctl on a terminal",
        .enabled(if: Terminal() != nil, "wants a file system of terminals on /dev/pts")
    )
    struct TerminalTests {
        /// The first four values of each line: a name and three counts.
        private static func counts(_ text: String) -> String {
            text.split(separator: "\n").map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false).prefix(4)
                    .joined(separator: "\t") + "\n"
            }.joined()
        }

        /// What a command writes on a terminal.
        private static func shown(_ command: [String], _ daemon: DaemonFixture) throws -> String {
            let terminal = try #require(Terminal(), "there was one when the tests began")
            let child = try ChildProcess(
                try Programs.path(of: "photoctl"),
                ["--socket", daemon.socket.display] + command,
                environment: ["HOME=\(daemon.home.display)", "TERM=dumb"],
                output: terminal.path,
                log: daemon.log
            )
            let text = terminal.readToEnd()
            #expect(try child.wait() == .exited(0))
            return text
        }

        @Test("there are tables with headings, in a pipe the same as values between tabs")
        func tables() throws {
            try DaemonFixture.run { daemon in
                for (serial, description) in ["Beach", "Beach", nil].enumerated() {
                    try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg", description: description)
                }
                try daemon.connect().sync()
                for (command, table, values) in [
                    (
                        ["months"],
                        "MONTH                   PHOTOS  VIDEOS  TOTAL\n2016-11  November 2016       3       0      3\n",
                        "2016-11\t3\t3\t0\n"
                    ),
                    (
                        ["groups"],
                        "GROUP  PHOTOS  VIDEOS  TOTAL\nBeach       2       0      2\nOther       1       0      1\n",
                        "Beach\t2\t2\t0\n\t1\t1\t0\n"
                    ),
                ] {
                    #expect(try Self.shown(command, daemon) == table)
                    #expect(Self.counts(try daemon.photoctl(command).text) == values)
                }
            }
        }

        @Test("who looks in the middle of a sweep is told that more may come")
        func sweep() throws {
            let answers = [
                "months": #"{"monthKey":"2016-11","totalCount":5,"photoCount":3,"videoCount":2}"#,
                "status": #"{"state":"scanning","progress":{"done":5,"total":12}}"#,
            ]
            let daemon = try FakeDaemon { peer in
                peer.send("OK photod 1\n")
                while let line = peer.readLine() { peer.send((answers[line] ?? "ACK \(line)") + "\nOK\n") }
            }
            defer { #expect(throws: Never.self) { try daemon.stop() } }
            let terminal = try #require(Terminal(), "there was one when the tests began")
            let child = try ChildProcess(
                try Programs.path(of: "photoctl"),
                ["--socket", daemon.path, "months"],
                environment: ["TERM=dumb"],
                output: terminal.path,
                log: terminal.path
            )
            let text = terminal.readToEnd()
            #expect(try child.wait() == .exited(0))
            #expect(
                text.hasSuffix(
                    "\nphotoctl: photod is still looking through the folders, 5 of 12 files so far; more may come\n"
                ),
                "\(text)"
            )
        }

        @Test("of a reply that is refused in its middle what came before is shown, and then the refusal")
        func brokenOff() throws {
            let lines = [
                #"{"id":"a","path":"/p/a.jpg","result":"error","name":"busy","message":"it is being written"}"#,
                #"{"id":"v","at":0,"time":0,"width":1,"height":1,"data":"AAAA"}"#,
            ]
            let scratch = try TemporaryFolder()
            for (command, shown) in [
                (["frame", "v", "--at", "0,1", "--output", scratch.path("f-%d.png")], "f-1.png"),
                (["thumb", "a"], "/p/a.jpg"), (["preview", "a"], "/p/a.jpg"),
                (["undo", "20261121-0001"], "being written"), (["videos"], "/p/a.jpg"),
            ] {
                let daemon = try FakeDaemon { peer in
                    peer.send("OK photod 1\n")
                    while let line = peer.readLine() {
                        let word = line.prefix { $0 != " " }
                        let end =
                            word == "items" ? "OK" : "ACK [55@0] {\(word)} unsupported: it is damaged"
                        peer.send("\(lines[word == "frame" ? 1 : 0])\n\(end)\n")
                    }
                }
                defer { #expect(throws: Never.self) { try daemon.stop() } }
                let terminal = try #require(Terminal(), "there was one when the tests began")
                let child = try ChildProcess(
                    try Programs.path(of: "photoctl"),
                    ["--socket", daemon.path] + command,
                    environment: ["TERM=dumb"],
                    output: terminal.path,
                    log: terminal.path
                )
                let text = terminal.readToEnd()
                #expect(try child.wait() == .exited(4))
                #expect(text.contains(shown), "\(command): \(text)")
                #expect(text.split(separator: "\n").last?.contains("it is damaged") == true, "\(text)")
            }
        }

        @Test(
            "a person is told that nothing matches, and a program has the exit status",
            arguments: [true, false]
        )
        func nothing(isPerson: Bool) throws {
            try DaemonFixture.run { daemon in
                try daemon.connect().sync()
                let terminal = try #require(Terminal(), "there was one when the tests began")
                let child = try ChildProcess(
                    try Programs.path(of: "photoctl"),
                    ["--socket", daemon.socket.display, "find", "whale"] + (isPerson ? [] : ["--tsv"]),
                    environment: ["TERM=dumb"],
                    output: terminal.path,
                    log: terminal.path
                )
                #expect(terminal.readToEnd() == (isPerson ? "photoctl: nothing matches\n" : ""))
                #expect(try child.wait() == .exited(1))
            }
        }

        @Test("an edit tells how many photos were written themselves, and how many in sidecars")
        func editing() throws {
            try DaemonFixture.run { daemon in
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try Disk.write("raw", to: daemon.root + "b.cr2")
                try daemon.connect().sync()
                let photos = ["a.jpg", "b.cr2"].map { (daemon.root + $0).display }
                let text = try Self.shown(["edit", "--title", "x", "--write", "file"] + photos, daemon)
                #expect(
                    text.hasPrefix("2 edited (1 in the photos themselves, 1 in sidecars); to undo it: "),
                    "\(text)"
                )
                let marked = try Self.shown(["edit", "--favorite", "no"] + photos, daemon)
                #expect(marked.hasPrefix("2 edited; to undo it: "), "\(marked)")
            }
        }

        @Test("a key of the protocol in place of an option is told what to write")
        func keysForOptions() throws {
            try DaemonFixture.run { daemon in
                let refused = try daemon.photoctl(["edit", "a.jpg", "date=2004-12"])
                #expect(refused.end == .exited(2))
                #expect(refused.errors.contains("Write --date for the option"), "\(refused.errors)")
            }
        }
    }
}
