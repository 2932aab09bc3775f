import PhotoModel
import Testing

@testable import Reconciling

@Suite("What photod itself brings to a place")
struct OwnMovesTests {
    private let id = AssetID(high: 1, low: 2)
    private let from = FilePath("/photos/a.jpg")
    private let to = FilePath("/photos/2016/a.jpg")

    @Test("is known until a transaction with it is done, however often that is tried")
    func triedAgain() {
        let moves = OwnMoves()
        let arrival = OwnMoves.Arrival(id: id, batch: "1")
        moves.begin(arrival, from: from, to: [to])
        #expect(moves.sight(at: to) == .underWay)
        _ = moves.end([to], haveArrived: true)
        for _ in 0..<2 { #expect(moves.sight(at: to) == .arrived(arrival)) }
        #expect(moves.isMoving(id, besides: 0))
        #expect(!moves.isMoving(id, besides: 1))
        moves.take([to: arrival])
        #expect(moves.sight(at: to) == .none)
        #expect(moves.isEmpty)
    }

    @Test("is not forgotten where something else has set out for the same place by the time that it is")
    func overtaken() {
        let moves = OwnMoves()
        let (first, second) = (OwnMoves.Arrival(id: id, batch: "1"), OwnMoves.Arrival(id: nil, batch: "2"))
        moves.begin(first, from: from, to: [to])
        _ = moves.end([to], haveArrived: true)
        moves.begin(second, from: nil, to: [to])
        moves.take([to: first])
        #expect(moves.sight(at: to) == .arrived(second))
    }
}
