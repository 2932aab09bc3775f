import EditRules
import JSON
import Testing

@Suite("What is said in place of what a file says")
struct OverlayTests {
    @Test(
        "is read as it was written",
        arguments: [
            Overlay(date: SaidDate.date("2004-12-24T18:00:30.25-03:00")),
            Overlay(date: SaidDate.date("2004-12")),
            Overlay(place: .at(latitude: -23.55, longitude: -46.63, altitude: 760.5)),
            Overlay(place: PlaceMark.none, description: ""),
            Overlay(title: "", rating: 0, keywords: []),
            Overlay(title: "Tree", rating: 5, keywords: ["family", "New \"York\""]),
            Overlay(date: SaidDate.date("2004"), description: "Natal \"em casa\"\n\u{1F384}"),
        ]
    )
    func roundTrip(overlay: Overlay) throws {
        let json = try #require(overlay.json)
        #expect(Overlay(try JSONValue.parse(json)) == overlay)
    }

    @Test("is nothing where nothing is said")
    func empty() throws {
        #expect(Overlay().json == nil)
        #expect(Overlay(try JSONValue.parse("{}")) == Overlay())
        #expect(Overlay(try JSONValue.parse("{\"date\":null,\"mood\":\"merry\"}")) == Overlay())
    }

    @Test(
        "is not read where a value makes no sense",
        arguments: [
            "[]", "{\"date\":\"2004-02-30\"}", "{\"date\":2004}", "{\"place\":\"91,0\"}",
            "{\"description\":1}", "{\"title\":false}", "{\"rating\":6}", "{\"rating\":\"4\"}",
            "{\"keywords\":\"a\"}",
            "{\"keywords\":[\"a\",1]}", "{\"keywords\":[\"\"]}",
            "{\"date\":\"2004-12-24T18:00\",\"offset\":\"east\"}",
        ]
    )
    func senseless(text: String) throws {
        #expect(Overlay(try JSONValue.parse(text)) == nil)
    }

    @Test("has other values where an edit has them, and keeps the rest")
    func edited() {
        let overlay = Overlay(date: SaidDate.date("2004"), description: "Natal")
        let values = EditedValues(place: .value(.none), description: .unset)
        #expect(overlay.with(values) == Overlay(date: SaidDate.date("2004"), place: PlaceMark.none))
    }

    @Test("goes where the file says the same, and stays where the file says nothing of it")
    func settled() {
        let overlay = Overlay(
            date: SaidDate.date("2004-12"),
            place: .at(latitude: 1, longitude: 2, altitude: nil),
            description: "",
            title: "Tree",
            rating: 4,
            keywords: ["a", "b"]
        )
        var beneath = overlay.said
        #expect(overlay.without(beneath).isEmpty)
        beneath.place = .value(.at(latitude: 1.000_000_01, longitude: 2, altitude: nil))
        beneath.rating = .value(3)
        beneath.keywords = .value(["b", "a"])
        beneath.description = .value("Scan")
        #expect(overlay.without(beneath) == Overlay(description: "", rating: 4, keywords: ["a", "b"]))
        #expect(overlay.without(EditedValues()) == overlay)
    }

    @Test(
        "a time goes where the file says it with zeros, as it cannot say it without",
        arguments: [
            ("2011-01-02T03", "2011-01-02T03:00", true), ("2011-01-02T03", "2011-01-02T03:00:00", true),
            ("2011-01-02T03:04", "2011-01-02T03:04:00", true),
            ("2011-01-02T03+01:00", "2011-01-02T03:00", false),
            ("2011-01-02T03", "2011-01-02T03:30", false), ("2011-01-02T03:00", "2011-01-02T03", false),
            ("2011-01-02", "2011-01-02T00:00", false), ("2011-01", "2011-01-01", false),
        ]
    )
    func vagueTime(said: String, beneath: String, goes: Bool) {
        let (overlay, file) = (Overlay(date: SaidDate.date(said)), Overlay(date: SaidDate.date(beneath)))
        #expect(!overlay.isEmpty && !file.isEmpty)
        #expect(overlay.without(file.said).isEmpty == goes)
    }

    @Test("that there is none goes where the file says nothing, and stays where nobody knows what it says")
    func none() {
        let overlay = Overlay(place: PlaceMark.none, description: "", title: "", rating: 0, keywords: [])
        #expect(overlay.without(Overlay().said) == Overlay(rating: 0))
        #expect(overlay.without(EditedValues(favorite: .yes)) == overlay)
    }
}
