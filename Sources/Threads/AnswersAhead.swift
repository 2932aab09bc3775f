/// Answers to a row of questions, asked by several threads at once and taken in the row's order. A server, or a disk, that lets
/// each call wait has many things to do at a time then.
///
/// Made, used and ended by one thread.
public final class AnswersAhead<Question: Equatable & Sendable, Answer: Sendable> {
    private struct State {
        /// The first question that nobody has begun with.
        var next = 0
        /// The one whose answer is taken next.
        var turn = 0
        var answers: [Int: Answer] = [:]
        var isEnded = false
    }

    private let questions: [Question]
    /// After so many that are taken others are begun with: nobody is woken for each.
    private let stride: Int
    private let ask: @Sendable (Question) -> Answer
    private let state = Monitor(State())
    private var threads: [NamedThread] = []
    private var turn = 0

    /// - Parameters:
    ///   - limit: how many are asked at once. Where the system gives fewer threads there are fewer, and whoever takes
    ///     answers asks as well.
    ///   - window: so many at most are begun with and not taken.
    public init(
        to questions: [Question],
        atOnce limit: Int,
        window: Int,
        named name: String,
        ask: @escaping @Sendable (Question) -> Answer
    ) {
        self.questions = questions
        self.ask = ask
        let window = max(1, min(window, questions.count))
        let stride = max(1, window / 2)
        self.stride = stride
        while threads.count < min(limit, window) {
            let thread = NamedThread(name) { [questions, state] in
                Self.answer(questions, state, window: window, stride: stride, ask)
            }
            guard let thread else { break }
            threads.append(thread)
        }
    }

    private static func answer(
        _ questions: [Question],
        _ state: Monitor<State>,
        window: Int,
        stride: Int,
        _ ask: (Question) -> Answer
    ) {
        while true {
            let number: Int? = state.wait { state in
                guard !state.isEnded, state.next < questions.count else { return .some(nil) }
                guard state.next < state.turn / stride * stride + window else { return nil }
                defer { state.next += 1 }
                return .some(state.next)
            }
            guard let number else { return }
            let answer = ask(questions[number])
            let isAwaited = state.withLock { state in
                state.answers[number] = answer
                return state.turn == number
            }
            if isAwaited { state.wakeAll() }
        }
    }

    /// The answer to a question, if that is the next of the row; else `nil`.
    public func take(_ question: Question) -> Answer? {
        guard turn < questions.count, questions[turn] == question else { return nil }
        let number = turn
        turn += 1
        let answer: Answer?? = state.wait { state in
            if let answer = state.answers.removeValue(forKey: number) { return .some(.some(answer)) }
            guard state.next == number else { return nil }
            state.next += 1
            return .some(nil)
        }
        let taken = answer.flatMap(\.self) ?? ask(question)
        state.withLock { $0.turn = number + 1 }
        if (number + 1) % stride == 0 { state.wakeAll() }
        return taken
    }

    /// Asks no more, waits for what is being asked, and hands over the answers that nobody took.
    public func end(_ untaken: (Answer) -> Void = { _ in }) {
        state.update { $0.isEnded = true }
        for thread in threads { thread.join() }
        threads = []
        for answer in state.withLock({ $0.answers.values }) { untaken(answer) }
    }
}
