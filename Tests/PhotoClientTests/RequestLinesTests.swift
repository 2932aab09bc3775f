import LineProtocol
import TestSupport
import Testing

@testable import PhotoClient

@Suite("What is sent")
struct RequestLinesTests {
    /// The bytes of a conversation that was greeted.
    private func output(_ body: (inout Conversation) throws -> Void) throws -> String {
        var conversation = Conversation(with: SocketPath("/run/socket"))
        try body(&conversation)
        Array("OK photod 1\n".utf8).withUnsafeBytes { conversation.receive($0) }
        _ = conversation.next()
        return String(decoding: conversation.takeOutput(), as: UTF8.self)
    }

    @Test("words and values are quoted where they would read as something else")
    func quoting() throws {
        let request = Request("find", ["a b", "key=value", "say \"x\"", "back\\slash", "line\nfeed", ""])
            .adding("group", "Beach trip").adding("from", nil).adding("other", flag: true)
            .adding("unviewed", flag: false)
        #expect(
            try output { _ = try $0.ask(request) }
                == #"find "a b" "key=value" "say \"x\"" "back\\slash" "line\nfeed" "" group="Beach trip" other=1"#
                + "\n"
        )
    }

    @Test("ids follow their request and a list its beginning, all in the order they were asked")
    func order() throws {
        let text = try output { conversation in
            _ = try conversation.ask(list: [Request("months"), Request("count", ["2016-11"])])
            _ = try conversation.ask(Request("viewed"), identifiers: ["A/L0/001", "file:///a%0Ab"])
            _ = try conversation.ask(list: [])
            _ = try conversation.ask(Request("ping"))
        }
        #expect(
            text == """
                command_list_begin
                months
                count 2016-11
                command_list_end
                viewed ids=@
                A/L0/001
                file:///a%0Ab

                command_list_begin
                command_list_end
                ping

                """
        )
    }

    @Test("JSON follows its request in lines of which none is blank or too long, cut between its tokens")
    func json() throws {
        let text = try output { conversation in
            _ = try conversation.ask(
                Request("ui", ["push"]).adding("screen", "hall"),
                json: Array("\n{\r\n  \"a\": 1,\n\n \t \n  \"b\": \"x y\" }\n".utf8)
            )
            _ = try conversation.ask(Request("ping"))
        }
        #expect(text == "ui push screen=hall json=@\n{\n  \"a\": 1,\n  \"b\": \"x y\" }\n\nping\n")
        // Texts with all that separates tokens elsewhere, and of any length that a line can have.
        var generator = SeededGenerator.fromEnvironment()
        let seed = generator.seed
        for _ in 0..<20 {
            let texts = (0..<generator.below(400)).map { _ in
                let size = generator.chance(5) ? 65_000 : 800
                let bytes = generator.bytes(
                    upTo: size,
                    from: Array("ab,:[]{} \"\\é".utf8.filter { $0 < 0x80 })
                )
                return JSONValue.string(String(decoding: bytes.prefix(32_000), as: UTF8.self))
            }
            var writer = JSONWriter()
            writer.value(.array(texts))
            let written = writer.bytes
            let lines = try output { _ = try $0.ask(Request("ui"), json: written) }
                .split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            #expect(lines.suffix(2) == ["", ""], "seed \(seed)")
            let body = lines.dropLast(2)
            #expect(body.allSatisfy { !$0.isEmpty && $0.utf8.count < 65_536 }, "seed \(seed)")
            #expect(try JSONValue.parse(body.joined(separator: "\n")) == .array(texts), "seed \(seed)")
        }
    }

    @Test("what would be taken for something else, or close the connection, is not sent, and the remedy told")
    func unsendable() throws {
        let long = String(repeating: "x", count: 70_000)
        let questions: [(String, (inout Conversation) throws -> Void)] = [
            ("is no command", { _ = try $0.ask(Request("ping\nreload")) }),
            ("is no command", { _ = try $0.ask(Request("")) }),
            ("hand that over with the request", { _ = try $0.ask(Request("ui").adding("json", "@")) }),
            ("it is blank", { _ = try $0.ask(Request("ui"), json: Array(" \n\n".utf8)) }),
            ("not UTF-8", { _ = try $0.ask(Request("ui"), json: [0x22, 0xFF, 0x22]) }),
            ("NUL", { _ = try $0.ask(Request("ui"), json: [0x22, 0, 0x22]) }),
            ("more bytes than a line", { _ = try $0.ask(Request("ui"), json: Array("[\"\(long)\"]".utf8)) }),
            (
                "4194304 are the most",
                { _ = try $0.ask(Request("ui"), json: Array(repeating: UInt8(ascii: "["), count: 5_000_000)) }
            ),
            ("NUL", { _ = try $0.ask(Request("photo", ["a\0b"])) }),
            ("is no option", { _ = try $0.ask(Request("photos").adding("a b", "c")) }),
            // They would be words.
            ("is no option", { _ = try $0.ask(Request("photos").adding("1", "x")) }),
            ("is no option", { _ = try $0.ask(Request("photos").adding("-a", "x")) }),
            ("is no option", { _ = try $0.ask(Request("photos").adding("", "x")) }),
            ("hand that over with the request", { _ = try $0.ask(Request("viewed").adding("ids", "@")) }),
            ("belongs to a list", { _ = try $0.ask(Request("command_list_begin")) }),
            ("belongs to a list", { _ = try $0.ask(list: [Request("command_list_end")]) }),
            (
                "hand that over with the request",
                { _ = try $0.ask(list: [Request("viewed").adding("ids", "@")]) }
            ),
            ("70007 bytes, and 65536 are the most", { _ = try $0.ask(Request("photo", [long])) }),
            ("entry 2 of the list", { _ = try $0.ask(Request("viewed"), identifiers: ["x", "y\nreload"]) }),
            ("entry 1 of the list", { _ = try $0.ask(Request("viewed"), identifiers: [""]) }),
            (
                "ask in parts",
                { _ = try $0.ask(Request("viewed"), identifiers: Array(repeating: long, count: 60)) }
            ),
            (
                "1001 commands",
                { _ = try $0.ask(list: Array(repeating: Request("ping"), count: 1001)) }
            ),
            (
                "the command list has",
                {
                    _ = try $0.ask(
                        list: Array(repeating: Request("find", [String(long.prefix(60_000))]), count: 70)
                    )
                }
            ),
        ]
        for (reason, ask) in questions {
            let text = try output { conversation in
                do {
                    try ask(&conversation)
                    Issue.record("sent, though: \(reason)")
                } catch {
                    #expect("\(error)".contains("cannot be asked") && "\(error)".contains(reason), "\(error)")
                }
            }
            #expect(text.isEmpty)
        }
    }
}
