import LineProtocol
import Testing

@testable import LineServer

@Suite("What a client asks for")
struct RequestReaderTests {
    private static let commands = CommandDefinitions([
        CommandDefinition("ping", since: "1", summary: ""),
        CommandDefinition("count", words: 1...1, since: "1", summary: ""),
        CommandDefinition("viewed", words: 0...9, options: ["ids"], since: "1", summary: ""),
        CommandDefinition("command_list_begin", since: "1", summary: ""),
        CommandDefinition("command_list_end", since: "1", summary: ""),
    ])

    /// Demands in short, in the order they come.
    private func demands(_ pieces: [String]) throws -> [String] {
        var reader = RequestReader(knowing: Self.commands)
        var said: [String] = []
        for piece in pieces {
            Array(piece.utf8).withUnsafeBytes { reader.append($0) }
            while let demand = try reader.next() { said.append(describe(demand)) }
        }
        return said
    }

    private func describe(_ demand: RequestReader.Demand) -> String {
        switch demand {
        case .ping: "ping"
        case .request(let request):
            ([request.command] + request.positionals + request.options.map { "\($0.key)=\($0.value)" })
                .joined(separator: " ")
        case .list(let list): "list of \(list.entries.count)"
        case .refusal(let error, let index, let closes):
            "\(error.code.rawValue)@\(index)\(closes ? " and closes" : "")"
        }
    }

    @Test("is told line by line, wherever the bytes are cut")
    func pieces() throws {
        let text = "ping\nmonths type=photo\n\ncount 2016-11\n"
        let wanted = ["ping", "months type=photo", "count 2016-11"]
        #expect(try demands([text]) == wanted)
        #expect(try demands(text.map(String.init)) == wanted)
    }

    @Test("ping is ping only by itself")
    func ping() throws {
        #expect(try demands(["ping\n"]) == ["ping"])
        #expect(try demands(["pings\n", "ping x\n", "pin\n"]) == ["pings", "ping x", "pin"])
    }

    @Test("a command list is one demand, with the lines that cannot be read in their place")
    func list() throws {
        #expect(
            try demands(["command_list_begin\nmonths\ncount 2016-11\n", "command_list_end\nping\n"])
                == ["list of 2", "ping"]
        )
        #expect(try demands(["command_list_begin\ncommand_list_end\n"]) == ["list of 0"])
        // Answering stops at the first line that cannot be read, so nothing behind it is kept.
        #expect(
            try demands(["command_list_begin\nmonths\n\"open\nmonths\ncommand_list_end\n"]) == ["list of 2"]
        )
    }

    @Test(
        "an end of a list that says more than that is refused at its place, and is the end",
        arguments: ["x", "x=1", "\"x", "x=1 x=2"]
    )
    func wrongEnd(word: String) throws {
        #expect(
            try demands(["command_list_begin\nmonths\ncommand_list_end \(word)\nping\n"]) == [
                "list of 2", "ping",
            ]
        )
    }

    @Test("a list without end is refused, and the connection closes")
    func endlessList() throws {
        let lines = String(repeating: "months\n", count: RequestList.commandLimit + 1)
        #expect(
            try demands(["command_list_begin\n" + lines]) == ["58@\(RequestList.commandLimit) and closes"]
        )
    }

    @Test("a long list of ids belongs to its request")
    func upload() throws {
        #expect(
            try demands(["viewed ids=@\nA/L0/001\n", "B/L0/001\n\nping\n"])
                == ["viewed A/L0/001 B/L0/001", "ping"]
        )
    }

    @Test(
        "where a long list of ids is refused, its lines are not taken for commands",
        arguments: [
            ("viewed ids=@ bogus=1", 2), ("viewed ids=@ ids=@", 2), ("viewed ids=\"@\" \"open", 2),
            ("ping ids=@", 2),
            ("paint ids=@", 5),
        ]
    )
    func refusedUpload(line: String, code: Int) throws {
        #expect(try demands([line + "\n"]) == ["\(code)@0 and closes"])
    }

    @Test("a line that cannot be read is refused and the next one read")
    func unreadable() throws {
        #expect(try demands(["count \"2016\nping\n"]) == ["2@0", "ping"])
    }

    @Test("what is no line of this protocol ends the reading")
    func foreign() throws {
        var reader = RequestReader(knowing: Self.commands)
        Array("GET / HTTP/1.1\r\n".utf8).withUnsafeBytes { reader.append($0) }
        #expect(throws: LineFramer.Violation.foreignProtocol) { try reader.next() }
        var long = RequestReader(knowing: Self.commands)
        [UInt8](repeating: UInt8(ascii: "a"), count: ProtocolVersion.requestLimit)
            .withUnsafeBytes { long.append($0) }
        #expect(throws: LineFramer.Violation.tooLarge) { try long.next() }
    }
}
