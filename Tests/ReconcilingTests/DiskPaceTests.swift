import Testing

@testable import DiskReading

@Suite("The pace of a disk")
struct DiskPaceTests {
    @Test(
        "is slow after a long answer that was waited for, and until many quick ones have followed",
        arguments: [true, false]
    )
    func pace(isNetwork: Bool) {
        var pace = DiskPace()
        pace.note(5_000, hasWaited: nil)
        #expect(pace.waits(isNetwork: isNetwork) == nil)
        pace.note(200_000, hasWaited: nil)
        #expect(!pace.isSlow)
        #expect(pace.waits(isNetwork: isNetwork) != nil)
        pace.note(200_000, hasWaited: true)
        var answers = 0
        while pace.isSlow, answers < 1_000 {
            if answers % 2 == 0 { pace.note(5_000, hasWaited: false) } else { pace.noteQuick() }
            answers += 1
        }
        #expect(answers == 256)
    }

    @Test("is not slow where others took the processor, and nobody asks any more after a few answers")
    func preempted() {
        var pace = DiskPace()
        pace.note(200_000, hasWaited: nil)
        pace.note(3_000_000, hasWaited: false)
        #expect(!pace.isSlow)
        for _ in 0..<3 { pace.note(5_000, hasWaited: false) }
        #expect(!pace.isSlow)
        #expect(pace.waits(isNetwork: false) == nil)
    }

    @Test("has more asked at once the longer an answer takes, within bounds")
    func concurrency() {
        func concurrency(_ nanoseconds: UInt64) -> Int {
            var pace = DiskPace()
            pace.note(nanoseconds, hasWaited: true)
            return pace.concurrency
        }
        #expect(concurrency(70_000) == 4)
        #expect(concurrency(1_000_000) == 31)
        #expect(concurrency(.max) == 64)
    }
}
