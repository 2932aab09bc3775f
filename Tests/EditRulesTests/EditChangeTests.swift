import EditRules
import Testing

@Suite("What an edit changes")
struct EditChangeTests {
    private let current = EditedValues(favorite: .unset, group: .named("Beach"))

    @Test("is what is another afterwards, and nothing else")
    func difference() throws {
        let change = try #require(
            EditChange(from: current, to: EditedValues(favorite: .yes, group: .named("Beach")))
        )
        #expect(change.was == EditedValues(favorite: .unset))
        #expect(change.now == EditedValues(favorite: .yes))
    }

    @Test("is nothing where all is so already")
    func nothing() {
        #expect(EditChange(from: current, to: EditedValues(group: .named("Beach"))) == nil)
        #expect(EditChange(from: current, to: EditedValues(favorite: .unset)) == nil)
        #expect(EditChange(from: current, to: EditedValues()) == nil)
    }

    @Test("tells Other from no mark at all")
    func other() throws {
        let change = try #require(EditChange(from: current, to: EditedValues(group: .other)))
        #expect(change.now.group == .other)
        #expect(EditChange(from: EditedValues(favorite: .no, group: .other), to: change.now) == nil)
        #expect(EditChange(from: EditedValues(favorite: .no, group: .unset), to: change.now) != nil)
    }

    @Test("is due, done or overtaken, whatever became of properties that it does not speak of")
    func steps() {
        let change = EditChange(
            was: EditedValues(favorite: .unset, group: .named("Beach")),
            now: EditedValues(favorite: .yes, group: .unset)
        )
        #expect(change.step(at: EditedValues(favorite: .unset, group: .named("Beach"))) == .due)
        #expect(change.step(at: EditedValues(favorite: .yes, group: .unset)) == .done)
        // One that is done keeps no other from being due, and one that is neither is enough.
        #expect(change.step(at: EditedValues(favorite: .yes, group: .named("Beach"))) == .due)
        #expect(change.step(at: EditedValues(favorite: .yes, group: .other)) == .overtaken)
        #expect(change.step(at: EditedValues(favorite: .unset, group: .other)) == .overtaken)
        let favorite = EditChange(was: EditedValues(favorite: .unset), now: EditedValues(favorite: .no))
        #expect(favorite.step(at: EditedValues(favorite: .unset, group: .other)) == .due)
        #expect(favorite.reversed.step(at: EditedValues(favorite: .no, group: .other)) == .due)
    }

    @Test("is done, or due, where a photo's files say what somebody had said in their place")
    func settled() {
        let change = EditChange(
            was: EditedValues(title: .value("A"), rating: .unset, keywords: .unset),
            now: EditedValues(title: .value("B"), rating: .value(4), keywords: .value([]))
        )
        func step(_ current: Overlay, _ beneath: Overlay) -> EditChange.Step {
            change.step(at: current.said, over: beneath.said)
        }
        #expect(step(Overlay(), Overlay(title: "B", rating: 4)) == .done)
        #expect(step(Overlay(title: "B"), Overlay(rating: 4)) == .done)
        #expect(step(Overlay(title: "B"), Overlay(rating: 3)) == .due)
        #expect(step(Overlay(), Overlay(title: "A", rating: 4)) == .due)
        #expect(step(Overlay(), Overlay(title: "B", rating: 4, keywords: ["a"])) == .due)
        #expect(step(Overlay(), Overlay(title: "C", rating: 4)) == .overtaken)
        #expect(step(Overlay(title: "C"), Overlay(title: "B", rating: 4)) == .overtaken)
        // Nobody knows what its files say.
        #expect(change.step(at: Overlay().said, over: EditedValues()) == .overtaken)
    }

    @Test("is to be taken back where a photo says it still, and not where somebody has said nothing since")
    func standing() {
        let undo = EditChange(was: EditedValues(title: .value("A")), now: EditedValues(title: .unset))
        func isDue(_ current: Overlay, _ beneath: Overlay, _ part: EditedValues) -> Bool {
            undo.isDue(part, at: current.said, over: beneath.said)
        }
        #expect(isDue(Overlay(title: "A"), Overlay(title: "B"), undo.was))
        #expect(isDue(Overlay(), Overlay(title: "A"), undo.was))
        #expect(!isDue(Overlay(), Overlay(title: "B"), undo.was))
        #expect(!isDue(Overlay(), Overlay(), undo.was))
        #expect(isDue(Overlay(), Overlay(title: "B"), EditedValues()))
    }

    @Test(
        "takes its words as people write them",
        arguments: [("yes", FavoriteMark.yes), ("1", .yes), ("no", .no), ("0", .no), ("unset", .unset)]
    )
    func words(word: String, mark: FavoriteMark) {
        #expect(FavoriteMark(word: word) == mark)
        #expect(FavoriteMark(word: word.uppercased() + "!") == nil)
    }
}
