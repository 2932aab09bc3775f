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
        // One of the two is enough.
        #expect(change.step(at: EditedValues(favorite: .yes, group: .named("Beach"))) == .overtaken)
        #expect(change.step(at: EditedValues(favorite: .unset, group: .other)) == .overtaken)
        let favorite = EditChange(was: EditedValues(favorite: .unset), now: EditedValues(favorite: .no))
        #expect(favorite.step(at: EditedValues(favorite: .unset, group: .other)) == .due)
        #expect(favorite.reversed.step(at: EditedValues(favorite: .no, group: .other)) == .due)
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
