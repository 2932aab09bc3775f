import LineProtocol
import TestSupport
import Testing

@Suite("Reading a request line")
struct RequestParserTests {
    private func parse(_ line: String) throws -> Request {
        try #require(try RequestParser.parse(line, knowing: .trial))
    }

    private func refusal(_ line: [UInt8]) -> ProtocolError? {
        do throws(ProtocolError) {
            _ = try RequestParser.parse(line[...], knowing: .trial)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(_ line: String) -> ProtocolError? { refusal(Array(line.utf8)) }

    @Test("words, options and their order are kept")
    func words() throws {
        let request = try parse("photos 2016-11\tlimit=5  group=Other fields=id,path")
        #expect(request.command == "photos")
        #expect(request.positionals == ["2016-11"])
        #expect(
            request.options == [
                .init(key: "limit", value: "5"), .init(key: "group", value: "Other"),
                .init(key: "fields", value: "id,path"),
            ]
        )
        #expect(request[option: "group"] == "Other")
        #expect(request[option: "after"] == nil)
    }

    @Test("blank lines are no requests", arguments: ["", " ", "\t \t"])
    func blank(line: String) throws {
        #expect(try RequestParser.parse(line, knowing: .trial) == nil)
    }

    @Test("quotes hold blanks, and a quoted word is never an option")
    func quotes() throws {
        let request = try parse(#"photo "/a b/c=d.jpg" group="Beach \"trip\" \\ \n\r\t" "" offset="#)
        #expect(request.positionals == ["/a b/c=d.jpg", ""])
        #expect(request[option: "group"] == "Beach \"trip\" \\ \n\r\t")
        #expect(request[option: "offset"] == "")
        #expect(try parse(#"photo "limit=5""#).positionals == ["limit=5"])
    }

    @Test(
        "what only looks like an option is a word",
        arguments: ["/a=b", "A=b", "=b", "9a=b", "a_b=c", "a.b=c", "é=1"]
    )
    func notOptions(word: String) throws {
        #expect(try parse("photo \(word)").positionals == [word])
    }

    @Test("a value may hold further equals signs, and a backslash outside quotes is a character")
    func literalBytes() throws {
        let request = try parse(#"photos after=a=b== c:\d"#)
        #expect(request[option: "after"] == "a=b==")
        #expect(request.positionals == [#"c:\d"#])
    }

    @Test(
        "what is malformed is refused with the command's name and a remedy",
        arguments: [
            ("photos limit=1 limit=2", "limit= is given twice"), ("photos \"abc", "has no end"),
            ("photos \"abc\\", "has no end"), ("photos group=\"a", "has no end"),
            ("photos a\"b", "quote inside a word"),
            ("photos limit=a\"b", "quote inside the value"), ("photos \"a\"b", "follows a closing quote"),
            ("photos \"\\x41\"", "unknown escape"), ("photos a\0b", "is NUL"),
            ("photos a\r", "carriage return"),
            ("ping\r", "carriage return"), ("\"photos\" a", "command must not be quoted"),
        ]
    )
    func malformed(line: String, remark: String) throws {
        let error = try #require(refusal(line))
        #expect(error.code == .argument)
        #expect(error.message.contains(remark))
        #expect(error.command == (line.hasPrefix("photos") ? "photos" : ""))
    }

    @Test("a command that nobody knows is unknown, whatever follows it")
    func unknown() throws {
        let error = try #require(refusal("photo5 \"abc"))
        #expect(error.code == .unknownCommand && error.command.isEmpty)
        #expect(error.message.contains("did you mean photos?"))
    }

    @Test(
        "bytes that are not UTF-8 are refused wherever they stand",
        arguments: [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) throws {
        for line in [bytes, Array("ping ".utf8) + bytes, Array("ping \"".utf8) + bytes + [0x22]] {
            #expect(refusal(line)?.message.contains("not UTF-8") == true)
        }
    }

    @Test("a line of thousands of options is refused before it costs anything")
    func manyOptions() throws {
        let line = "photos " + (0..<10_000).map { "a\($0)=1" }.joined(separator: " ")
        #expect(refusal(line)?.message.contains("more than 32 options") == true)
    }

    @Test("a request that is sent is read as the same request")
    func roundTrip() throws {
        var random = SeededGenerator.fromEnvironment()
        for round in 0..<3000 {
            let words = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.text(0...8) }
            let options = (0..<Int.random(in: 0...4, using: &random)).map { index in
                Request.Option(key: "key-\(index)", value: random.text(0...8))
            }
            let request = Request("photos", words, options: options)
            var line: [UInt8] = []
            request.appendLine(to: &line)
            #expect(
                line.last == 0x0A && !line.dropLast().contains(0x0A),
                "seed \(random.seed), round \(round)"
            )
            #expect(
                try RequestParser.parse(line.dropLast(), knowing: .trial) == request,
                "seed \(random.seed), round \(round): \(request)"
            )
        }
    }

    @Test("20,000 random lines are read or refused, and never trap")
    func randomLines() {
        var random = SeededGenerator.fromEnvironment()
        print("random lines: seed \(random.seed)")
        let pieces =
            CommandDefinitions.trial.all.map(\.name) + [
                "=", "\"", "\\", " ", "\t", "limit=", "ids=@", "file:///%zz", "2016-1",
            ]
        var refused = 0
        for _ in 0..<20_000 {
            var line: [UInt8] = []
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                if Bool.random(using: &random) {
                    line += pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8
                } else {
                    line += random.bytes(Int.random(in: 0...4, using: &random))
                }
            }
            do throws(ProtocolError) {
                guard let request = try RequestParser.parse(line[...], knowing: .trial) else { continue }
                let arguments = try Arguments(request, knowing: .trial)
                _ = try? PhotosQuery(arguments)
                _ = try? arguments.topics()
                _ = try? arguments.path()
                _ = try? arguments.reference()
                _ = try? arguments.clock()
                _ = try? arguments.seconds("timeout")
            } catch {
                refused += 1
                var reply: [UInt8] = []
                error.appendLine(to: &reply)
                #expect(Acknowledgement(reply.dropLast()) != nil, "seed \(random.seed): \(line)")
            }
        }
        #expect(refused > 1000)
    }
}
