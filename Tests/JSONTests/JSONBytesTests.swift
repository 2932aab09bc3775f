import JSON
import TestSupport
import Testing

@Suite("JSON in arrays")
struct JSONBytesTests {
    private func appended(_ body: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        body(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("has the escapes that lines have, whatever the text")
    func escapes() throws {
        var random = SeededGenerator.fromEnvironment()
        print("JSON in arrays: seed \(random.seed)")
        for text in ["", "plain", "Ünïcode, 50° and 日本", "\u{80}", "a\u{7F}", "\"\\\n\t\r\u{8}\u{C}\u{1}"]
            + (0..<2000).map({ _ in random.text(0...30) })
        {
            var writer = JSONWriter()
            writer.string(text)
            let written = appended { $0.append(jsonText: text) }
            #expect(written == String(decoding: writer.bytes, as: UTF8.self), "seed \(random.seed)")
            #expect(try JSONValue.parse(written) == .string(text), "seed \(random.seed)")
        }
    }

    @Test("has numbers to the last digit, and times to the nanosecond")
    func numbers() {
        for value in [Int64.min, -10, -9, -1, 0, 1, 9, 10, 99, 100, .max] {
            #expect(appended { $0.append(decimal: value) } == "\(value)")
        }
        #expect(appended { $0.append(decimal: UInt64.max) } == "18446744073709551615")
        #expect(appended { $0.append(nanoseconds: 1_479_200_000_123_456_789) } == "1479200000.123456789")
        #expect(appended { $0.append(nanoseconds: -500_000_000) } == "-0.500000000")
        #expect(appended { $0.append(nanoseconds: .min) } == "-9223372036.854775808")
    }
}
