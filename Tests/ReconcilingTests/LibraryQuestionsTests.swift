import Testing

@testable import WatchedLibrary

@Suite("Questions that outlive a run of the library")
struct LibraryQuestionsTests {
    private let questions = LibraryQuestions()

    @Test("each run is asked once, and an earlier one no more")
    func order() {
        let number = questions.add(.sync {})
        #expect(questions.unanswered(by: 1) == [number])
        #expect(questions.begin(number, 1) != nil)
        #expect(questions.begin(number, 1) == nil)
        #expect(questions.unanswered(by: 1) == [])
        #expect(questions.unanswered(by: 2) == [number])
        #expect(!questions.isRepeated(number))
        #expect(questions.begin(number, 2) != nil)
        #expect(questions.isRepeated(number))
        // Somebody who saw the first run before it was ended.
        #expect(questions.begin(number, 1) == nil)
        #expect(questions.unanswered(by: 2) == [])
    }

    @Test("the answer of the run that was asked last ends it, and that of another does not")
    func answer() {
        let number = questions.add(.sync {})
        #expect(questions.begin(number, 1) != nil)
        #expect(questions.begin(number, 2) != nil)
        #expect(!questions.note(number, 7, 1))
        #expect(questions.note(number, 8, 2))
        #expect(!questions.end(number, 1))
        #expect(questions.end(number, 2))
        #expect(questions.begin(number, 3) == nil)
        #expect(questions.forget(number, 2) == nil)
    }
}
