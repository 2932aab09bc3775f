import PhotoModel
import Testing

@testable import Reconciling

@Suite("Random numbers in reserve")
struct RandomReserveTests {
    @Test("no id comes twice, also where the reserve is filled again")
    func ids() {
        var reserve = RandomReserve()
        let ids = Set((0..<1_000).map { _ in AssetID.random(using: &reserve) })
        #expect(ids.count == 1_000)
    }
}
