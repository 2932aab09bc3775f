import EditRules
import PhotoModel
import Testing

@Suite("What of an edit follows from what a photo's files say")
struct RelativeOrderTests {
    private let nothing = EditedValues(date: .unset, keywords: .unset)

    private func date(_ text: String) throws -> CaptureDate { try #require(SaidDate.date(text)) }

    private func relative(keywords: String? = nil, shift: Int64? = nil) throws -> RelativeOrder {
        try #require(
            RelativeOrder(
                keywords: keywords.flatMap(KeywordOrder.init),
                date: shift.map { DateOrder(base: .current, shift: TimeShift(seconds: $0)) }
            )
        )
    }

    @Test("is nothing of one that gives all keywords, or a date of its own")
    func absolute() throws {
        #expect(RelativeOrder(keywords: KeywordOrder("a,b"), date: nil) == nil)
        #expect(RelativeOrder(keywords: nil, date: DateOrder(base: .said(try date("2004-12-24")))) == nil)
    }

    @Test("begins at the keywords that the files say now, and keeps what else the edit says")
    func keywords() throws {
        let now = EditedValues(rating: .value(4), keywords: .value(["old", "zap", "kw"]))
        let values = try relative(keywords: "+kw,-zap").values(
            of: EditChange(was: EditedValues(rating: .unset, keywords: .unset), now: now),
            earlier: [],
            from: EditedValues(rating: .value(1), keywords: .value(["old", "dog"]))
        )
        #expect(values == EditedValues(rating: .value(4), keywords: .value(["old", "dog", "kw"])))
    }

    @Test("is what it was where somebody had said something in place of the files")
    func overlaid() throws {
        let change = EditChange(
            was: EditedValues(keywords: .value(["mine"])),
            now: EditedValues(keywords: .value(["mine", "kw"]))
        )
        let said = EditedValues(keywords: .value(["dog"]))
        #expect(try relative(keywords: "+kw").values(of: change, earlier: [], from: said) == change.now)
    }

    @Test("moves a date that is another by now, and one that it has moved no further")
    func moved() throws {
        let change = EditChange(
            was: nothing.spoken(ofIn: EditedValues(date: .unset)),
            now: EditedValues(date: .value(try date("2004-12-24T19:00:00")))
        )
        let hour = try relative(shift: 3600)
        for (said, earlier, expected) in [
            ("2004-12-24T18:00:00", [], "2004-12-24T19:00:00"),
            ("2006-01-01T12:00:00", [], "2006-01-01T13:00:00"),
            ("2004-12-24T19:00:00", [], "2004-12-24T19:00:00"),
            ("2003-01-01T10:00:00", ["2003-01-01T10:00:00"], "2004-12-24T19:00:00"),
        ] {
            let values = try hour.values(
                of: change,
                earlier: try earlier.map { EditedValues(date: .value(try date($0))) },
                from: EditedValues(date: .value(try date(said)))
            )
            #expect(values == EditedValues(date: .value(try date(expected))), "\(said)")
        }
        #expect(throws: DateOrder.Problem.noDate) {
            try hour.values(of: change, earlier: [], from: EditedValues(date: .unset))
        }
    }
}
