import EditRules
import PhotoModel
import SidecarText
import Testing

@Suite("What of an edit a sidecar can say")
struct SidecarValuesTests {
    @Test(
        "is a date as far as it is known, as XMP has it",
        arguments: [
            ("2004", "2004"), ("2004-12", "2004-12"), ("2004-12-24", "2004-12-24"),
            ("2004-12-24T18-03:00", "2004-12-24T18:00-03:00"), ("2004-12-24 18:30", "2004-12-24T18:30"),
            ("2004-12-24T18:30:05.25Z", "2004-12-24T18:30:05.25+00:00"),
        ]
    )
    func dates(said: String, written: String) throws {
        let date = try #require(SaidDate.date(said))
        #expect(EditedValues(date: .value(date)).inSidecar == SidecarValues(date: .set(written)))
    }

    @Test("is a place and a description, and that it says nothing of them")
    func values() {
        let said = EditedValues(
            place: .value(.at(latitude: 48.2, longitude: -16.4, altitude: nil)),
            description: .value("Sunset")
        )
        #expect(
            said.inSidecar
                == SidecarValues(
                    place: .set(.init(latitude: 48.2, longitude: -16.4)),
                    description: .set("Sunset")
                )
        )
        #expect(
            EditedValues(date: .unset, place: .unset, description: .unset).inSidecar
                == SidecarValues(date: .removed, place: .removed, description: .removed)
        )
        #expect(
            EditedValues(title: .value("Tree"), rating: .value(0), keywords: .value(["a", "b"])).inSidecar
                == SidecarValues(title: .set("Tree"), rating: .set(0), keywords: .set(["a", "b"]))
        )
    }

    @Test("is that it is a favourite where it has five stars")
    func favorites() {
        let favorite = EditedValues(favorite: .yes)
        #expect(!favorite.isForSidecars && favorite.besideSidecars == favorite)
        let starred = EditedValues(favorite: .yes, rating: .value(FavoriteStars.count))
        #expect(starred.inSidecar == SidecarValues(rating: .set(5)))
        #expect(starred.besideSidecars.isEmpty)
        let both = EditedValues(favorite: .yes, rating: .value(3))
        #expect(both.inSidecar == SidecarValues(rating: .set(3)))
        #expect(both.besideSidecars == favorite)
    }

    @Test("is nothing of what there is none of, which photod says itself, as it does what is its own")
    func ownWords() {
        let own = EditedValues(favorite: .no, group: .named("Beach"))
        #expect(!own.isForSidecars && own.besideSidecars == own)
        let none = EditedValues(
            place: .value(.none),
            description: .value(""),
            title: .value(""),
            keywords: .value([])
        )
        #expect(
            none.inSidecar
                == SidecarValues(place: .removed, description: .removed, title: .removed, keywords: .removed)
        )
        #expect(none.besideSidecars == none && !none.forgets)
    }
}
