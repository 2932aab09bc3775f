import LineProtocol
import TestSupport
import Testing

@Suite("Splitting bytes into lines")
struct LineFramerTests {
    private func lines(_ framer: inout LineFramer) throws(LineFramer.Violation) -> [String] {
        var lines: [String] = []
        while let line = try framer.nextLine() { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }

    @Test("lines come out the same however the bytes arrive")
    func chunks() throws {
        var random = SeededGenerator.fromEnvironment()
        let expected = (0..<200).map { index in String(repeating: "x", count: index % 37) }
        let bytes = Array(expected.map { $0 + "\n" }.joined().utf8)
        for _ in 0..<100 {
            var framer = LineFramer()
            var received: [String] = []
            var position = 0
            while position < bytes.count {
                let end = min(bytes.count, position + Int.random(in: 1...90, using: &random))
                framer.append(bytes[position..<end])
                position = end
                received += try lines(&framer)
            }
            #expect(received == expected, "seed \(random.seed)")
            #expect(framer.bufferedBytes == 0)
        }
    }

    @Test("a line feed alone ends a line; a carriage return stays in it")
    func carriageReturn() throws {
        var framer = LineFramer()
        framer.append("ping\r\nstatus".utf8)
        #expect(try lines(&framer) == ["ping\r"])
        #expect(framer.bufferedBytes == 6)
    }

    @Test(
        "a line of the limit passes and one byte more does not, whole or in parts",
        arguments: [1, 1000, 70_000]
    )
    func limit(chunk: Int) throws {
        for (length, passes) in [(65_535, true), (65_536, false)] {
            var framer = LineFramer()
            let bytes = [UInt8](repeating: 0x61, count: length) + [0x0A]
            var result: Result<[String], LineFramer.Violation> = .success([])
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                framer.append(bytes[start..<min(start + chunk, bytes.count)])
                do throws(LineFramer.Violation) {
                    result = .success(try result.get() + lines(&framer))
                } catch {
                    result = .failure(error)
                    break
                }
            }
            switch result {
            case .success(let lines): #expect(passes && lines.first?.utf8.count == length)
            case .failure(let violation): #expect(!passes && violation == .tooLarge)
            }
        }
    }

    @Test("an endless line is refused at the limit, before its end is seen")
    func endless() {
        var framer = LineFramer()
        framer.append([UInt8](repeating: 0x61, count: 65_536))
        #expect(throws: LineFramer.Violation.tooLarge) { try framer.nextLine() }
    }

    @Test(
        "a connection that begins like another protocol is refused",
        arguments: ["GET / HTTP/1.1\r\n", "\u{16}\u{3}", " ping\n", "1"]
    )
    func foreign(text: String) {
        var framer = LineFramer()
        framer.append(text.utf8)
        #expect(throws: LineFramer.Violation.foreignProtocol) { try framer.nextLine() }
    }

    @Test("only the connection's first byte is judged")
    func firstByte() throws {
        var framer = LineFramer()
        framer.append("\nGET /\n".utf8)
        #expect(try lines(&framer) == ["", "GET /"])
        framer.append("\u{16}\n".utf8)
        #expect(try lines(&framer) == ["\u{16}"])
    }

    @Test("a million lines in one piece take no longer each than a few")
    func isLinear() throws {
        let clock = ContinuousClock()
        func time(_ count: Int) throws -> Duration {
            var framer = LineFramer()
            framer.append([UInt8](repeating: 0x0A, count: count))
            return try clock.measure {
                while try framer.nextLine() != nil { framer.append(EmptyCollection()) }
            }
        }
        let small = try time(10_000)
        let large = try time(1_000_000)
        // A quadratic splitter would take 10,000 times as long for 100 times as much.
        #expect(large < small * 1000)
    }

    private func upload(_ line: String) throws -> RequestUpload {
        let commands = CommandDefinitions([
            CommandDefinition("viewed", words: 0...9, options: ["ids", "json"], since: "", summary: "")
        ])
        let request = try #require(try RequestParser.parse(line, knowing: commands))
        return try #require(RequestUpload(of: request))
    }

    @Test(
        "what is uploaded ends at its blank line, and is the request's words: each id one, a JSON text one in all"
    )
    func upload() throws {
        for (line, words) in [
            ("viewed ids=@ json=x", ["a", "file:///b"]), ("viewed json=@", ["a\nfile:///b"]),
            ("viewed word json=\"@\"", ["word", "a\nfile:///b"]),
        ] {
            var upload = try upload(line)
            #expect(try upload.add(Array("a".utf8)[...]) == .more)
            #expect(try upload.add(Array("file:///b".utf8)[...]) == .more)
            let options = line.contains("x") ? [Request.Option(key: "json", value: "x")] : []
            #expect(try upload.add([]) == .complete(Request("viewed", words, options: options)))
            #expect(RequestUpload.mayFollow(Array(line.utf8)[...]))
            #expect(RequestUpload.mayFollow(Array((line + "\r").utf8)[...]))
        }
        #expect(RequestUpload(of: Request("viewed", ["json=@"])) == nil)
    }

    @Test(
        "an upload over 4 MiB is too large, and one that is no text is refused",
        arguments: ["ids", "json"]
    )
    func uploadLimits(_ kind: String) throws {
        var large = try upload("viewed \(kind)=@")
        let line = [UInt8](repeating: 0x61, count: 65_535)[...]
        for _ in 0..<64 { #expect(try large.add(line) == .more) }
        do throws(ProtocolError) {
            _ = try large.add([0x61])
            Issue.record("an upload over the limit was taken")
        } catch {
            #expect(error.code == .tooLarge)
        }
        var other = try upload("viewed \(kind)=@")
        #expect(throws: ProtocolError.self) { try other.add([0xFF]) }
        #expect(throws: ProtocolError.self) { try other.add([0x61, 0]) }
    }
}
