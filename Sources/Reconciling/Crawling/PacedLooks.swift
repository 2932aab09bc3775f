import Threads

/// What the files of a directory are.
typealias FileLooks = PacedLooks<DirectoryListing.File, FileObserver.Observation>

/// Asks a directory's disk one question after the other, and many ahead where the disk lets each wait.
final class PacedLooks<Question: Equatable & Sendable, Answer: Sendable> {
    /// How many answers may wait to be taken, and what gives them the right to.
    struct Room {
        var count: Int
        var leases: [FileLease] = []
    }

    /// So many files at most are open ahead.
    static var limit: Int { 64 }

    private let questions: () -> [Question]
    private let crawler: Crawler
    private let isNetwork: Bool
    private let ask: @Sendable (Question) -> Answer
    private let findRoom: () -> Room
    private var room: Room?
    private var hasBegun = false
    private var ahead: AnswersAhead<Question, Answer>?

    /// - Parameters:
    ///   - questions: those that will be asked, in this order. Others may be asked as well. Both this and the room are asked for
    ///     once, and only where the disk is slow.
    ///   - ask: may be called by several threads at once.
    init(
        _ questions: @escaping () -> [Question],
        by crawler: Crawler,
        isNetwork: Bool,
        room: @escaping () -> Room = { Room(count: .max) },
        ask: @escaping @Sendable (Question) -> Answer
    ) {
        self.questions = questions
        self.crawler = crawler
        self.isNetwork = isNetwork
        self.ask = ask
        findRoom = room
    }

    func answer(to question: Question) -> Answer {
        crawler.pulse.beat()
        if crawler.pace.isSlow { begin(with: question) }
        if let answer = ahead?.take(question) {
            crawler.pace.noteQuick()
            return answer
        }
        guard crawler.pace.isTimed() else { return ask(question) }
        let waits = crawler.pace.waits(isNetwork: isNetwork)
        let start = MonotonicClock.now()
        let answer = ask(question)
        let time = MonotonicClock.now() - start
        let hasWaited = waits.map { crawler.pace.waits(isNetwork: isNetwork) ?? $0 > $0 }
        crawler.pace.note(time, hasWaited: hasWaited)
        return answer
    }

    /// Waits for what is being asked, and hands over the answers that nobody took.
    func end(_ untaken: (Answer) -> Void = { _ in }) {
        ahead?.end(untaken)
        ahead = nil
    }

    private func begin(with question: Question) {
        guard !hasBegun else { return }
        hasBegun = true
        let questions = questions()
        let rest = questions.firstIndex(of: question).map { questions[$0...] } ?? []
        guard rest.count > 1 else { return }
        let room = findRoom()
        self.room = room
        guard room.count > 1 else { return }
        ahead = AnswersAhead(
            to: Array(rest),
            atOnce: crawler.pace.concurrency,
            window: room.count,
            named: "look-\(crawler.lane)",
            ask: ask
        )
    }
}
