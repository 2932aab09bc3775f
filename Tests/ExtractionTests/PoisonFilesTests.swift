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
}
