import Testing

@testable import Reconciling

@Suite("The places of a file's names")
struct LinkPlaceTests {
    private func place(_ text: String) -> LinkPlace {
        let parts = text.split(separator: ":", maxSplits: 1)
        return LinkPlace(root: String(parts[0]), path: Array(parts[1].utf8))
    }

    @Test(
        "the same folder is nearer than the same name, and a folder nearby nearer than another root",
        arguments: [
            ("r:a/x.jpg", ["r:b/x.jpg", "r:a/y.jpg"], LinkPlace.Choice.certain(1)),
            ("r:x.jpg", ["r:a/x.jpg", "r:y.jpg"], .certain(1)),
            ("r:new/x.jpg", ["r:a/y.jpg", "r:a/x.jpg"], .certain(1)),
            ("r:a/new/x.jpg", ["r:b/x.jpg", "r:a/y.jpg"], .certain(1)),
            ("r:a/x.jpg", ["s:a/x.jpg", "r:b/y.jpg"], .certain(1)),
            ("r:a/x.jpg", ["s:a/y.jpg", "t:b/x.jpg"], .certain(1)),
            ("r:a/x.jpg", ["s:a/y.jpg"], .certain(0)),
        ]
    )
    func nearest(here: String, places: [String], choice: LinkPlace.Choice) {
        #expect(place(here).nearest(of: places.map(place)) == choice)
    }

    @Test("several that are as near are vague, unless they left the folder that it came to")
    func vague() {
        #expect(place("r:a/x.jpg").nearest(of: ["r:b/x.jpg", "r:c/x.jpg"].map(place)) == .vague(0))
        #expect(place("r:a/x.jpg").nearest(of: ["r:b/1.jpg", "r:c/2.jpg"].map(place)) == .vague(0))
        #expect(place("r:a/x.jpg").nearest(of: ["r:a/1.jpg", "r:a/2.jpg"].map(place)) == .certain(0))
        #expect(place("r:a/x.jpg").nearest(of: []) == nil)
    }
}
