import JSON
import TestSupport
import Testing

@Suite("Reading JSON piece by piece")
struct JSONReaderTests {
    @Test("tells the byte where a document is wrong, and why")
    func offsets() {
        func failure(_ text: String) -> JSONError? {
            do { _ = try JSONValue.parse(text) } catch { return error }
            return nil
        }
        #expect(failure("{\"a\":1 \"b\":2}") == JSONError(message: "a comma is expected here", offset: 7))
        #expect(failure("[1,\n x]") == JSONError(message: "a value is expected here", offset: 5))
        #expect(failure("{\"a\":") == JSONError(message: "the document ends too early", offset: 5))
        #expect(failure("[\"\\q\"]") == JSONError(message: "there is no such escape", offset: 3))
        #expect(failure("1 2") == JSONError(message: "something follows the document's end", offset: 2))
        #expect(failure("[1e999]") == JSONError(message: "a number is out of range", offset: 1))
    }

    @Test("takes what is wanted and skips the rest, in whatever order")
    func members() throws {
        let text = "\u{FEFF} {\"x\":[1,{\"y\":null}],\"n\":-12,\"d\":1.5,\"t\":\"a\\u00e9\",\"b\":true}"
        var reader = JSONReader(Array(text.utf8))
        try reader.beginObject()
        var isFirst = true
        var found: [String] = []
        while let key = try reader.nextKey(isFirst: &isFirst) {
            switch reader.string(key) {
            case "n": found.append("\(try reader.integer() ?? 0)")
            case "d": found.append(try reader.integer() == nil ? "no whole number" : "")
            case "t": found.append(reader.string(try reader.text()) ?? "")
            case "b": found.append("\(try reader.bool())")
            default: try reader.skipValue()
            }
        }
        try reader.expectEnd()
        #expect(found == ["-12", "no whole number", "aé", "true"])
    }

    @Test("knows times that went through a program that keeps doubles, and refuses what is none")
    func times() throws {
        func time(_ text: String) throws -> Int64? {
            var reader = JSONReader(Array("\"\(text)\"".utf8))
            return reader.nanoseconds(try reader.text())
        }
        #expect(try time("1479200000.123456789") == 1_479_200_000_123_456_789)
        #expect(try time("-0.5") == -500_000_000)
        #expect(try time("-9223372036.854775808") == .min)
        for text in ["", "-", ".5", "1.", "1.0000000001", "9223372037", "1e3", "--1"] {
            #expect(try time(text) == nil)
        }
    }

    @Test("looks no deeper than a bounded stack allows, also where it skips")
    func depth() {
        let deep = { (count: Int) in
            Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
        }
        #expect(throws: Never.self) {
            var reader = JSONReader(deep(63))
            try reader.skipValue()
        }
        #expect(throws: JSONError.self) {
            var reader = JSONReader(deep(1_000_000))
            try reader.skipValue()
        }
    }
}
