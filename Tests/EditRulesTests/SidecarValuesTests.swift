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
    }

    @Test("is not that there is none of something, nor what is photod's own")
    func ownWords() {
        let own = EditedValues(
            favorite: .no,
            group: .named("Beach"),
            place: .value(.none),
            description: .value("")
        )
        #expect(own.inSidecar == SidecarValues())
    }
}
