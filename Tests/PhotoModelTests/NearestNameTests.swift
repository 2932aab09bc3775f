import Testing

@testable import PhotoModel

@Suite("The nearest name")
struct NearestNameTests {
    @Test(
        "counts changed, missing, surplus and swapped characters",
        arguments: [
            ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("abc", "abd", 1), ("abc", "ac", 1),
            ("abc", "abxc", 1),
            ("abc", "acb", 1), ("socket", "scoekt", 2), ("kitten", "sitting", 3),
        ]
    )
    func distance(left: String, right: String, expected: Int) {
        #expect(NearestName.distance(left, right) == expected)
        #expect(NearestName.distance(right, left) == expected)
    }

    @Test("is the first of equals, and none among none")
    func nearest() {
        #expect(NearestName.of("x", among: ["ab", "cd"]) == "ab")
        #expect(NearestName.of("x", among: []) == nil)
        #expect(NearestName.of(String(repeating: "x", count: 100_000), among: ["ab"]) == "ab")
    }

    @Test(
        "is near only where one letter, or a third of them, is off",
        arguments: [
            ("phtoos", "photos"), ("pign", "ping"), ("moths", "months"), ("subscirbe", "subscribe"),
            ("xyz", nil), ("GET", nil), ("", nil), (String(repeating: "x", count: 65_000), nil),
        ] as [(String, String?)]
    )
    func near(text: String, expected: String?) {
        let names = ["ping", "months", "photos", "photo", "subscribe", "sync"]
        #expect(NearestName.near(text, among: names) == expected)
    }
}
