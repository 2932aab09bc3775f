import PhotoModel
import Testing

@testable import CaptureRules

@Suite("The favourite mark")
struct FavoriteRuleTests {
    private func facts(_ mark: Bool?, _ rating: Int8?, _ label: UInt8?) -> EmbeddedFacts {
        var facts = EmbeddedFacts()
        facts.favoriteMark = mark
        facts.rating = rating
        facts.pickLabel = label
        return facts
    }

    @Test(
        "is yes, no or not known",
        arguments: [
            (true, nil, nil, true), (nil, 5, nil, true), (nil, nil, 3, true), (false, nil, nil, false),
            (nil, -1, nil, false), (nil, nil, 1, false), (nil, nil, nil, nil), (nil, 0, nil, nil),
            (nil, 4, nil, nil), (nil, nil, 0, nil), (nil, nil, 2, nil), (false, 5, nil, true),
            (true, -1, 1, true),
            (nil, -1, 3, true), (nil, 3, 1, false),
        ] as [(Bool?, Int8?, UInt8?, Bool?)]
    )
    func marks(mark: Bool?, rating: Int8?, label: UInt8?, expected: Bool?) {
        #expect(FavoriteRule.decide(facts: facts(mark, rating, label), sidecar: nil) == expected)
        #expect(FavoriteRule.decide(facts: nil, sidecar: facts(mark, rating, label)) == expected)
    }

    @Test("is the sidecar's for what that contains, and for nothing else")
    func sidecar() {
        #expect(FavoriteRule.decide(facts: facts(nil, 5, nil), sidecar: facts(nil, 3, nil)) == nil)
        #expect(FavoriteRule.decide(facts: facts(true, nil, nil), sidecar: facts(false, nil, nil)) == false)
        #expect(FavoriteRule.decide(facts: facts(nil, 5, nil), sidecar: facts(nil, nil, 2)) == true)
        #expect(FavoriteRule.decide(facts: facts(nil, -1, nil), sidecar: facts(nil, 5, nil)) == true)
    }

    @Test("is not known where nothing is")
    func nothing() {
        #expect(FavoriteRule.decide(facts: nil, sidecar: nil) == nil)
    }
}
