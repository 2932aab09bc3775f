import PhotoModel
import TestSupport
import Testing

@testable import Identities

@Suite("The order in which identity documents are written")
struct DocumentOrderTests {
    private func month(_ text: String) throws -> MonthKey { try #require(MonthKey(text)) }

    private func order(_ moves: [(from: String, to: String)]) throws -> DocumentOrder {
        var order = DocumentOrder()
        for (number, move) in moves.enumerated() {
            order.note([
                AssetChange(
                    sequence: Int64(number),
                    kind: .updated,
                    id: AssetID(high: 0, low: UInt64(number)),
                    month: try month(move.to),
                    oldMonth: try month(move.from)
                )
            ])
        }
        return order
    }

    private func sorted(_ order: DocumentOrder, _ months: [String]) throws -> [String] {
        order.sorted(try months.map(month)).map { "\($0)" }
    }

    @Test("without moves the newest goes first")
    func newestFirst() throws {
        #expect(
            try sorted(order([]), ["2016-01", "2018-05", "2017-02"]) == ["2018-05", "2017-02", "2016-01"]
        )
    }

    @Test("the month a photo moves into goes before the one it leaves, along a whole chain")
    func chain() throws {
        let order = try order([("2018-05", "2017-02"), ("2017-02", "2016-01")])
        #expect(
            try sorted(order, ["2016-01", "2018-05", "2019-09", "2017-02"])
                == ["2019-09", "2016-01", "2017-02", "2018-05"]
        )
    }

    @Test("a month waits for those that its photos have moved into, and for no others")
    func waits() throws {
        let order = try order([("2018-05", "2017-02"), ("2017-02", "2016-01")])
        let left: Set = [try month("2017-02")]
        #expect(order.waits(try month("2018-05"), forAnyOf: left))
        #expect(!order.waits(try month("2016-01"), forAnyOf: left))
        #expect(!order.waits(try month("2018-05"), forAnyOf: []))
    }

    @Test("months that are not due count for nothing, and each due one comes once")
    func notDue() throws {
        let order = try order([("2018-05", "2017-02"), ("2018-05", "2016-01"), ("2017-02", "2016-01")])
        #expect(try sorted(order, ["2018-05", "2016-01"]) == ["2016-01", "2018-05"])
    }

    @Test("months that exchanged photos are written all the same")
    func cycle() throws {
        let order = try order([("2018-05", "2017-02"), ("2017-02", "2018-05")])
        #expect(try sorted(order, ["2018-05", "2017-02"]).sorted() == ["2017-02", "2018-05"])
    }

    @Test("random moves without a cycle: no photo is ever in neither document")
    func random() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("order seed: \(seed)")
        var random = SeededGenerator(seed: seed)
        let names = (1...12).map { "2016-" + ($0 < 10 ? "0\($0)" : "\($0)") }.shuffled(using: &random)
        var moves: [(from: String, to: String)] = []
        for _ in 0..<30 {
            let (low, high) = (Int.random(in: 0..<11, using: &random), Int.random(in: 1..<12, using: &random))
            if low < high { moves.append((names[low], names[high])) }
        }
        let written = try sorted(order(moves), names)
        #expect(Set(written) == Set(names))
        for move in moves {
            let (old, new) = (written.firstIndex(of: move.from) ?? -1, written.firstIndex(of: move.to) ?? 99)
            #expect(new < old, "seed \(seed)")
        }
    }
}
