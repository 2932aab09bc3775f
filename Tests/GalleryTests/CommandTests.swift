import JSON
import LineProtocol
import PhotoClient
import PhotoModel
import Testing

@testable import Gallery

@Suite("Commands over HTTP")
struct CommandTests {
    private func request(_ address: String) throws -> Request {
        let target = try #require(RequestTarget(address))
        return try CommandQuery.request(target.path[1], target.query)
    }

    @Test("words and keys of an address are those of the line, in their order and whatever stands in them")
    func queries() throws {
        var line: [UInt8] = []
        try request("/api/find?word=beach&word=a%3Db&near=1,2,3&word=%22x%22&ids=@").appendLine(to: &line)
        #expect(String(decoding: line, as: UTF8.self) == "find beach \"a=b\" \"\\\"x\\\"\" near=1,2,3\n")
    }

    @Test("what no line can carry is the asker's fault")
    func faults() throws {
        for address in ["/api/Months", "/api/months?Type=photo", "/api/mon%20ths", "/api/x?=1"] {
            #expect(throws: Refusal.self, "\(address)") { try request(address) }
        }
    }

    @Test("ids come one a line, with whichever line ends")
    func identifiers() throws {
        #expect(
            try CommandQuery.identifiers(Array("a\n\nb c\r\nfile:///x%0A\n".utf8), command: "edit")
                == ["a", "b c", "file:///x%0A"]
        )
        #expect(try CommandQuery.identifiers([], command: "edit").isEmpty)
        #expect(throws: Refusal.self) { try CommandQuery.identifiers([0xFF, 0x0A], command: "edit") }
        #expect(throws: Refusal.self) { try CommandQuery.identifiers([0x61, 0, 0x0A], command: "edit") }
    }

    @Test("a frame that is written into a file changes something, and one that is sent does not")
    func frames() throws {
        #expect(CommandAccess(try request("/api/frame?word=A&at=1")) == .reading)
        #expect(CommandAccess(try request("/api/frame?word=A&at=1&as=base64")) == .reading)
        for more in ["as=library", "as=path", "path=/tmp/x", "as=anything"] {
            #expect(CommandAccess(try request("/api/frame?word=A&at=1&\(more)")) == .changing, "\(more)")
        }
    }

    @Test("every code has its status")
    func statuses() {
        let expected: [ReplyCode: Int] = [
            .argument: 400, .permission: 403, .unknownCommand: 404, .noSuch: 404, .system: 500, .busy: 503,
            .unsupported: 415, .exists: 409, .timeout: 504, .tooLarge: 413,
        ]
        for code in ReplyCode.allCases {
            #expect(Refusal(code, command: "x", "y").status == expected[code], "\(code)")
        }
        let newer = Acknowledgement(code: 99, listIndex: 0, command: "x", name: "new", message: "y")
        #expect(Refusal(newer).status == 500)
        #expect(Refusal(.closed).status == 503 && Refusal(.closed).name == "unreachable")
    }

    @Test("a refusal is the ACK as JSON, and a line of its own in a reply that had begun")
    func json() throws {
        let refusal = Refusal(
            Acknowledgement(
                code: 50,
                listIndex: 0,
                command: "photo",
                name: "no-such",
                message: "no “such” photo"
            )
        )
        let object = try JSONValue.parse(refusal.json)
        #expect(object["code"]?.integer == 50 && object["name"]?.string == "no-such")
        #expect(object["command"]?.string == "photo" && object["message"]?.string == "no “such” photo")
        #expect(object["index"]?.integer == 0)
        #expect(refusal.line.last == 0x0A)
        #expect(try JSONValue.parse(refusal.line.dropLast())["error"] == object)
    }

    @Test("a picture that cannot be made is not there; other refusals stay what they are")
    func pictures() {
        #expect(Refusal(.unsupported, command: "thumbnail", "damaged").ofPicture.status == 404)
        #expect(Refusal(.unsupported, command: "thumbnail", "damaged").ofPicture.code == 55)
        #expect(Refusal(.busy, command: "thumbnail", "later").ofPicture.status == 503)
    }
}
