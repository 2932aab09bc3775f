import PhotoModel
import TestSupport
import Testing

@testable import CaptureRules

@Suite("Group names")
struct GroupNameTests {
    @Test(
        "fold white space and compose characters",
        arguments: [
            ("Beach trip", "Beach trip"), (" Beach\n\ttrip ", "Beach trip"), ("Beach  trip", "Beach trip"),
            ("Beach\u{A0}\u{3000}trip", "Beach trip"), ("Cafe\u{301}", "Caf\u{E9}"),
            ("Caf\u{E9}", "Caf\u{E9}"),
            ("a\rb", "a b"), ("Other", "Other"), ("\u{212B}", "\u{C5}"), ("\u{2028}x\u{2029}", "x"),
            ("a", "a"),
        ]
    )
    func fold(description: String, expected: String) {
        // Equal strings may differ in their bytes, which is what groups are stored by.
        let name = GroupName.name(fromDescription: description)
        #expect(name.map { Array($0.utf8) } == Array(expected.utf8))
    }

    @Test("of nothing are none", arguments: ["", " ", "\n\t", "\u{A0}\u{3000}"])
    func none(description: String) {
        #expect(GroupName.name(fromDescription: description) == nil)
    }

    @Test("stay as they are when folded again")
    func idempotent() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", "e\u{301}", " ", "\n", "\u{A0}", "ü", "\u{1F1E9}", "\u{200D}", "\u{301}", "Z"]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...8, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            guard let name = GroupName.name(fromDescription: text) else { continue }
            let again = try #require(GroupName.name(fromDescription: name), "seed \(seed)")
            #expect(
                Array(again.utf8) == Array(name.utf8),
                "seed \(seed): \(text.unicodeScalars.map(\.value))"
            )
        }
    }
}
