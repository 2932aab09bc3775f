import PhotoModel
import Testing

@testable import Reconciling

@Suite("New ids")
struct AssetIDSourceTests {
    @Test("come in order and none twice, also where the clock stands still, goes back or is absurd")
    func order() {
        var source = AssetIDSource()
        var ids: [AssetID] = []
        for moment: Int64 in [1_700_000_000_000, 1_700_000_000_001, 1_600_000_000_000, -1, 1_800_000_000_000]
        {
            for _ in 0..<5_000 { ids.append(source.next(at: moment)) }
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
        for moment in [Int64.max, .min, 0] { ids.append(source.next(at: moment)) }
        #expect(Set(ids).count == ids.count)
    }

    @Test("of two daemons differ, also in the same moment")
    func two() {
        var (first, second) = (AssetIDSource(), AssetIDSource())
        let ids = (0..<1_000).flatMap { _ in [first.next(at: 0), second.next(at: 0)] }
        #expect(Set(ids).count == ids.count)
    }
}
