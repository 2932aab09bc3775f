import LineProtocol
import TestSupport
import Testing

@testable import photoctl

@Suite("What a slideshow shows, and for how long")
struct SlideshowTests {
    private let slides = (1...20).map { Slide(id: "\($0)") }

    private func round(_ order: inout SlideOrder) -> [Slide] {
        var shown: [Slide] = []
        while let slide = order.next() { shown.append(slide) }
        return shown
    }

    @Test("a round shows everything once, in the library's order, and the next one what is there by then")
    func order() {
        var generator = SeededGenerator(seed: 1)
        var order = SlideOrder(every: .seconds(8), isShuffled: false)
        #expect(order.next() == nil)
        order.begin(slides, using: &generator)
        #expect(round(&order) == slides)
        #expect(order.next() == nil)
        order.begin([slides[3]], using: &generator)
        #expect(round(&order) == [slides[3]])
        order.begin([], using: &generator)
        #expect(order.next() == nil)
    }

    @Test("shuffled, a round shows everything once, and nothing is shown twice in a row")
    func shuffle() {
        var generator = SeededGenerator.fromEnvironment()
        let seed = generator.seed
        for count in [1, 2, 3, 20] {
            var order = SlideOrder(every: .seconds(8), isShuffled: true)
            var last: Slide?
            var orders: Set<[Slide]> = []
            for _ in 0..<200 {
                order.begin(Array(slides[..<count]), using: &generator)
                let shown = round(&order)
                #expect(Set(shown) == Set(slides[..<count]) && shown.count == count, "seed \(seed)")
                #expect(shown[0] != last || count == 1, "seed \(seed)")
                last = shown.last
                orders.insert(shown)
            }
            #expect(count < 20 || orders.count > 190, "seed \(seed)")
        }
    }

    @Test("a photo is shown as long as was said, a video to its end and five minutes at most")
    func times() {
        let order = SlideOrder(every: .seconds(8), isShuffled: false)
        func time(_ duration: Double?) -> Duration {
            order.time(of: Slide(id: "v", isVideo: true, duration: duration))
        }
        #expect(order.time(of: Slide(id: "p")) == .seconds(8))
        #expect(order.time(of: Slide(id: "p", duration: 100)) == .seconds(8))
        #expect(time(12.5) == .seconds(12.5) && time(3) == .seconds(3))
        #expect(time(301) == .seconds(300) && time(1e300) == .seconds(300))
        #expect(time(0.04) == .seconds(1))
        for unknown in [nil, 0, -1, Double.nan, .infinity] { #expect(time(unknown) == .seconds(8)) }
    }

    @Test("what cannot be read is not shown, and a video is one by its type")
    func items() throws {
        func slide(_ json: String) throws -> Slide? { Slide(item: try JSONValue.parse(json)) }
        #expect(try slide(#"{"id":"a","type":"photo","state":"ok"}"#) == Slide(id: "a"))
        #expect(
            try slide(#"{"id":"a","type":"video","duration":7,"state":"ok"}"#)
                == Slide(id: "a", isVideo: true, duration: 7)
        )
        #expect(try slide(#"{"id":"a","type":"photo","state":"unreadable"}"#) == nil)
        #expect(try slide(#"{"page":{"total":3}}"#) == nil)
    }

    @Test("a month, favorites, a group and else words are what is asked for")
    func sources() {
        #expect(SlideSource("2016-11").requests == [Request("photos", ["2016-11"])])
        #expect(SlideSource("undated").requests == [Request("photos", ["undated"])])
        #expect(SlideSource("favorites").requests == [Request("favorites")])
        #expect(
            SlideSource("Beach trip").requests == [
                Request("group", ["Beach trip"]), Request("find", ["Beach", "trip"]),
            ]
        )
        #expect(SlideSource("2016-13").requests.count == 2)
    }

