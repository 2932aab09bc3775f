import Testing

@testable import Reconciling

@Suite("The pace of a disk")
struct DiskPaceTests {
    @Test("is slow after a long look that had the disk read, and until many quick ones have followed")
    func pace() {
        var pace = DiskPace()
        pace.note(5_000, hasRead: nil)
        #expect(pace.diskReads == nil)
        pace.note(200_000, hasRead: nil)
        #expect(!pace.isSlow)
        #expect(pace.diskReads != nil)
        pace.note(200_000, hasRead: true)
        var looks = 0
        while pace.isSlow, looks < 1_000 {
            pace.note(5_000, hasRead: false)
            looks += 1
        }
        #expect(looks == 256)
    }

    @Test("is not slow where others took the processor, and nobody asks any more after a few looks")
    func preempted() {
        var pace = DiskPace()
        pace.note(200_000, hasRead: nil)
        pace.note(3_000_000, hasRead: false)
        #expect(!pace.isSlow)
        for _ in 0..<3 { pace.note(5_000, hasRead: false) }
        #expect(!pace.isSlow)
        #expect(pace.diskReads == nil)
    }
}
