import LineProtocol
import TestSupport
import Testing

@Suite("Replies")
struct ReplyTests {
    @Test("codes and names are those of the protocol")
    func codes() {
        let expected = [
            2: "argument", 4: "permission", 5: "unknown-command", 50: "no-such", 52: "system", 54: "busy",
            55: "unsupported", 56: "exists", 57: "timeout", 58: "too-large",
        ]
        #expect(
            Dictionary(uniqueKeysWithValues: ReplyCode.allCases.map { ($0.rawValue, $0.name) }) == expected
        )
    }

    @Test("an ACK line has the protocol's form")
    func form() {
        let error = ProtocolError(code: .argument, command: "count", message: "not a month: 2016-13")
        var line: [UInt8] = []
        error.appendLine(to: &line, listIndex: 3)
        #expect(String(decoding: line, as: UTF8.self) == "ACK [2@3] {count} argument: not a month: 2016-13\n")
    }

    @Test("an ACK line is read back as it was written, on one line, without control characters")
    func roundTrip() throws {
        var random = SeededGenerator.fromEnvironment()
        for _ in 0..<2000 {
            let message = random.text(0...20)
            let code = try #require(ReplyCode.allCases.randomElement(using: &random))
            let index = Int.random(in: 0...99, using: &random)
            var line: [UInt8] = []
            ProtocolError(code: code, command: "photos", message: message).appendLine(
                to: &line,
                listIndex: index
            )
            #expect(line.last == 0x0A && line.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            let read = try #require(Acknowledgement(line.dropLast()), "seed \(random.seed): \(message)")
            #expect(read.replyCode == code && read.name == code.name && read.listIndex == index)
            #expect(read.command == "photos")
            let expected = String.UnicodeScalarView(
                message.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
            )
            #expect(read.message.unicodeScalars.elementsEqual(expected), "seed \(random.seed)")
        }
    }

    @Test("a code of a newer daemon is kept")
    func newerCode() throws {
        let read = try #require(Acknowledgement("ACK [99@0] {} brand-new: text: with colon".utf8))
        #expect(read.code == 99 && read.replyCode == nil && read.name == "brand-new")
        #expect(read.message == "text: with colon" && read.command.isEmpty)
    }

    @Test("reply lines are told apart")
    func lines() {
        func kind(_ text: String) -> ReplyLine { ReplyLine(Array(text.utf8)[...]) }
        #expect(kind("OK") == .ok)
        #expect(kind("list_OK") == .listOK)
        #expect(kind("{}") == .data(Array("{}".utf8)[...]))
        if case .refused = kind("ACK [2@0] {} argument: x") {} else { Issue.record("an ACK was not seen") }
        for text in ["", "OKAY", "ACK 2", "HTTP/1.1 400", "list_OK "] {
            #expect(kind(text) == .malformed(Array(text.utf8)[...]))
        }
    }
}
