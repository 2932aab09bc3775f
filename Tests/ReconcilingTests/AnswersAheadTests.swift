import Synchronization
import TestSupport
import Testing
import Threads

@Suite("Answers that are asked for ahead")
struct AnswersAheadTests {
    @Test("come in the order of their questions, each asked once, with any number of threads and any room")
    func order() {
        var random = SeededGenerator.fromEnvironment()
        for _ in 0..<200 {
            let questions = Array(0..<random.below(60))
            let asked = Mutex<[Int]>([])
            let ahead = AnswersAhead(
                to: questions,
                atOnce: random.below(9),
                window: random.chance(20) ? .max : 1 + random.below(12),
                named: "ahead"
            ) { question in
                asked.withLock { $0.append(question) }
                return question * 2
            }
            #expect(questions.map { ahead.take($0) } == questions.map { $0 * 2 }, "seed \(random.seed)")
            ahead.end { _ in Issue.record("an answer is left; seed \(random.seed)") }
            #expect(asked.withLock { $0.sorted() } == questions, "seed \(random.seed)")
        }
    }

    @Test("are no answers to other questions, nor to the same one twice")
    func others() {
        let ahead = AnswersAhead(to: ["a", "b"], atOnce: 2, window: 2, named: "ahead") { $0 + "!" }
        #expect(ahead.take("b") == nil)
        #expect(ahead.take("a") == "a!")
        #expect(ahead.take("a") == nil)
        #expect(ahead.take("b") == "b!")
        #expect(ahead.take("c") == nil)
        ahead.end()
    }

    @Test("are asked for at once, and no more of them than there is room for")
    func atOnce() throws {
        let began = Monitor(0)
        let isLetGo = Monitor(false)
        let ahead = AnswersAhead(to: Array(0..<100), atOnce: 50, window: 7, named: "ahead") { question in
            began.update { $0 += 1 }
            _ = isLetGo.wait { $0 ? true : nil }
            return question
        }
        _ = began.wait { $0 == 7 ? true : nil }
        isLetGo.update { $0 = true }
        #expect(ahead.take(0) == 0)
        var left: Set<Int> = []
        ahead.end { left.insert($0) }
        // Those that were begun with are handed over, and no others are begun with.
        #expect(left.isSuperset(of: 1..<7))
        #expect(left.count == began.withLock(\.self) - 1)
        #expect(left.count <= 9)
    }
}
