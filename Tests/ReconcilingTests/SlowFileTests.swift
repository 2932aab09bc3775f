import PhotoModel
import Synchronization
import Testing

@testable import Extraction
@testable import Findings
@testable import Shots

@Suite("A slow file and the finding that goes on without it")
struct SlowFileTests {
    @Test(
        "it is looked at again once, when it was read and the finding written, in whatever order",
        arguments: [false, true]
    )
    func order(isReadFirst: Bool) {
        let file = SlowFile()
        let looks = Mutex(0)
        let look: @Sendable () -> Void = { looks.withLock { $0 += 1 } }
        if isReadFirst { file.settle() } else { file.wasWritten(look) }
        #expect(looks.withLock { $0 } == 0)
        if isReadFirst { file.wasWritten(look) } else { file.settle() }
        #expect(looks.withLock { $0 } == 1)
        file.settle()
        #expect(looks.withLock { $0 } == 1)
    }

    @Test("until then it counts as a file that is being written, and the others as what they are")
    func isPending() {
        let stamp = FileStamp(size: 1, modificationTime: 2, changeTime: 3, inode: 4, birthTime: 5)
        func file(_ name: String, _ format: FileFormat, _ content: ObservedFile.Content) -> ObservedFile {
            ObservedFile(name: FileName(name), format: format, stamp: stamp, content: content)
        }
        let shot = ObservedShot(
            stem: Array("a".utf8),
            files: [
                file("a.jpg", .jpeg, .extracted(Fingerprint(high: 1, low: 2), 0)),
                file("a.xmp", .xmpSidecar, .sidecar(1)),
            ],
            isForced: true
        )
        let judged = shot.leavingOutSlow([.facts(EmbeddedFacts()), .slow])
        #expect(judged.files.map(\.isPending) == [false, true])
        #expect(judged.isForced)
        let whole = shot.leavingOutSlow([.facts(EmbeddedFacts()), .unreadable(.timedOut)])
        #expect(whole.files.map(\.isPending) == [false, false])
        #expect(whole.files[1].givenUp([.facts(EmbeddedFacts()), .unreadable(.timedOut)]) == .timedOut)
        #expect(whole.files[1].givenUp([.facts(EmbeddedFacts()), .unreadable(.damaged)]) == nil)
    }
}
