import EditRules
import Testing

@Suite("The keywords that an edit orders")
struct KeywordOrderTests {
    private let known = ["Beach", "work", "New York"]

    @Test(
        "are all there are, or change what there is",
        arguments: [
            ("", []), ("sun", ["sun"]), (" sun , moon,Sun", ["sun", "moon"]),
            ("+sun", ["Beach", "work", "New York", "sun"]), ("-work", ["Beach", "New York"]),
            ("-WORK, +beach,+sun,-absent", ["Beach", "New York", "sun"]), ("-new york", ["Beach", "work"]),
            (#"+rock\, roll,+\-1"#, ["Beach", "work", "New York", "rock, roll", "-1"]),
            (#"\+1,a\\b"#, ["+1", #"a\b"#]),
        ]
    )
    func results(text: String, expected: [String]) throws {
        let order = try #require(KeywordOrder(text))
        #expect(order.keywords(from: known) == expected)
    }

    @Test("are told apart from those that a photo loses")
    func given() {
        #expect(KeywordOrder("+sun,-a\u{1}b")?.given == ["sun"])
        #expect(KeywordOrder("sun,a\u{1}b")?.given == ["sun", "a\u{1}b"])
        #expect(KeywordOrder("-a\u{1}b")?.keywords(from: ["a\u{1}b", "sun"]) == ["sun"])
    }

    @Test("are not both", arguments: ["sun,+moon", "-sun,moon", ",", "sun,", "+", "+sun,-", #"sun\"#])
    func refused(text: String) {
        #expect(KeywordOrder(text) == nil)
    }
}