    @Test(
        "times are written with a unit or without",
        arguments: [
            ("8s", 8.0), ("8", 8), ("1.5s", 1.5), ("2m", 120), ("1h", 3600), ("0.1", 0.1), ("24h", 86_400),
        ]
    )
    func showTimes(text: String, seconds: Double) {
        #expect(ShowTime(argument: text)?.duration == .seconds(seconds))
    }

    @Test(
        "what is no time, or none that makes sense, is refused",
        arguments: ["", "s", "-1", "1e3", "inf", "nan", "0", "0.05", "25h", "8 s", "8x", "1.2.3", "+8"]
    )
    func badShowTimes(text: String) {
        #expect(ShowTime(argument: text) == nil)
    }
}

@Suite("The screens of a slideshow")
struct SlideScreensTests {
    private func names(_ screens: SlideScreens) -> [String] {
        screens.due.map { "\($0.screen)\($0.isFresh ? " anew" : "")" }
    }

    @Test("one that is opened begins, and goes on when it has shown something")
    func life() {
        var screens = SlideScreens(only: nil)
        #expect(screens.areAllGone && !screens.areAllTaken && names(screens).isEmpty)
        screens.opened("hall")
        screens.opened("attic")
        #expect(names(screens) == ["attic anew", "hall anew"] && screens.fresh == ["attic", "hall"])
        screens.showed("hall")
        #expect(names(screens) == ["attic anew", "hall"])
        screens.closed("attic")
        screens.closed("hall")
        #expect(screens.areAllGone && !screens.areAllTaken)
        // What it answers after that says nothing.
        screens.showed("hall")
        #expect(screens.areAllGone)
        screens.opened("hall")
        #expect(names(screens) == ["hall anew"] && !screens.areAllGone)
    }

    @Test("one that is late is told nothing more until it has caught up")
    func late() {
        var screens = SlideScreens(only: nil)
        screens.opened("hall")
        screens.showed("hall")
        screens.wasLate("hall")
        #expect(names(screens).isEmpty && !screens.areAllGone)
        screens.completed("hall")
        #expect(names(screens) == ["hall"])
        // A page that begins anew has nothing to catch up with.
        screens.wasLate("hall")
        screens.closed("hall")
        screens.opened("hall")
        #expect(names(screens) == ["hall anew"])
    }

    @Test("one that somebody else uses is left alone, and where all are, it is over")
    func taken() {
        var screens = SlideScreens(only: nil)
        screens.opened("attic")
        screens.opened("hall")
        screens.showed("attic")
        let lost = ["attic", "attic", "hall", "cellar"].map { screens.wasTaken($0) }
        #expect(lost == [true, false, false, false])
        screens.closed("attic")
        screens.opened("attic")
        #expect(names(screens) == ["hall anew"] && !screens.areAllTaken)
        // The other one is only closed: it may come back.
        screens.closed("hall")
        #expect(screens.areAllGone && !screens.areAllTaken)
        screens.opened("hall")
        screens.showed("hall")
        let isLost = screens.wasTaken("hall")
        #expect(isLost && screens.areAllTaken && names(screens).isEmpty)
    }

    @Test("all that are open can be told at once where each shows the slideshow")
    func inStep() {
        var screens = SlideScreens(only: nil)
        #expect(!screens.areInStep)
        screens.opened("attic")
        screens.opened("hall")
        screens.showed("attic")
        #expect(!screens.areInStep)
        screens.showed("hall")
        #expect(screens.areInStep)
        screens.wasLate("hall")
        #expect(!screens.areInStep)
        screens.closed("hall")
        #expect(screens.areInStep)
        let isLost = screens.wasTaken("attic")
        #expect(isLost && !screens.areInStep)
    }

    @Test("where one was named no other is told anything")
    func named() {
        var screens = SlideScreens(only: "hall")
        screens.opened("attic")
        #expect(screens.areAllGone && names(screens).isEmpty)
        screens.opened("hall")
        #expect(names(screens) == ["hall anew"])
    }
}
