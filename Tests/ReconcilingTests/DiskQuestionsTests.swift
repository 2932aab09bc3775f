import PhotoModel
import Synchronization
import Testing
import Threads

@testable import FolderWatch
@testable import Roots

@Suite("What the writer asks disks")
struct DiskQuestionsTests {
    private let root = NodeID(index: 1, generation: 0)

    @Test("a disk that does not answer holds nobody up, is looked at, and is not asked again at once")
    func silence() throws {
        let questions = DiskQuestions(patience: .milliseconds(20), silence: .seconds(600))
        let reported = Mutex<[NodeID]>([])
        questions.onSilence { node in reported.withLock { $0.append(node) } }
        let isOpen = Monitor(false)
        let asked = Mutex(0)
        let question: @Sendable () throws(FolderError) -> Int = {
            asked.withLock { $0 += 1 }
            return isOpen.wait { $0 ? 7 : nil }
        }
        #expect(throws: FolderError.self) { try questions.ask(root, .patiently, question) }
        #expect(throws: FolderError.self) { try questions.ask(root, .patiently, question) }
        #expect(asked.withLock { $0 } == 1)
        #expect(reported.withLock { $0 } == [root])
        // Others are asked all the same.
        isOpen.update { $0 = true }
        #expect(try questions.ask(NodeID(index: 2, generation: 0), .patiently, question) == 7)
    }

    @Test("answers and errors come through as they are, and one that hangs is not asked at all")
    func answers() throws {
        let questions = DiskQuestions()
        for manner in [DiskQuestions.Manner.directly, .patiently] {
            #expect(try questions.ask(root, manner) { () throws(FolderError) in 5 } == 5)
            #expect(throws: FolderError.missing) {
                try questions.ask(root, manner) { () throws(FolderError) -> Int in throw .missing }
            }
        }
        let asked = Mutex(false)
        #expect(throws: FolderError.self) {
            try questions.ask(root, .notAtAll) { () throws(FolderError) in asked.withLock { $0 = true } }
        }
        #expect(!asked.withLock { $0 })
    }
}
