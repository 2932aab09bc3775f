import Testing

@testable import Reconciling

@Suite("The pace of a disk")
struct DiskPaceTests {
    @Test("is slow after one slow look, and until many quick ones have followed")
    func pace() {
        var pace = DiskPace()
        pace.note(5_000)
        #expect(!pace.isSlow)
        pace.note(200_000)
        var looks = 0
        while pace.isSlow, looks < 1_000 {
            pace.note(5_000)
            looks += 1
        }
        #expect(looks == 64)
    }
}
