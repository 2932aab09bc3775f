import LineProtocol
import TestSupport
import Testing

@testable import PhotoClient

@Suite("A connection to the daemon")
struct ConnectionTests {
    /// Runs a conversation against a scripted daemon.
    private func converse(
        depth: Int = 0,
        script: @escaping FakeDaemon.Script,
        _ body: (Connection) throws -> Void
    ) throws {
        let daemon = try FakeDaemon(depth: depth, script: script)
        // Deferred work is done last to first: the connection is gone before the script is waited for.
        defer { #expect(throws: Never.self) { try daemon.stop() } }
        try body(Connection(to: [SocketPath(daemon.path)]))
    }

    private func text(_ line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }

    private func failure(_ body: () throws -> Void) -> ClientError? {
        do {
            try body()
            return nil
        } catch {
            return error as? ClientError
        }
    }

    @Test("a reply's lines come as they were sent")
    func reply() throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            guard peer.readLine() == "count 2016-11" else { return }
            peer.send("{\"totalCount\": 47}\n{\"b\":\"é\"}\nOK\n")
        } _: { connection in
            let lines = try connection.request("count", "2016-11")
            #expect(lines.map(text) == ["{\"totalCount\": 47}", "{\"b\":\"é\"}"])
        }
    }

    @Test("a reply that arrives byte by byte is the same")
    func slowReply() throws {
        try converse { peer in
            for byte in "OK photod 1\n{\"a\":1}\nOK\n".unicodeScalars { peer.send(String(byte)) }
            while peer.readLine() != nil {}
        } _: { connection in
            let lines = try connection.request("ping")
            #expect(lines.map(text) == ["{\"a\":1}"])
        }
    }

    @Test("after a refusal the connection goes on")
    func refusal() throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            while let line = peer.readLine() {
                peer.send(
                    line == "ping" ? "OK\n" : "ACK [2@0] {count} argument: not a month: x; write YYYY-MM\n"
                )
            }
        } _: { connection in
            guard case .refused(let acknowledgement) = failure({ _ = try connection.request("count", "x") })
            else {
                Issue.record("the refusal did not arrive")
                return
            }
            #expect(acknowledgement.replyCode == .argument && acknowledgement.command == "count")
            let lines = try connection.request("ping")
            #expect(lines.isEmpty)
        }
    }

    @Test(
        "a word that would read as something else is not sent",
        arguments: [
            Request("ping\nreload"), Request(""), Request("photo", ["a\0b"]),
            Request("photos", options: [.init(key: "from=x reload", value: "1")]),
            Request("photos", options: [.init(key: "from", value: "\0")]),
        ]
    )
    func unsendableRequest(request: Request) throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == nil)
        } _: { connection in
            guard case .unsendable = failure({ try connection.send(request) }) else {
                Issue.record("it was sent")
                return
            }
        }
    }

    @Test(
        "an entry that would end a list of ids, or be more than one, is not sent, nor the list",
        arguments: ["", "x\nroot-add /", "a\0b", "\n"]
    )
    func unsendableEntry(entry: String) throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == nil)
        } _: { connection in
            let list = ["A/L0/001", entry, "B/L0/001"]
            guard
                case .unsendable(let why) = failure({
                    try connection.send(Request("viewed"), identifiers: list)
                })
            else {
                Issue.record("it was sent")
                return
            }
            #expect(why.contains("entry 2"))
        }
    }

    @Test("thousands of requests sent ahead of large replies do not block, and replies keep their order")
    func pipelining() throws {
        let count = 20_000
        try converse { peer in
            peer.send("OK photod 1\n")
            let padding = String(repeating: "x", count: 500)
            var number = 0
            // A byte at a time is slow enough that both directions fill up.
            while peer.readLine() != nil {
                peer.send("{\"n\":\(number),\"padding\":\"\(padding)\"}\nOK\n")
                number += 1
            }
        } _: { connection in
            try connection.send(Array(String(repeating: "ping\n", count: count).utf8))
            for number in 0..<count {
                let line = try #require(try connection.nextLine())
                #expect(try JSONValue.parse(line)["n"]?.integer == Int64(number))
                #expect(try connection.nextLine() == nil)
            }
        }
    }

    @Test(
        "a daemon that hangs up within a reply is not taken for its end",
        arguments: ["", "{\"a\":1}\n", "{\"a\":1}\n{\"b", "O"]
    )
    func hangUp(beginning: String) throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            _ = peer.readLine()
            peer.send(beginning)
        } _: { connection in
            guard case .closed = failure({ _ = try connection.request("months") }) else {
                Issue.record("the end was not noticed")
                return
            }
        }
    }

    @Test(
        "something else that listens is named",
        arguments: ["HTTP/1.1 400 Bad Request\r\n", "OK MPD 0.23\n", "OK photod 12\n", ""]
    )
    func otherServer(greeting: String) throws {
        let daemon = try FakeDaemon { $0.send(greeting) }
        defer { #expect(throws: Never.self) { try daemon.stop() } }
        guard case .notPhotod = failure({ _ = try Connection(to: [SocketPath(daemon.path)]) }) else {
            Issue.record("\(greeting) passed as photod's greeting")
            return
        }
    }

    @Test("a line that is no reply is an error")
    func nonsense() throws {
        try converse { peer in
            peer.send("OK photod 1\nnonsense\n")
            _ = peer.readLine()
        } _: { connection in
            guard case .malformedReply("nonsense") = failure({ _ = try connection.request("ping") }) else {
                Issue.record("nonsense passed as a reply")
                return
            }
        }
    }

    @Test("a daemon that stays silent runs into the read timeout")
    func timeout() throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            while peer.readLine() != nil {}
        } _: { connection in
            connection.readTimeout = .milliseconds(20)
            guard case .timedOut = failure({ _ = try connection.request("ping") }) else {
                Issue.record("the timeout did not come")
                return
            }
        }
    }

    @Test("a long list of ids follows its request")
    func upload() throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            guard peer.readLine() == "viewed ids=@" else { return }
            var count = 0
            while let line = peer.readLine(), !line.isEmpty { count += 1 }
            peer.send("{\"ok\":\(count)}\nOK\n")
        } _: { connection in
            try connection.send(Request("viewed"), identifiers: (0..<1000).map { "id-\($0)" })
            #expect(try connection.nextLine().map(text) == "{\"ok\":1000}")
        }
    }

    @Test("the parts of a command list end apart, and the list after them")
    func list() throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            for line in ["command_list_begin", "ping", "months", "command_list_end"] {
                #expect(peer.readLine() == line)
            }
            peer.send("list_OK\n{\"a\":1}\nlist_OK\nOK\n")
        } _: { connection in
            try connection.send(list: [Request("ping"), Request("months")])
            let lines = [try connection.nextLine(), try connection.nextLine(), try connection.nextLine()]
            #expect(lines.map { $0.map(text) } == [nil, "{\"a\":1}", nil])
            #expect(try connection.nextLine() == nil)
        }
    }

    @Test("events that come between the lines of a reply are held until it is read")
    func heldEvents() throws {
        try converse { peer in
            peer.send("OK photod 1\n")
            #expect(peer.readLine() == "subscribe months")
            peer.send("{\"event\":\"ready\"}\n")
            #expect(peer.readLine() == "ping")
            peer.send(
                "{\"event\":\"a\"}\n{\"line\":1}\n{\"event\":\"b\"}\nOK\n{\"event\":\"overflow\",\"clock\":\"c\"}\n"
            )
        } _: { connection in
            try connection.send(Request("subscribe", ["months"]))
            #expect(try connection.nextLine().map(text) == "{\"event\":\"ready\"}")
            let lines = try connection.request("ping")
            #expect(lines.map(text) == ["{\"line\":1}"])
            let events = [try connection.nextLine(), try connection.nextLine(), try connection.nextLine()]
            #expect(
                events.map { $0.map(text) } == [
                    "{\"event\":\"a\"}", "{\"event\":\"b\"}",
                    "{\"event\":\"overflow\",\"clock\":\"c\"}",
                ]
            )
            guard case .overflow(let clock) = failure({ _ = try connection.nextLine() }), clock == "c" else {
                Issue.record("the overflow was not told")
                return
            }
        }
    }

    @Test("a socket whose path is longer than an address is reached")
    func longPath() throws {
        try converse(depth: 10) { peer in
            peer.send("OK photod 1\n")
            if peer.readLine() != nil { peer.send("OK\n") }
        } _: { connection in
            #expect(connection.path.bytes.count > 200)
            let lines = try connection.request("ping")
            #expect(lines.isEmpty)
        }
    }

    @Test("where nobody answers, every path that was tried is named, and the remedy")
    func unreachable() throws {
        let daemon = try FakeDaemon { _ in }
        try daemon.stop()
        let paths = [daemon.path, daemon.path + "-2", "/" + String(repeating: "n", count: 300)]
        let error = failure { _ = try Connection(to: paths.map { SocketPath($0) }) }
        let description = try #require(error?.description)
        for path in paths { #expect(description.contains(path)) }
        #expect(description.contains("systemctl --user start photod.socket"))
        #expect(description.contains("photod --library DIR"))
    }

    @Test("what is no socket is called so, and nobody else's daemon")
    func noSocket() throws {
        let folder = try TemporaryFolder()
        let file = folder.location + "file"
        try Disk.write("", to: file)
        for path in [file, folder.location] {
            let error = failure { _ = try Connection(to: [SocketPath(path.display)]) }
            let description = try #require(error?.description)
            #expect(description.contains("\(path.display): this is no socket"))
        }
    }

    @Test("the first path that answers is taken")
    func fallback() throws {
        let daemon = try FakeDaemon { $0.send("OK photod 1\n") }
        defer { #expect(throws: Never.self) { try daemon.stop() } }
        let connection = try Connection(to: [SocketPath(daemon.path + "-missing"), SocketPath(daemon.path)])
        #expect(connection.path == SocketPath(daemon.path))
    }
}

@Suite("Where the socket is")
struct SocketPathTests {
    private func paths(explicit: String? = nil, _ environment: [String: String], account: String? = "root")
        -> [String]
    {
        SocketPath.candidates(
            explicit: explicit.map { SocketPath($0) },
            environment: { environment[$0].map { Array($0.utf8) } },
            userID: 1000,
            userName: { account.map { Array($0.utf8) } }
        ).map(\.description)
    }

    @Test("a path that was named stands alone")
    func named() {
        let environment = ["PHOTOD_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/7", "USER": "anna"]
        #expect(paths(explicit: "/a", environment) == ["/a"])
        #expect(paths(environment) == ["/b"])
    }

    @Test("else the user's socket comes before the system's")
    func defaults() {
        #expect(
            paths(["XDG_RUNTIME_DIR": "/run/user/7", "USER": "anna"])
                == ["/run/user/7/photod/socket", "/run/photod-anna/socket"]
        )
        #expect(paths([:]) == ["/run/user/1000/photod/socket", "/run/photod-root/socket"])
        #expect(paths([:], account: nil) == ["/run/user/1000/photod/socket"])
    }
}
