import TestSupport
import Testing

@testable import CaptureRules

@Suite("The order of groups")
struct GroupOrderTests {
    @Test("is that of names without case and accents, and of bytes where those are all that differs")
    func order() {
        let sorted = [
            "", "1 Mai", "apfel", "Äpfel", "Apfelbaum", "beach", "Österreich", "Ostern", "ostsee", "Zoo",
            "Åre",
        ].sorted { GroupOrder($0) < GroupOrder($1) }
        #expect(
            sorted == [
                "", "1 Mai", "apfel", "Äpfel", "Apfelbaum", "Åre", "beach", "Ostern", "Österreich", "ostsee",
                "Zoo",
            ]
        )
    }

    @Test("is the same whatever order names come in, and takes no two names for one")
    func stability() {
        var random = SeededGenerator.fromEnvironment()
        print("group order seed: \(random.seed)")
        let names = [
            "Beach", "beach", "BEACH", "Béach", "béach", "Beach trip", "कि", "कु", "東京", "ÉTÉ", "été", "ete",
        ]
        let expected = names.sorted { GroupOrder($0) < GroupOrder($1) }
        for _ in 0..<50 {
            let shuffled = names.shuffled(using: &random)
            #expect(shuffled.sorted { GroupOrder($0) < GroupOrder($1) } == expected, "seed \(random.seed)")
        }
        for (left, right) in zip(expected, expected.dropFirst()) {
            #expect(GroupOrder(left) < GroupOrder(right) && GroupOrder(left) != GroupOrder(right))
        }
    }

    @Test("names that differ in case and accents at most are alike")
    func alike() {
        #expect(GroupOrder("BEACH trip").isAlike(GroupOrder("Béach Trip")))
        #expect(!GroupOrder("Beach trip").isAlike(GroupOrder("Beach trips")))
    }
}
