import PhotoModel
import Testing

@testable import Extraction

@Suite("Files that harm their reader")
struct PoisonFilesTests {
    private let stamp = FileStamp(size: 1, modificationTime: 2, changeTime: 3, inode: 4, birthTime: 5)

    @Test(
        "one that crashed its reader or kept it too long is known",
        arguments: [.crashedReader, .timedOut] as [UnreadableReason]
    )
    func isKnown(reason: UnreadableReason) {
        let poison = PoisonFiles()
        #expect(poison.reason(for: stamp) == nil)
        poison.note(stamp, .unreadable(reason))
        #expect(poison.reason(for: stamp) == reason)
    }

    @Test("any change makes it another file", arguments: 0..<5)
    func changes(member: Int) {
        let poison = PoisonFiles()
        poison.note(stamp, .unreadable(.crashedReader))
        var other = stamp
        switch member {
        case 0: other.size += 1
        case 1: other.modificationTime += 1
        case 2: other.changeTime += 1
        case 3: other.inode += 1
        default: other.birthTime += 1
        }
        #expect(poison.reason(for: other) == nil)
    }

    @Test("a file that only cannot be read, or that nobody came to, is none")
    func others() {
        let poison = PoisonFiles()
        for reason in UnreadableReason.allCases where reason != .crashedReader && reason != .timedOut {
            poison.note(stamp, .unreadable(reason))
            #expect(poison.reason(for: stamp) == nil, "\(reason)")
        }
        poison.note(stamp, .cancelled)
        #expect(poison.reason(for: stamp) == nil)
    }

    @Test("one that was read after all is none any more, and a shutdown says nothing about it")
    func redeemed() {
        let poison = PoisonFiles()
        poison.note(stamp, .unreadable(.timedOut))
        poison.note(stamp, .cancelled)
        #expect(poison.reason(for: stamp) == .timedOut)
        poison.note(stamp, .facts(EmbeddedFacts()))
        #expect(poison.reason(for: stamp) == nil)
    }

    @Test("a file is remembered once, however often it changes, and those that are gone are forgotten")
    func bounds() {
        let poison = PoisonFiles()
        var file = stamp
        for time in 0..<1_000 {
            file.changeTime = Int64(time)
            poison.note(file, .unreadable(.timedOut))
        }
        #expect(poison.count == 1)
        #expect(poison.reason(for: stamp) == nil)
        #expect(poison.reason(for: file) == .timedOut)
        // Each replaces one that is gone, as when an editor saves.
        var most = 0
        for inode in 0..<10_000 {
            file.inode = UInt64(inode)
            poison.note(file, .unreadable(.crashedReader))
            if poison.isLong { poison.keep([file]) }
            most = max(most, poison.count)
        }
        #expect(most < 100)
        #expect(poison.reason(for: file) == .crashedReader)
        // Where all are there still, it is not asked again for each.
        let all = (0..<200).map { inode in
            FileStamp(size: 1, modificationTime: 1, changeTime: 1, inode: UInt64(inode), birthTime: 1)
        }
        var asked = 0
        for file in all {
            poison.note(file, .unreadable(.timedOut))
            guard poison.isLong else { continue }
            asked += 1
            poison.keep(all)
        }
        #expect(asked < 5)
        #expect(all.allSatisfy { poison.reason(for: $0) == .timedOut })
    }
}
