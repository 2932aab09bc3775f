import JSON
import TestSupport
import Testing

@Suite("JSON")
struct JSONTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 0)
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("commas stand where they are due")
    func commas() {
        let text = written { writer in
            for _ in 0..<2 {
                writer.beginObject()
                writer.key("a")
                writer.integer(1)
                writer.key("b")
                writer.beginArray()
                writer.bool(true)
                writer.null()
                writer.beginObject()
                writer.endObject()
                writer.string("[")
                writer.string("{:,")
                writer.beginArray()
                writer.endArray()
                writer.endArray()
                writer.key("c" as String)
                writer.encoded("[1,2]".utf8)
                writer.endObject()
                writer.endLine()
            }
            writer.raw("OK\n")
        }
        let line = #"{"a":1,"b":[true,null,{},"[","{:,",[]],"c":[1,2]}"# + "\n"
        #expect(text == line + line + "OK\n")
    }

    @Test("strings are escaped, and nothing in them steers a terminal")
    func escapes() {
        #expect(
            written { $0.string("a\"b\\c/d\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}\u{9B}é日\u{1F600}") }
                == #""a\"b\\c/d\n\r\t\b\f\u0000\u001f\u007f\u009bé日😀""#
        )
        #expect(written { $0.string("" as String) } == "\"\"")
    }

    @Test("bytes that are not UTF-8 become U+FFFD and the rest stays")
    func invalidUTF8() {
        #expect(
            written { $0.string([0x61, 0xFF, 0x62, 0xC3, 0x28, 0xE2, 0x82, 0xED, 0xA0, 0x80, 0xC3, 0xA9]) }
                == "\"a\u{FFFD}b\u{FFFD}(\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}é\""
        )
    }

    @Test("every byte at every place of a word is escaped or kept rightly")
    func everyByte() throws {
        for byte in UInt8.min...UInt8.max {
            for position in 0..<17 {
                var bytes = [UInt8](repeating: 0x61, count: 17)
                bytes[position] = byte
                var writer = JSONWriter()
                writer.string(bytes)
                #expect(try JSONValue.parse(writer.bytes) == .string(String(decoding: bytes, as: UTF8.self)))
                #expect(writer.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            }
        }
    }

    @Test("whole numbers are exact to the ends of their range")
    func integers() {
        #expect(written { $0.integer(Int64.min) } == "-9223372036854775808")
        #expect(written { $0.integer(Int64.max) } == "9223372036854775807")
        #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
        #expect(written { $0.integer(UInt8(0)) } == "0")
        var power: Int64 = 1
        for _ in 0..<18 {
            for value in [power - 1, power, -power] {
                #expect(written { $0.integer(value) } == String(value))
            }
            power *= 10
        }
    }

    @Test("doubles are written with the fewest digits that read back the same")
    func doubles() throws {
        #expect(written { $0.double(12) } == "12")
        #expect(written { $0.double(0.1) } == "0.1")
        #expect(written { $0.double(-48.85837) } == "-48.85837")
        #expect(written { $0.double(.nan) } == "null")
        #expect(written { $0.double(-.infinity) } == "null")
        var random = SeededGenerator.fromEnvironment()
        for _ in 0..<5000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let text = written { $0.double(value) }
            #expect(
                try JSONValue.parse(text).double?.bitPattern == value.bitPattern,
                "seed \(random.seed): \(text)"
            )
        }
    }

    private func randomValue(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 4 ? 5 : 7), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random))
        case 3: return .number(Double.random(in: -180...180, using: &random) + 1e-9)
        case 4: return .string(random.text(0...30))
        case 5:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(&random, depth: depth + 1)
                }
            )
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    .init(name: random.text(0...6), value: randomValue(&random, depth: depth + 1))
                }
            )
        }
    }

    @Test("what is written is read back the same, members in order")
    func roundTrip() throws {
        var random = SeededGenerator.fromEnvironment()
        print("JSON round trip: seed \(random.seed)")
        var writer = JSONWriter()
        for _ in 0..<3000 {
            let value = randomValue(&random, depth: 0)
            writer.removeAll()
            writer.value(value)
            #expect(try JSONValue.parse(writer.bytes) == value, "seed \(random.seed)")
        }
    }

    @Test(
        "what is no JSON is refused",
        arguments: [
            "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "01", "-", "1.", ".5", "1e", "+1",
            "tru",
            "nul", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"",
            "\"\u{1}\"", "1 2",
            "1e999", "NaN", "'a'", "[1 2]", "/**/1",
        ]
    )
    func malformed(text: String) {
        #expect(throws: JSONError.self) { try JSONValue.parse(text) }
    }

    @Test("escapes and surrogate pairs are read")
    func readEscapes() throws {
        #expect(
            try JSONValue.parse(#" "\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\" "#)
                == .string("é😀/\u{8}\u{C}\n\r\t\"\\")
        )
        #expect(try JSONValue.parse("9223372036854775808").double == 9_223_372_036_854_775_808)
        #expect(throws: JSONError.self) { try JSONValue.parse([0x22, 0xFF, 0x22]) }
    }

    @Test("nesting is bounded, so that no line can exhaust the stack")
    func depth() throws {
        let deep = { (count: Int) in
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(throws: Never.self) { try JSONValue.parse(deep(64)) }
        #expect(throws: JSONError.self) { try JSONValue.parse(deep(65)) }
        #expect(throws: JSONError.self) { try JSONValue.parse(deep(1_000_000)) }
        #expect(throws: Never.self) { try JSONValue.parse(Array(deep(512).utf8), depthLimit: 512) }
        #expect(throws: JSONError.self) { try JSONValue.parse(Array(deep(513).utf8), depthLimit: 512) }
    }

    @Test("random bytes are read or refused, and never trap")
    func randomBytes() {
        var random = SeededGenerator.fromEnvironment()
        print("random JSON: seed \(random.seed)")
        let alphabet = Array("{}[]\":,\\u019eE+-.tfn \u{FF}".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            if let value = try? JSONValue.parse(bytes) {
                // 1e1 is written as 10, so the texts are compared from the second time on.
                let once = written { $0.value(value) }
                let again = (try? JSONValue.parse(once)).map { value in written { $0.value(value) } }
                #expect(again == once, "seed \(random.seed): \(bytes)")
            }
        }
    }
}
