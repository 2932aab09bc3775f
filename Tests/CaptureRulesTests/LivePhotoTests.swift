import PhotoModel
import Testing

@testable import CaptureRules

@Suite("A Live Photo")
struct LivePhotoTests {
    private func facts(identifier: String? = nil, duration: Double? = nil) -> EmbeddedFacts {
        var facts = EmbeddedFacts()
        facts.contentIdentifier = identifier
        facts.duration = duration
        return facts
    }

    @Test(
        "is a still and a video with one identifier, however long",
        arguments: [
            ("A", "A", true), ("A", "B", false), ("A", nil, false), (nil, "A", false), ("", "A", false),
        ]
            as [(String?, String?, Bool)]
    )
    func identifiers(still: String?, video: String?, expected: Bool) {
        for duration in [nil, 2, 60] as [Double?] {
            #expect(
                LivePhoto.joins(
                    still: facts(identifier: still),
                    video: facts(identifier: video, duration: duration)
                ) == expected
            )
        }
    }

    @Test(
        "is, where neither has an identifier, a video of four seconds at most",
        arguments: [
            (0.5, true), (3.0, true), (4.0, true), (4.001, false), (60, false), (0, false), (-1, false),
            (nil, false),
            (.nan, false),
        ] as [(Double?, Bool)]
    )
    func durations(duration: Double?, expected: Bool) {
        #expect(LivePhoto.joins(still: facts(), video: facts(duration: duration)) == expected)
        #expect(LivePhoto.joins(still: facts(identifier: ""), video: facts(duration: duration)) == expected)
        #expect(LivePhoto.joins(still: nil, video: facts(duration: duration)) == expected)
    }

    @Test("is none where the video could not be read, or only it has an identifier")
    func unread() {
        #expect(!LivePhoto.joins(still: facts(), video: nil))
        #expect(!LivePhoto.joins(still: nil, video: nil))
        #expect(!LivePhoto.joins(still: nil, video: facts(identifier: "A", duration: 2)))
    }
}
