import PhotoModel
import Testing

@testable import Importing

@Suite("Shots that come into an import folder")
struct ArrivingShotsTests {
    private static let second: Int64 = 1_000_000_000
    private var shots = ArrivingShots()

    private func place(_ stem: String) -> ArrivingShots.Place {
        ArrivingShots.Place(folder: FilePath("/inbox"), stem: Array(stem.utf8))
    }

    private func stems(_ places: [ArrivingShots.Place]) -> [String] {
        places.map { String(decoding: $0.stem, as: UTF8.self) }.sorted()
    }

    @Test("are taken two seconds after their last file came")
    mutating func rest() {
        #expect(shots.deadline == nil)
        shots.hear(of: place("a"), now: 0)
        #expect(shots.deadline == 2 * Self.second)
        shots.hear(of: place("a"), now: Self.second)
        #expect(shots.deadline == 3 * Self.second)
        #expect(shots.take(now: 2 * Self.second).isEmpty)
        #expect(stems(shots.take(now: 3 * Self.second)) == ["a"])
        #expect(shots.isEmpty && shots.deadline == nil)
    }

    @Test("are taken together while others come, and after ten seconds without these")
    mutating func patience() {
        for second in 0..<10 { shots.hear(of: place("\(second)"), now: Int64(second) * Self.second) }
        #expect(shots.deadline == 10 * Self.second)
        #expect(shots.take(now: 9 * Self.second).isEmpty)
        // The last two may have another file yet.
        #expect(stems(shots.take(now: 10 * Self.second)) == (0...8).map { "\($0)" })
        #expect(shots.deadline == 11 * Self.second)
        #expect(stems(shots.take(now: 11 * Self.second)) == ["9"])
    }

    @Test("are taken at once where somebody waits for them")
    mutating func takenAll() {
        shots.hear(of: place("a"), now: 0)
        shots.hear(of: place("b"), now: 0)
        #expect(stems(shots.takeAll()) == ["a", "b"])
        #expect(shots.takeAll().isEmpty && shots.deadline == nil)
    }

    @Test("that were refused are tried again after a minute, together, or when they change")
    mutating func refused() {
        shots.postpone(place("a"), now: 0)
        shots.postpone(place("b"), now: 10 * Self.second)
        #expect(shots.deadline == 60 * Self.second)
        #expect(shots.takeAll().isEmpty)
        shots.hear(of: place("b"), now: 20 * Self.second)
        #expect(stems(shots.take(now: 22 * Self.second)) == ["b"])
        #expect(stems(shots.take(now: 60 * Self.second)) == ["a"])
        #expect(shots.isEmpty && shots.deadline == nil)
    }

    @Test("that are refused again and again are tried less and less often, until something comes")
    mutating func refusedAgain() {
        var now: Int64 = 0
        for pause: Int64 in [60, 120, 240, 480, 600, 600] {
            shots.postpone(place("a"), now: now)
            now += pause * Self.second
            #expect(shots.deadline == now)
            #expect(stems(shots.take(now: now)) == ["a"])
        }
        shots.postpone(place("a"), now: now)
        shots.hear(of: place("b"), now: now + Self.second)
        #expect(stems(shots.take(now: now + 3 * Self.second)) == ["b"])
        #expect(shots.deadline == now + 61 * Self.second)
        #expect(stems(shots.take(now: now + 61 * Self.second)) == ["a"])
        shots.postpone(place("a"), now: now + 61 * Self.second)
        #expect(shots.deadline == now + 181 * Self.second)
    }
}
